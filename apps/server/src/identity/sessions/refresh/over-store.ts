import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

/** What is long over. A session's row tells for a while that its browser is known, and then goes too. */
type Db = Kysely<Database>

const SESSION_DAYS = 90

export async function forgetOver(db: Db): Promise<void> {
  await sql`delete from sessions
    where least(coalesce(ended_at, expires_at), expires_at) < now() - make_interval(days => ${sql.lit(SESSION_DAYS)})`.execute(
    db,
  )
  await sql`delete from take_backs where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from challenges where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from reset_tokens where created_at < now() - interval '1 day'`.execute(db)
}

/** Drops the addresses from which sessions older than `days` were opened. */
export async function forgetSessionAddresses(db: Db, days: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ip: null })
    .where('ip', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
