import type pg from 'pg'
import { OWNER } from './dashboard-rows.ts'

/** The months of the last year, as partitions; those to come are made by the server. */
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
 * Brings the ledgers of the owner's transfers from `from` to `to` entries each, over the last year: four in five of
 * people. Their hashes are made up: reading asks nothing of them.
 */
export async function fillLedgers(client: pg.Client, from: number, to: number): Promise<void> {
  const own = `select id, row_number() over (order by id) as nth from transfers where account_id = $1`
  await client.query(
    `insert into events (id, transfer_id, place, account_id, recipient_id, kind, lane, reason, bytes, country, city,
       time_zone, device, at, hash)
     select 'e' || own.nth || '-' || place, own.id, place, $1, 'r' || own.nth || '-' || place % 40,
       (array['opened', 'begun', 'delivered', 'finished', 'looked'])[1 + place % 5],
       case when place % 5 = 4 then 'machine' else 'human' end,
       case when place % 5 = 4 then 'mail-scanner' end, 1000, (array['IN', 'CN', 'HK', 'DE', 'US'])[1 + place % 5],
       'Bengaluru', 'Asia/Kolkata', 'Chrome on Windows',
       now() - interval '11 months' * (1 - place / 3000.0), decode(md5(own.nth || ' ' || place), 'hex')
     from (${own}) own, generate_series($2::int, $3::int) as place`,
    [OWNER.id, from + 1, to],
  )
  await client.query(
    `insert into ledgers (transfer_id, length, head)
     select id, $2, '\\x00' from transfers where account_id = $1
     on conflict (transfer_id) do update set length = excluded.length`,
    [OWNER.id, to],
  )
  await client.query('vacuum analyze events, ledgers')
  await client.query('checkpoint')
}
