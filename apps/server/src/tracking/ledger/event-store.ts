import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { EventRow } from './ledger-store.ts'

type Db = Kysely<Database>

const ROWS_PER_FORGETTING = 10_000

/**
 * Whether the same kind of event of the same recipient, actor kind and device lies within the last `seconds`; where
 * `ip` is given, from no other address that is still kept.
 */
export async function hasRecentEvent(
  db: Db,
  event: Pick<EventRow, 'transfer_id' | 'recipient_id' | 'kind' | 'actor_kind' | 'device'>,
  seconds: number,
  ip: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('transfer_id', '=', event.transfer_id)
    .where('recipient_id', 'is not distinct from', event.recipient_id)
    .where('kind', '=', event.kind)
    .where('actor_kind', '=', event.actor_kind)
    .where('device', 'is not distinct from', event.device)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .$if(ip !== null, (query) =>
      query.where(
        sql<boolean>`not exists (select from event_ips i where i.event_id = events.id and i.ip <> ${ip}::inet)`,
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a personal link was opened by a person before, and never with this device nor from this network, as far as
 * addresses are still kept: it has probably been forwarded. Each device is told once.
 */
export async function looksForwarded(
  db: Db,
  seen: { transferId: string; recipientId: string; device: string | null; ip: string },
): Promise<boolean> {
  const { rows } = await sql<{ before: number; alike: number }>`
    select count(*)::int as before, count(*) filter (
      where e.device is not distinct from ${seen.device}
        or i.ip <<= set_masklen(${seen.ip}::inet, case family(${seen.ip}::inet) when 4 then 24 else 48 end)
    )::int as alike
    from events e left join event_ips i on i.event_id = e.id
    where e.transfer_id = ${seen.transferId} and e.recipient_id = ${seen.recipientId} and e.actor_kind = 'human'
      and e.kind in ('opened', 'begun', 'forwarded')`.execute(db)
  const { before = 0, alike = 0 } = rows[0] ?? {}
  return before > 0 && alike === 0
}

/** Forgets network addresses older than `days`, with their salts; 0 forgets all. Returns how many. */
export async function forgetIpsBefore(db: Db, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const { numDeletedRows } = await db
      .deleteFrom('event_ips')
      .where('event_id', 'in', (where) =>
        where
          .selectFrom('event_ips')
          .select('event_id')
          .where('at', '<=', sql<Date>`now() - make_interval(days => ${days})`)
          .limit(ROWS_PER_FORGETTING),
      )
      .executeTakeFirst()
    total += Number(numDeletedRows)
    if (numDeletedRows < ROWS_PER_FORGETTING) return total
  }
}

/** Forgets the addresses of networks from which something was done with these transfers. */
export async function forgetIps(tx: Db, transferIds: readonly string[]): Promise<void> {
  await sql`
    delete from event_ips using events
    where event_ips.event_id = events.id and events.transfer_id = any(${[...transferIds]}::text[])`.execute(tx)
}
