import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** The partitions of `events`: one for each month, created ahead; rows without one are in the default partition. */
type Db = Kysely<Database>

const LOCK_KEYS = [0x57617962, 10] as const

/** Creates the partitions of this month and the next `ahead`, and moves rows from the default partition into them. */
export async function makeMonths(db: Db, ahead: number): Promise<void> {
  const { rows } = await sql<{ name: string; from: string; to: string }>`
    select 'events_' || to_char(month, 'YYYYMM') as name, month::text as from, (month + interval '1 month')::text as to
    from generate_series(date_trunc('month', now() at time zone 'UTC'),
      date_trunc('month', now() at time zone 'UTC') + make_interval(months => ${ahead}), interval '1 month') as month
    where to_regclass('events_' || to_char(month, 'YYYYMM')) is null`.execute(db)
  for (const month of rows) await makeMonth(db, month)
}

async function makeMonth(db: Db, { name, from, to }: { name: string; from: string; to: string }): Promise<void> {
  const [table, begin, end] = [sql.table(name), sql.lit(`${from}+00`), sql.lit(`${to}+00`)]
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEYS[0]}::int, ${LOCK_KEYS[1]}::int)`.execute(tx)
    const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(tx)
    if (rows.length > 0) return
    // Nothing else is locked after it: transactions that write events hold other locks already.
    await sql`lock table events in access exclusive mode`.execute(tx)
    await sql`create table ${table} (like events including defaults including constraints)`.execute(tx)
    await sql`
      with moved as (delete from events_default where at >= ${begin} and at < ${end} returning *)
      insert into ${table} select * from moved`.execute(tx)
    await sql`alter table events attach partition ${table} for values from (${begin}) to (${end})`.execute(tx)
  })
}
