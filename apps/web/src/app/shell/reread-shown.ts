import { rereadOverview } from '../../features/analytics/overview/use-overview.ts'
import { rereadAnalytics } from '../../features/analytics/use-analytics.ts'
import type { Rereading } from '../../features/notifications/use-live.ts'
import { rereadTransferLists } from '../../features/transfers/list/use-transfer-list.ts'
import { rereadLedgers } from '../../features/transfers/record/ledger/use-ledger.ts'
import { rereadRecords } from '../../features/transfers/record/use-transfer-record.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'

/** What the dashboard may show of a transfer or a request, in whichever feature. */
export const rereadShown: Rereading = {
  records: rereadRecords,
  lists: (ids) => Promise.all([rereadTransferLists(), rereadLedgers(ids), rereadOverview(), rereadAnalytics()]),
  requests: () =>
    Promise.all([
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [subject] }) => /^(?:request|inbox)/.test(String(subject)),
      }),
      rereadOverview(),
    ]),
}
