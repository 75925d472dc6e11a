import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../apps/server/src/platform/database/schema.ts'
import { addUp } from '../../apps/server/src/tracking/ledger/count-store.ts'

/** The months of the last year, as partitions; the server makes those to come. */
export async function makePastMonths(client: pg.Client): Promise<void> {
  for (let ago = 1; ago <= 12; ago += 1) {
    const month = `date_trunc('month', now() at time zone 'UTC') - interval '${ago} months'`
    const { rows } = await client.query(
      `select 'events_' || to_char(${month}, 'YYYYMM') as name, (${month})::text as begin,
         (${month} + interval '1 month')::text as end`,
    )
    const [{ name, begin, end }] = rows
    await client.query(
      `create table if not exists ${name} partition of events for values from ('${begin}+00') to ('${end}+00')`,
    )
  }
}

/**
 * Fills the ledgers of all transfers from `from` to `to` entries each, over the last eleven months: four in five
 * entries are of people, and two of those count. Their hashes are invented: reading does not check them.
 */
export async function fillLedgers(client: pg.Client, from: number, to: number): Promise<void> {
  const all = 'select id, account_id, row_number() over (order by id) as nth from transfers'
  await client.query(
    `insert into ledgers (transfer_id, length, head)
     select id, $1, '\\x00' from transfers
     on conflict (transfer_id) do update set length = excluded.length`,
    [to],
  )
  await client.query(
    `insert into events (id, transfer_id, place, account_id, recipient_id, file_id, kind, actor_kind, reason, bytes, country, city,
       time_zone, device, at, hash)
     select 'e' || made.nth || '-' || place, made.id, place, made.account_id, made.id,
       case when place % 5 between 1 and 3 then made.id end,
       (array['opened', 'begun', 'delivered', 'finished', 'visited'])[1 + place % 5],
       case when place % 5 = 4 then 'bot' else 'human' end,
       case when place % 5 = 4 then 'mail-scanner' end, 1000, (array['IN', 'CN', 'HK', 'DE', 'US'])[1 + made.nth % 5],
       'Bengaluru', 'Asia/Kolkata', 'Chrome on Windows',
       now() - interval '330 days' * ((made.nth * 7919 + place * 104729) % 1000003 / 1000003.0),
       decode(md5(made.nth || ' ' || place), 'hex')
     from (${all}) made, generate_series($1::int, $2::int) as place`,
    [from + 1, to],
  )
  await addUpAtOnce(client, to * 1_000_000)
  await client.query('vacuum analyze events, ledgers, counted, counted_fresh, counted_sums')
  await client.query('checkpoint')
}

/**
 * Adds all counts in one run, in the order of their index, without a time limit: a live server adds them every minute.
 */
async function addUpAtOnce({ host, port, user, password, database }: pg.Client, limit: number): Promise<void> {
  const pool = new pg.Pool({ host, port, user, password, database, max: 1 } as pg.PoolConfig)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  await sql`set work_mem = '256MB'`.execute(db)
  await addUp(db, limit)
  await db.destroy()
}
