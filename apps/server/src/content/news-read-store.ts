import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

/** The newest entry that an account has read; null: none. */
export async function findNewsRead(db: Db, accountId: string): Promise<{ entry: string; readAt: Date } | null> {
  const read = await db
    .selectFrom('news_reads')
    .select(['entry', 'read_at as readAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return read ?? null
}

/**
 * Keeps that an account has read an entry, unless it has read one of the `newer` entries: a page that was opened before
 * an update does not bring the mark back.
 */
export async function saveNewsRead(db: Db, accountId: string, entry: string, newer: readonly string[]): Promise<void> {
  await sql`
    insert into news_reads as r (account_id, entry) values (${accountId}, ${entry})
    on conflict (account_id) do update set entry = excluded.entry, read_at = now()
    where r.entry <> excluded.entry and r.entry <> all(${newer}::text[])`.execute(db)
}

/** Deletes the mark of an account that ends. */
export async function forgetNewsRead(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('news_reads').where('account_id', '=', accountId).execute()
}
