import type { Context } from '../context.ts'
import { listOwnMessages } from './conversation-store.ts'
import { presentMessage } from './present-message.ts'

/** What the account and the operator have written to each other. */
export async function exportConversation(db: Context['db'], accountId: string) {
  const rows = await listOwnMessages(db, accountId)
  return rows.map((row) => ({ ...presentMessage(row), route: row.route, cameBy: row.came_by }))
}
