import { useEffect } from 'react'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { rereadAccount } from '../../shared/api/session.ts'
import { evenly } from './evenly.ts'
import { followLive } from './live.ts'
import { isPanelOpen } from './panel-state.ts'
import { toasts } from './toast-queue.ts'
import { addNotification, newestPlace, rereadNotifications } from './use-notifications.ts'

/** Bytes that go out move a transfer twice a second: its own figures follow at once, the lists with more ease. */
const RECORD_PAUSE_MS = 400
const LISTS_PAUSE_MS = 2_000
const ALL_PAUSE_MS = 1_000

/** How what is shown is read anew: by the ids of the transfers that something happened to, or whatever is shown of requests. */
export interface Rereading {
  records: (ids: ReadonlySet<string>) => Promise<unknown>
  lists: (ids: ReadonlySet<string>) => Promise<unknown>
  requests: () => Promise<unknown>
}

/** While the dashboard stands, what it shows follows what happens. `reread` stays the same for as long. */
export function useLive(reread: Rereading): void {
  useEffect(() => {
    const movedRecords = gathered(reread.records, RECORD_PAUSE_MS)
    const movedLists = gathered(reread.lists, LISTS_PAUSE_MS)
    // Forty answers within a minute are forty news, and few readings.
    const movedRequests = evenly(reread.requests, LISTS_PAUSE_MS)
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
  }, [reread])
}

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
