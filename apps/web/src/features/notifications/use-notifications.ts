import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listNotifications, Notification } from '@waybill/contract/notifications/endpoints'
import { call } from '../../shared/api/client.ts'
import { mutate } from '../../shared/api/mutate.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { type More, moreOf } from '../../shared/ui/lists/more-of.ts'

type Page = ReplyOf<typeof listNotifications>
type Pages = InfiniteData<Page, number>
const KEY = ['notifications']

export interface NotificationList extends More {
  rows: readonly Notification[]
  unread: number
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** What a list shows: everything; what is about things of others of the team; or about those of one of them, by id. */
export type NewsAbout = 'all' | 'shared' | { member: string }

const keyOf = (about: NewsAbout) => (about === 'all' ? KEY : [...KEY, about])

/**
 * The account's notifications, the newest first, page after page; `unread` counts all. The bell is outside the
 * dashboard's own provider.
 */
export function useNotifications(about: NewsAbout = 'all'): NotificationList {
  const asked = about === 'all' ? {} : about === 'shared' ? { about } : about
  const list = useInfiniteQuery(
    {
      queryKey: keyOf(about),
      queryFn: ({ pageParam, signal }) =>
        call('listNotifications', {
          body: { take: 30, ...asked, ...(pageParam ? { before: pageParam } : {}) },
          signal,
        }),
      initialPageParam: 0,
      getNextPageParam: (last: Page) => last.next,
    },
    queryClient,
  )
  const pages = list.data?.pages ?? []
  return {
    rows: pages.flatMap(({ notifications }) => notifications),
    unread: pages[0]?.unread ?? 0,
    isLoading: list.isPending,
    error: list.data ? null : list.error,
    ...moreOf(list),
    retry: () => void list.refetch(),
  }
}

export const invalidateNotifications = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })

/** The number of the newest known one. */
export const newestPlace = (): number | null =>
  queryClient.getQueryData<Pages>(KEY)?.pages[0]?.notifications[0]?.place ?? null

/** Of every list that is loaded. */
function changePages(change: (page: Page) => Page): void {
  queryClient.setQueriesData<Pages>({ queryKey: KEY }, (old) => old && { ...old, pages: old.pages.map(change) })
}

/** Puts the stream's notification at the top of the list. */
export function addNotification(notification: Notification): void {
  // A running request may have been answered before this notification.
  if (queryClient.isFetching({ queryKey: KEY }) > 0) void invalidateNotifications()
  if (notification.place <= (newestPlace() ?? 0)) return
  const withNew = (page: Page, index: number): Page =>
    index > 0 ? page : { ...page, unread: page.unread + 1, notifications: [notification, ...page.notifications] }
  queryClient.setQueryData<Pages>(KEY, (old) => old && { ...old, pages: old.pages.map(withNew) })
  // Only the server knows which of the shorter lists it belongs to.
  void queryClient.invalidateQueries({ queryKey: KEY, predicate: ({ queryKey }) => queryKey.length > KEY.length })
}

/** Every notification counts as read. */
export async function markAllRead(): Promise<void> {
  if (queryClient.getQueryData<Pages>(KEY)?.pages[0]?.unread === 0) return
  await change('Allread', (page) => ({
    ...page,
    unread: 0,
    notifications: page.notifications.map((one) => ({ ...one, read: true })),
  }))
}

export function removeNotification({ _id, read }: Notification): Promise<void> {
  return change(_id, (page) => ({
    ...page,
    unread: Math.max(0, page.unread - (read ? 0 : 1)),
    notifications: page.notifications.filter((one) => one._id !== _id),
  }))
}

export function clearNotifications(): Promise<void> {
  return change('all', (page) => ({ ...page, unread: 0, next: null, notifications: [] }))
}

/** Shows the change at once; where the server did not make it, says so and shows the true state. */
async function change(notifyId: string, shown: (page: Page) => Page): Promise<void> {
  await queryClient.cancelQueries({ queryKey: KEY })
  changePages(shown)
  const before = queryClient.getQueryData(KEY)
  const answer = await mutate(() => call('deleteNotification', { body: { notifyId } }))
  // The list may have been read meanwhile, by the server before the change. A first load that was cancelled above
  // starts again.
  const isRead = queryClient.isFetching({ queryKey: KEY }) > 0 || queryClient.getQueryData(KEY) !== before
  if (answer !== null) changePages((page) => ({ ...page, unread: answer.unread }))
  if (answer === null || before === undefined || isRead) await invalidateNotifications()
}
