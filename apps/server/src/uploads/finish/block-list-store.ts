import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../../platform/cursor.ts'
import { cursorInstant } from '../../platform/database/cursor-instant.ts'
import type { Database } from '../../platform/database/schema.ts'
import { BLOCKED } from './file-store.ts'

export interface BlockedHash {
  sha256: Buffer
  /** Null as long as no file with it was stored here. */
  bytes: number | null
  note: string
  created_at: Date
  /** The same in microseconds, for the cursor. */
  createdMicros: number
  /** Stored files that have it and are withdrawn. */
  files: number
}

/** Blocked contents, newest first: all of them, or at most `take` that follow a cursor, whose id is the hash in hex. */
export async function listBlocks(
  db: Kysely<Database>,
  page?: { after: TimeCursor | null; take: number },
): Promise<BlockedHash[]> {
  const after = page?.after ?? null
  const { rows } = await sql<BlockedHash>`
    select b.sha256, b.bytes, b.note, b.created_at,
      (extract(epoch from b.created_at) * 1000000)::int8 as "createdMicros", (
        select count(*)::int from files f where f.sha256 = b.sha256 and f.withdrawn_because = ${BLOCKED}
      ) as files
    from blocked_hashes b
    where ${after === null ? sql`true` : sql`(b.created_at, encode(b.sha256, 'hex')) < (${cursorInstant(after.at)}, ${after.id}::text)`}
    order by b.created_at desc, encode(b.sha256, 'hex') desc limit ${page?.take ?? null}::int`.execute(db)
  return rows
}
