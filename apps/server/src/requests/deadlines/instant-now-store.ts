import { sql } from 'kysely'

/** The database's present, for a column. */
export const instantNow = sql<Date>`now()`
