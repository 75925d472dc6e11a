import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { listInvoices } from '@waybill/contract/billing/payment-endpoints'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../../shared/api/session.ts'
import { plansSeller } from '../../../shared/document/plans-seller.ts'

const KEY = 'billing'

/** The account's plan, subscription and offers; also outside the dashboard, which alone provides the client. */
export const useBilling = (isAsked = true): UseQueryResult<BillingView> =>
  useQuery(
    { queryKey: [KEY, 'plan'], queryFn: ({ signal }) => call('readBilling', { signal }), enabled: isAsked },
    queryClient,
  )

/**
 * Whether the plans give way to the lifetime codes: the account has some, and no subscription that it must reach.
 * Undefined while that is not known.
 */
export function useLifetimeAlone(account: User | null | undefined): boolean | undefined {
  // A team's codes are its admin's to add.
  const hasCodes = account?.isTeamMember === false && account.isSumo.isSumo
  const isAsked = hasCodes && plansSeller() !== null
  const { data, error } = useBilling(isAsked)
  if (!isAsked || error) return hasCodes
  return data && data.subscription === null
}

export const useInvoices = (): UseQueryResult<ReplyOf<typeof listInvoices>> =>
  useQuery({ queryKey: [KEY, 'invoices'], queryFn: ({ signal }) => call('listInvoices', { signal }) })

/** After a purchase or a change: every limit on the page follows. */
export async function reloadBilling(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), refreshAccount()])
}
