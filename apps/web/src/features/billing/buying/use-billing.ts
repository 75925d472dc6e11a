import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { listInvoices } from '@waybill/contract/billing/payment-endpoints'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../../shared/api/session.ts'

const KEY = 'billing'

/** The account's plan, subscription and offers; also outside the dashboard, which alone provides the client. */
export const useBilling = (isAsked = true): UseQueryResult<BillingView> =>
  useQuery(
    { queryKey: [KEY, 'plan'], queryFn: ({ signal }) => call('readBilling', { signal }), enabled: isAsked },
    queryClient,
  )

export const useInvoices = (): UseQueryResult<ReplyOf<typeof listInvoices>> =>
  useQuery({ queryKey: [KEY, 'invoices'], queryFn: ({ signal }) => call('listInvoices', { signal }) })

/** After a purchase or a change: every limit on the page follows. */
export async function reloadBilling(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), refreshAccount()])
}
