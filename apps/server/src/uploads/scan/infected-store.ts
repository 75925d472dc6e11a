import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../../platform/cursor.ts'
import { cursorInstant } from '../../platform/database/cursor-instant.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Files in which the scanner found something, for the operator. */
type Db = Kysely<Database>

export interface InfectedFile {
  id: string
  bytes: number
  /** Null: no job has read it yet. */
  sha256: Buffer | null
  /** What the scanner calls it. */
  finding: string
  scannedAt: Date
  /** The same in microseconds, for the cursor. */
  scannedMicros: number
}

/** Each may mail a sender. */
const MOST_AT_ONCE = 500

const isInfected = sql`withdrawn_because = 'infected' and deleted_at is null and bytes_removed_at is null`

/** At most `take`, the latest first. */
export async function listInfectedFiles(
  db: Db,
  { after, take }: { after: TimeCursor | null; take: number },
): Promise<InfectedFile[]> {
  const { rows } = await sql<InfectedFile>`
    select id, bytes, sha256, coalesce(scan_finding, '') as finding, scanned_at as "scannedAt",
      (extract(epoch from scanned_at) * 1000000)::int8 as "scannedMicros"
    from files where ${isInfected}
      and ${after === null ? sql`true` : sql`(scanned_at, id) < (${cursorInstant(after.at)}, ${after.id}::text)`}
    order by scanned_at desc, id desc limit ${take}`.execute(db)
  return rows
}

/**
 * Opens an infected file again, with those of the same content, at most 500. None of them is scanned again.
 *
 * @returns those that this opened; none where there is no such file, or its bytes are gone
 */
export async function clearInfectedFiles(
  tx: Db,
  fileId: string,
): Promise<Array<{ id: string; bytes: number; sha256: Buffer | null }>> {
  const { rows } = await sql<{ id: string; bytes: number; sha256: Buffer | null }>`
    with named as (select id, sha256 from files where id = ${fileId} and ${isInfected})
    update files set withdrawn_at = null, withdrawn_because = null, scan_state = 'not-scanned', scan_because = 'cleared'
    where id in (
      select id from files where ${isInfected} and (id = (select id from named) or sha256 = (select sha256 from named))
      order by id = ${fileId} desc, id limit ${MOST_AT_ONCE} for update
    ) returning id, bytes, sha256`.execute(tx)
  return rows
}
