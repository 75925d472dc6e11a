import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listNotifications as endpoint } from '@waybill/contract/notifications/endpoints'
import type { Context } from '../context.ts'
import type { Call } from '../platform/http/bind.ts'
import { countUnread, listBefore } from './notification-store.ts'
import { presentNotification } from './present-notification.ts'

/** The account's notifications, newest first, or those about what others of its team have. */
export async function listNotifications(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { before, take, about, member }: Call<typeof endpoint>['body'],
): Promise<ReplyOf<typeof endpoint>> {
  const db = readAs(accountId)
  const [rows, unread] = await Promise.all([
    listBefore(db, accountId, { before: before ?? null, take: take + 1, about, member: member ?? null }),
    countUnread(db, accountId),
  ])
  const shown = rows.slice(0, take)
  return {
    notifications: shown.map(presentNotification),
    unread,
    next: rows.length > take ? (shown.at(-1)?.place ?? null) : null,
  }
}
