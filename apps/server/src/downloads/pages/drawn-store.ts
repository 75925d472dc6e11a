import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Those of these files that have a thumbnail. */
export async function listDrawn(db: Kysely<Database>, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...fileIds]}::text[]) as asked (id) where has_thumbnail(id)`.execute(db)
  return rows.map(({ id }) => id)
}
