import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, EventsTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type EventRow = Selectable<EventsTable>

/** What all events of one request have alike. */
export type EventScenery = Pick<
  EventRow,
  'transfer_id' | 'recipient_id' | 'lane' | 'reason' | 'ip' | 'country' | 'city' | 'time_zone' | 'device'
>
export type NewEvent = Pick<EventRow, 'id' | 'kind' | 'file_id' | 'bytes'>

const ROWS_PER_FORGETTING = 10_000

/** Adds events in one statement, however many: a zip begins and finishes thousands of files. */
export async function insertEvents(db: Db, scenery: EventScenery, events: readonly NewEvent[]): Promise<void> {
  await sql`
    insert into events (id, kind, file_id, bytes, transfer_id, recipient_id, lane, reason, ip, country, city,
      time_zone, device)
    select given.id, given.kind, given.file_id, given.bytes, ${scenery.transfer_id}, ${scenery.recipient_id},
      ${scenery.lane}, ${scenery.reason}, ${scenery.ip}::inet, ${scenery.country}, ${scenery.city},
      ${scenery.time_zone}, ${scenery.device}
    from unnest(
      ${events.map(({ id }) => id)}::text[],
      ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ file_id }) => file_id)}::text[],
      ${events.map(({ bytes }) => bytes)}::int8[]
    ) as given (id, kind, file_id, bytes)`.execute(db)
}

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

/** Drops the addresses of events older than `days`; 0 drops all. Returns how many. */
export async function forgetAddressesBefore(db: Db, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const { numUpdatedRows } = await db
      .updateTable('events')
      .set({ ip: null })
      .where('id', 'in', (where) =>
        where
          .selectFrom('events')
          .select('id')
          .where('ip', 'is not', null)
          .where('at', '<=', sql<Date>`now() - make_interval(days => ${days})`)
          .limit(ROWS_PER_FORGETTING),
      )
      .executeTakeFirst()
    total += Number(numUpdatedRows)
    if (numUpdatedRows < ROWS_PER_FORGETTING) return total
  }
}
