import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { EventRow } from './ledger-store.ts'

type Db = Kysely<Database>

const ROWS_PER_FORGETTING = 10_000

/** Whether the same kind of event of the same recipient and lane lies within the last `seconds`. */
export async function hasRecentEvent(
  db: Db,
  event: Pick<EventRow, 'transfer_id' | 'recipient_id' | 'kind' | 'lane'>,
  seconds: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('transfer_id', '=', event.transfer_id)
    .where('recipient_id', 'is not distinct from', event.recipient_id)
    .where('kind', '=', event.kind)
    .where('lane', '=', event.lane)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
