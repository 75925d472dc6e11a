import type { Context } from '../context.ts'
import { countUnread, markAllRead, removeNotifications } from './notification-store.ts'

/** Deletes one notification of the account, or all; 'Allread' marks all as read instead. Deletion is final. */
export async function deleteNotification(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  notifyId: string,
): Promise<{ unread: number }> {
  if (notifyId === 'Allread') await markAllRead(db, accountId)
  else await removeNotifications(db, accountId, notifyId)
  return { unread: await countUnread(db, accountId) }
}
