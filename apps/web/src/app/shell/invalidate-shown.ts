import { invalidateOverview } from '../../features/analytics/overview/use-overview.ts'
import { invalidateAnalytics } from '../../features/analytics/use-analytics.ts'
import { reloadBilling } from '../../features/billing/buying/use-billing.ts'
import { invalidateConversation } from '../../features/conversation/use-conversation.ts'
import type { Invalidations } from '../../features/notifications/use-live.ts'
import { invalidateActivity } from '../../features/team/activity/use-activity.ts'
import { invalidateTransferLists } from '../../features/transfers/list/use-transfer-list.ts'
import { invalidateLedgers } from '../../features/transfers/record/ledger/use-ledger.ts'
import { invalidateRecords } from '../../features/transfers/record/use-transfer-record.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

/** The query keys under which the dashboard shows a transfer or a request, in any feature. */
export const invalidateShown: Invalidations = {
  records: invalidateRecords,
  lists: (ids) =>
    Promise.all([
      invalidateTransferLists(),
      invalidateLedgers(ids),
      invalidateOverview(),
      invalidateAnalytics(),
      invalidateActivity(),
    ]),
  requests: () =>
    Promise.all([
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => /^(?:request|inbox)/.test(String(subject)),
      }),
      invalidateOverview(),
      invalidateActivity(),
    ]),
  // The month of the requests has its limit with it.
  plan: () => Promise.all([reloadBilling(), invalidateShown.requests()]),
  conversation: invalidateConversation,
  comments: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
}
