import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Database, EventsTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type EventRow = Selectable<EventsTable>
export type NewEvent = Insertable<EventsTable>

const ROWS_PER_INSERT = 1_000
const ROWS_PER_FORGETTING = 10_000

export async function insertEvents(db: Db, rows: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await db
      .insertInto('events')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
  }
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
