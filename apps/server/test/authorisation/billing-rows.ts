import type { RouteName } from '@waybill/contract/core/routes'
import type { Row } from './rows.ts'

/** The rows of what an account may use and what it pays for. */
export const billingRows = {
  releaseLinkUploads: { ask: () => ({}), foreign: 'own' },
  readFolderSize: { ask: ({ person }) => ({ body: { userid: person.accountId } }), foreign: ['not-yours'] },
  redeemLifetimeCodes: {
    ask: ({ person }) => ({ body: { userId: person.accountId, codes: ['AAAA-AAAA-AAAA-AAAA'] } }),
    foreign: ['not-yours'],
  },
} satisfies Partial<Record<RouteName, Row>>
