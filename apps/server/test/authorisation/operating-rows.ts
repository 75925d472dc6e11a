import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'

/** For everybody but operators, these are unknown paths. */
const unknown: Row['foreign'] = ['not-found']

/** The rows of operating the server, and of the operator's desk. */
export const operatingRows = {
  listAnchors: { ask: () => ({}), foreign: 'own' },
  listReceiptKeys: { ask: () => ({}), foreign: 'own' },
  readHealthHistory: { ask: () => ({}), foreign: unknown },
  searchAccounts: { ask: ({ person }) => ({ query: `?q=${person.accountId}` }), foreign: unknown },
  suspendAtDesk: {
    ask: ({ person }) => ({ params: { account: person.accountId }, body: { reason: 'spam' } }),
    foreign: unknown,
  },
  restoreAtDesk: { ask: ({ person }) => ({ params: { account: person.accountId }, body: {} }), foreign: unknown },
  setRoleAtDesk: {
    ask: ({ person }) => ({ params: { account: person.accountId }, body: { role: 'teamelite' } }),
    foreign: unknown,
  },
  listReported: { ask: () => ({}), foreign: unknown },
  decideReported: {
    ask: ({ sent }) => ({ params: { slug: sent.slug }, body: { decision: 'dismiss' } }),
    foreign: unknown,
  },
  listInfectedAtDesk: { ask: () => ({}), foreign: unknown },
  clearInfectedAtDesk: {
    ask: ({ sent }) => ({ params: { file: sent.id }, body: { reason: 'a game' } }),
    foreign: unknown,
  },
  listBlocksAtDesk: { ask: () => ({}), foreign: unknown },
  liftBlockAtDesk: { ask: () => ({ params: { sha256: 'ab'.repeat(32) }, body: {} }), foreign: unknown },
  listLifetimeAtDesk: { ask: () => ({}), foreign: unknown },
  makeLifetimeAtDesk: { ask: () => ({ body: { count: 1 } }), foreign: unknown },
  endLifetimeAtDesk: { ask: ({ sent }) => ({ params: { code: sent.id }, body: {} }), foreign: unknown },
  listJobs: { ask: () => ({ query: '?state=later' }), foreign: unknown },
  retryJob: { ask: () => ({ params: { job: '1' }, body: {} }), foreign: unknown },
  listMails: { ask: () => ({ query: '?state=waiting' }), foreign: unknown },
  retryMail: { ask: ({ sent }) => ({ params: { mail: sent.id }, body: {} }), foreign: unknown },
  readSecurityLog: { ask: ({ person }) => ({ query: `?q=${person.address}` }), foreign: unknown },
  readDesk: { ask: () => ({}), foreign: unknown },
  readHealth: { ask: () => ({}), foreign: 'own' },
  // From this machine it answers; these callers come through a proxy.
  readMetrics: { ask: () => ({}), foreign: ['not-found'] },
  readReadiness: { ask: () => ({}), foreign: 'own' },
  answerTlsQuestion: { ask: () => ({ query: '?domain=hidden.quiet.example' }), foreign: ['not-found'] },
  readFront: { ask: () => ({}), foreign: unknown },
  measureBody: { ask: () => ({ headers: { 'content-type': 'application/octet-stream' } }), foreign: unknown },
  sendBody: { ask: () => ({ query: '?bytes=8' }), foreign: unknown },
  readOpenapi: { ask: () => ({}), foreign: 'own' },
  listMailbox: { ask: () => ({ headers: { 'x-forwarded-for': '203.0.113.9' } }), foreign: ['not-found'] },
} satisfies Partial<Record<RouteName, Row>>
