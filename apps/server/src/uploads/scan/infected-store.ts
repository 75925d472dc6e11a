import { type Kysely, sql } from 'kysely'
import type { TimeCursor } from '../../platform/cursor.ts'
import { cursorInstant } from '../../platform/database/cursor-instant.ts'
import type { Database } from '../../platform/database/schema.ts'
import { BLOCKED, holdBlocks } from '../finish/file-store.ts'

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

export interface ClearedFile {
  id: string
  bytes: number
  /** The operator has blocked its content: it stays withdrawn for that, until the block is lifted. */
  isBlocked: boolean
}

/**
 * Ends the scanner's verdict about an infected file and those of the same content, at most 500. They open again where the
 * operator has not blocked the content. None of them is scanned again.
 *
 * @returns them; none where there is no such file, or its bytes are gone
 */
export async function clearInfectedFiles(tx: Db, fileId: string): Promise<ClearedFile[]> {
  await holdBlocks(tx)
  const { rows } = await sql<ClearedFile>`
    with named as (select id, sha256 from files where id = ${fileId} and ${isInfected}),
      judged as (
        select f.id, exists (select from blocked_hashes b where b.sha256 = f.sha256) as is_blocked
        from files f
        where ${isInfected} and (f.id = (select id from named) or f.sha256 = (select sha256 from named))
        order by f.id = ${fileId} desc, f.id limit ${MOST_AT_ONCE} for update of f
      )
    update files f set withdrawn_at = case when j.is_blocked then f.withdrawn_at end,
      withdrawn_because = case when j.is_blocked then ${BLOCKED} end,
      scan_state = 'not-scanned', scan_because = 'cleared'
    from judged j where j.id = f.id
    returning f.id, f.bytes, j.is_blocked as "isBlocked"`.execute(tx)
  return rows
}
