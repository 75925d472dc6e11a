import { useEffect } from 'react'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../shared/api/session.ts'
import { evenly } from './evenly.ts'
import { followLive } from './live.ts'
import { isPanelOpen } from './panel-state.ts'
import { toasts } from './toast-queue.ts'
import { addNotification, invalidateNotifications, newestPlace } from './use-notifications.ts'

/** Sent bytes change a transfer twice a second: its own figures follow at once, the lists more slowly. */
const RECORD_PAUSE_MS = 400
const LISTS_PAUSE_MS = 2_000
const ALL_PAUSE_MS = 1_000
/** The limits on every open page follow within a second. */
const PLAN_PAUSE_MS = 300

/** How to reload what is shown: by the ids of the transfers that changed, or all that shows requests. */
export interface Invalidations {
  records: (ids: ReadonlySet<string>) => Promise<unknown>
  lists: (ids: ReadonlySet<string>) => Promise<unknown>
  requests: () => Promise<unknown>
  /** All that depends on the plan. */
  plan: () => Promise<unknown>
  conversation: () => Promise<unknown>
  /** Threads of requests, and what is unread in them. */
  comments: () => Promise<unknown>
}

/** While the dashboard is open, it follows the account's events. `invalidate` stays the same function throughout. */
export function useLive(invalidate: Invalidations): void {
  useEffect(() => {
    const movedRecords = gathered(invalidate.records, RECORD_PAUSE_MS)
    const movedLists = gathered(invalidate.lists, LISTS_PAUSE_MS)
    // Forty answers within a minute are forty notifications, and few reloads.
    const movedRequests = evenly(invalidate.requests, LISTS_PAUSE_MS)
    const invalidateAll = evenly(() => Promise.all([queryClient.invalidateQueries(), refreshAccount()]), ALL_PAUSE_MS)
    return followLive({
      open: (place, isBack) => {
        if (isBack) invalidateAll()
        else if (newestPlace() !== place && place > 0) void invalidateNotifications()
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
      plan: evenly(invalidate.plan, PLAN_PAUSE_MS),
      conversation: () => void invalidate.conversation(),
      comments: evenly(invalidate.comments, PLAN_PAUSE_MS),
      storage: evenly(refreshAccount, ALL_PAUSE_MS),
      resync: invalidateAll,
    })
  }, [invalidate])
}

/** Ids collect while the work on the earlier ones runs. */
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
