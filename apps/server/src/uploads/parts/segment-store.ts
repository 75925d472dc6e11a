import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Which segments of blobs hold their parts. */
type Db = Kysely<Database>

/**
 * The segments that the parts of a finished blob lie in, none where its bytes were removed. Null where it may still take
 * parts. It stays finished until the transaction ends.
 */
export async function lockFinishedBlob(tx: Db, blobId: string): Promise<Set<string> | null> {
  const blob = await tx
    .selectFrom('blobs')
    .select(['removed_at'])
    .where('id', '=', blobId)
    .where('completed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (blob === undefined) return null
  if (blob.removed_at !== null) return new Set()
  const rows = await tx.selectFrom('parts').select('segment').distinct().where('blob_id', '=', blobId).execute()
  return new Set(rows.map(({ segment }) => segment))
}

interface LeftSegment {
  id: string
  key: string
  segment: string
}

/** Of these stored segments those that are of a finished blob and hold no part of it. */
export async function listLeftSegments(
  db: Db,
  stored: ReadonlyArray<{ key: string; segment: string }>,
): Promise<LeftSegment[]> {
  const keys = stored.map(({ key }) => key)
  const segments = stored.map(({ segment }) => segment)
  const { rows } = await sql<LeftSegment>`
    select b.id, b.key, s.segment
    from unnest(${keys}::text[], ${segments}::text[]) as s (key, segment) join blobs b on b.key = s.key
    where b.store = 'disk' and b.completed_at is not null and (b.removed_at is not null
      or not exists (select 1 from parts p where p.blob_id = b.id and p.segment = s.segment))
    order by b.id`.execute(db)
  return rows
}
