import { sql } from 'kysely'

/**
 * The instant of a cursor, from its microseconds: compared with a column, it lets an index find where a page begins. No
 * list of ours writes one before 1970; such a one counts as 1970, because `timestamptz` begins long after bigint does.
 */
export const cursorInstant = (micros: number) =>
  sql<Date>`('epoch'::timestamptz + greatest(${micros}::int8, 0) * interval '1 microsecond')`
