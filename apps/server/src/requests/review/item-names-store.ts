import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/**
 * The items of a request that are named, also those it does not ask for any more: what was begun for them may finish.
 */
export async function listItemsNamed(db: Kysely<Database>, requestId: string, ids: readonly string[]) {
  return db
    .selectFrom('request_items')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .execute()
}
