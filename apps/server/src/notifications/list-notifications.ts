import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listNotifications as endpoint } from '@waybill/contract/notifications/endpoints'
import type { Context } from '../context.ts'
import { countUnread, listBefore } from './notification-store.ts'
import { presentNotification } from './present-notification.ts'

/** The account's notifications, newest first. */
export async function listNotifications(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { before, take }: { before?: number | undefined; take: number },
): Promise<ReplyOf<typeof endpoint>> {
  const db = readAs(accountId)
  const [rows, unread] = await Promise.all([
    listBefore(db, accountId, { before: before ?? null, take: take + 1 }),
    countUnread(db, accountId),
  ])
  const shown = rows.slice(0, take)
  return {
    notifications: shown.map(presentNotification),
    unread,
    next: rows.length > take ? (shown.at(-1)?.place ?? null) : null,
  }
}
