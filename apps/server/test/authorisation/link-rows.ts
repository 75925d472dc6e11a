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
  readArrival: { ask: ({ sent }) => ({ body: { slug: sent.slug } }), foreign: noTransfer },
  followArrival: { ask: ({ sent }) => ({ query: `?slug=${sent.slug}` }), foreign: noTransfer },
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
