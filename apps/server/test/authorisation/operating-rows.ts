import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'

/** For everybody but operators, these are unknown paths. */
const unknown: Row['foreign'] = ['not-found']

/** The rows of operating the server, and of the operator's desk. */
export const operatingRows = {
  readDesk: { ask: () => ({}), foreign: unknown },
  readHealth: { ask: () => ({}), foreign: 'own' },
  readReadiness: { ask: () => ({}), foreign: 'own' },
  answerTlsQuestion: { ask: () => ({ query: '?domain=hidden.quiet.example' }), foreign: ['not-found'] },
  readOpenapi: { ask: () => ({}), foreign: 'own' },
  listMailbox: { ask: () => ({ headers: { 'x-forwarded-for': '203.0.113.9' } }), foreign: ['not-found'] },
} satisfies Partial<Record<RouteName, Row>>
