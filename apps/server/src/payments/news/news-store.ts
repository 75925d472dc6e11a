import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { PaymentNews } from '../../platform/mail-transport/index.ts'

/** What accounts are told about their purchases. */
type Db = Kysely<Database>

export interface Noted {
  /** Names the fact within its workspace: noted once, it is never noted again. */
  fact: string
  news: PaymentNews
}

/** Returns whether anything is new. */
export async function insertNews(tx: Db, workspaceId: string, noted: readonly Noted[]): Promise<boolean> {
  if (noted.length === 0) return false
  const rows = noted.map(({ fact, news }) => {
    return { workspace_id: workspaceId, fact, news: JSON.stringify(news) }
  })
  const made = await tx
    .insertInto('payment_news')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('fact')
    .execute()
  return made.length > 0
}

/** Takes what nobody was told yet, oldest first: it counts as told once the transaction commits. */
export async function takeNews(tx: Db, workspaceId: string): Promise<Noted[]> {
  const rows = await tx
    .updateTable('payment_news')
    .set({ told_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('told_at', 'is', null)
    .returning(['fact', 'news', 'noted_at'])
    .execute()
  return rows.sort((one, other) => one.noted_at.getTime() - other.noted_at.getTime())
}

/** What a workspace was told, oldest first. */
export async function listNews(db: Db, workspaceId: string): Promise<Array<{ news: PaymentNews; notedAt: Date }>> {
  return db
    .selectFrom('payment_news')
    .select(['news', 'noted_at as notedAt'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('noted_at')
    .orderBy('fact')
    .execute()
}

export async function deleteNews(tx: Db, workspaceId: string): Promise<void> {
  await tx.deleteFrom('payment_news').where('workspace_id', '=', workspaceId).execute()
}
