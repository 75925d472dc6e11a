import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'

const noTransfer = ['transfer-not-found'] as const

/**
 * What anybody with a transfer's link asks of its sender or the operator, and what the sender answers; and what opens the
 * storage to a foreign client.
 */
export const linkRows = {
  reportTransfer: {
    ask: ({ sent }) => ({ params: { slug: sent.slug }, body: { reason: 'other' } }),
    foreign: noTransfer,
  },
  requestAccess: { ask: ({ sent }) => ({ body: { slug: sent.slug, kind: 'time' } }), foreign: noTransfer },
  // By the recipient's link, which anybody opens who has it: it tells counts and nothing of the owner's.
  readArrival: { ask: ({ sent, user }) => ({ body: { slug: sent.slug, user } }), foreign: 'own' },
  followArrival: { ask: ({ sent, user }) => ({ query: `?slug=${sent.slug}&user=${user}` }), foreign: 'own' },
  requestResend: {
    ask: ({ sent }) => ({ params: { slug: sent.slug }, body: { email: 'nobody@quiet.example' } }),
    foreign: 'own',
  },
  checkExtension: { ask: () => ({ body: { token: `${'A'.repeat(21)}Q` } }), foreign: ['extension-expired'] },
  answerAccessRequest: {
    ask: ({ sent, accessRequestId }) => ({
      params: { transfer: sent.id, accessRequest: accessRequestId },
      body: { answer: 'silence' },
    }),
    foreign: ['access-request-not-found'],
  },
  issueStorageCredentials: {
    ask: ({ open }) => ({ body: { id: open.upload, type: 'userUpload' } }),
    foreign: ['not-yours'],
    visitor: ['unauthenticated'],
  },
} satisfies Partial<Record<RouteName, Row>>
