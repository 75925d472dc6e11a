import { useEffect } from 'react'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { rereadAccount } from '../../shared/api/session.ts'
import { rereadOverview } from '../analytics/overview/use-overview.ts'
import { rereadAnalytics } from '../analytics/use-analytics.ts'
import { rereadTransferLists } from '../transfers/list/use-transfer-list.ts'
import { rereadLedgers } from '../transfers/record/ledger/use-ledger.ts'
import { rereadRecords } from '../transfers/record/use-transfer-record.ts'
import { evenly } from './evenly.ts'
import { followLive } from './live.ts'
import { isPanelOpen } from './panel-state.ts'
import { toasts } from './toast-queue.ts'
import { addNotification, newestPlace, rereadNotifications } from './use-notifications.ts'

/** Bytes that go out move a transfer twice a second: its own figures follow at once, the lists with more ease. */
const RECORD_PAUSE_MS = 400
const LISTS_PAUSE_MS = 2_000
const ALL_PAUSE_MS = 1_000

/** While the dashboard stands, what it shows follows what happens. */
export function useLive(): void {
  useEffect(() => {
    const movedRecords = gathered(rereadRecords, RECORD_PAUSE_MS)
    const movedLists = gathered(
      (ids) => Promise.all([rereadTransferLists(), rereadLedgers(ids), rereadOverview(), rereadAnalytics()]),
      LISTS_PAUSE_MS,
    )
    const movedRequests = evenly(rereadRequests, LISTS_PAUSE_MS)
    const rereadAll = evenly(() => Promise.all([queryClient.invalidateQueries(), rereadAccount()]), ALL_PAUSE_MS)
    return followLive({
      open: (place, isBack) => {
        if (isBack) rereadAll()
        else if (newestPlace() !== place && place > 0) void rereadNotifications()
      },
      notification: (notification) => {
        addNotification(notification)
        if (notification.title !== null) movedRequests()
        if (!isPanelOpen()) toasts.offer(notification)
      },
      transfer: (id) => {
        movedRecords(id)
        movedLists(id)
      },
      storage: evenly(rereadAccount, ALL_PAUSE_MS),
      resync: rereadAll,
    })
  }, [])
}

/** Whatever is shown of requests: forty answers within a minute are forty news, and few readings. */
const rereadRequests = () =>
  Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => /^(?:request|inbox)/.test(String(subject)),
    }),
    rereadOverview(),
  ])

/** Ids are gathered while the work on those before them runs. */
function gathered(work: (ids: ReadonlySet<string>) => Promise<unknown>, pauseMs: number): (id: string) => void {
  let ids = new Set<string>()
  const ask = evenly(() => {
    const taken = ids
    ids = new Set()
    return work(taken)
  }, pauseMs)
  return (id) => {
    ids.add(id)
    ask()
  }
}
