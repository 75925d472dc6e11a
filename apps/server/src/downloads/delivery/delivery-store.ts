import type { EvidenceKind, FileEvidence } from '@waybill/contract/tracking/evidence'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What a recipient has of each file, in merged ranges: the only count of downloads. */
type Db = Kysely<Database>

/** A half-open range of a file that arrived; an empty one of an empty file. */
export interface FileRange {
  fileId: string
  from: number
  to: number
}

/** Notes that bytes of these files are being sent. Returns those of which none were sent before. */
export async function beginDeliveries(
  tx: Db,
  recipientId: string,
  fileIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ file_id: string; is_new: boolean }>`
    insert into deliveries as d (recipient_id, file_id, began_at)
    select ${recipientId}, given, ${at}::timestamptz from unnest(${[...fileIds]}::text[]) as given
    on conflict (recipient_id, file_id) do update set changed_at = now() where d.finished_at is null
    returning file_id, xmax = 0 as is_new`.execute(tx)
  return rows.flatMap((row) => (row.is_new ? [row.file_id] : []))
}

/** The state of files after what a connection delivered. */
export interface Brought {
  arrived: readonly FileRange[]
  read: readonly FileRange[]
  /** Had counted as arrived before. What another connection read of it stays. */
  takenBack: readonly FileRange[]
  evidence: EvidenceKind
}

/** What is known about a file after a merge. */
export type MergedFile = Pick<FileEvidence, 'bytes' | 'arrivedBytes' | 'readBytes'> & {
  fileId: string
  /** The merge brought a range that was read. An empty file has no bytes to count, so this finishes it. */
  wasRead: boolean
  /** The evidence for its parts. */
  hasHanded: boolean
  hasSent: boolean
}

/**
 * Merges what arrived and what was read of files that have begun and are not finished. Returns what is now known about
 * each.
 */
export async function mergeDeliveries(
  tx: Db,
  recipientId: string,
  { arrived, read, takenBack, evidence }: Brought,
): Promise<MergedFile[]> {
  const [handed, sent] = knownAfter(evidence)
  const { rows } = await sql<MergedFile>`
    with arrived as (${rangesOf(arrived)}), read as (${rangesOf(read)}), gone as (${rangesOf(takenBack)}), given as (
      select file_id, coalesce(a.ranges, '{}') as arrived, coalesce(r.ranges, '{}') as read,
        coalesce(g.ranges, '{}') as gone, r.ranges is not null as was_read
      from arrived a full join read r using (file_id) full join gone g using (file_id)
    ), kept as (
      select g.*, d.read_ranges, d.handed_ranges, d.sent_ranges,
        case when g.gone = '{}' then d.ranges else d.ranges - g.gone + d.read_ranges end as ranges
      from given g join deliveries d on d.file_id = g.file_id and d.recipient_id = ${recipientId}
      where d.finished_at is null
    ), merged as (
      select file_id, ranges + arrived + read as ranges, read_ranges + read as read_ranges, was_read,
        ${handed} + (read - ranges - arrived) as handed_ranges, ${sent} as sent_ranges
      from kept
    )
    update deliveries d
    set ranges = m.ranges, read_ranges = m.read_ranges, changed_at = now(),
      bytes = ${lengthOf(sql`m.ranges`)}, read_bytes = ${lengthOf(sql`m.read_ranges`)},
      handed_ranges = m.handed_ranges, sent_ranges = m.sent_ranges
    from merged m join stored_files f on f.id = m.file_id
    where d.recipient_id = ${recipientId} and d.file_id = m.file_id
    returning d.file_id as "fileId", f.bytes, d.bytes as "arrivedBytes", d.read_bytes as "readBytes",
      m.was_read as "wasRead", d.handed_ranges <> '{}' as "hasHanded", d.sent_ranges <> '{}' as "hasSent"`.execute(tx)
  return rows
}

/** Ranges known to have been handed to a proxy, and to have been sent by one: the better evidence for a byte wins. */
function knownAfter(evidence: EvidenceKind): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const [handed, sent] = [sql`(handed_ranges * ranges)`, sql`(sent_ranges * ranges)`]
  if (evidence === 'handed-over') return [sql`${handed} + (arrived - ranges)`, sent]
  if (evidence === 'received') return [sql`${handed} - arrived`, sql`${sent} - arrived`]
  return [sql`${handed} - arrived`, sql`${sent} + (arrived - ranges) + (arrived * handed_ranges)`]
}

const rangesOf = (fileRanges: readonly FileRange[]) => sql`
  select file_id, range_agg(int8range(from_byte, to_byte)) as ranges
  from unnest(
    ${fileRanges.map(({ fileId }) => fileId)}::text[],
    ${fileRanges.map(({ from }) => from)}::int8[],
    ${fileRanges.map(({ to }) => to)}::int8[]
  ) as file_range (file_id, from_byte, to_byte)
  group by file_id`

const lengthOf = (ranges: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(upper(r) - lower(r)), 0)::int8 from unnest(${ranges}) as r)`

/**
 * Marks the files inside these ranges as delivered by one connection, which was cut; `read` is what it read of them.
 * Where anything else was read, another connection delivered a part too.
 */
export async function markCutWhole(
  tx: Db,
  recipientId: string,
  { fileRanges, read }: { fileRanges: readonly FileRange[]; read: readonly FileRange[] },
): Promise<void> {
  await sql`
    update deliveries d set is_cut_whole = true
    from (${rangesOf(fileRanges)}) given join stored_files f on f.id = given.file_id
    left join (${rangesOf(read)}) known on known.file_id = given.file_id
    where d.recipient_id = ${recipientId} and d.file_id = given.file_id and d.finished_at is null
      and given.ranges @> int8range(0, f.bytes) and d.read_ranges <@ coalesce(known.ranges, '{}')`.execute(tx)
}

/** A connection that was read in order has delivered a part of these files. */
export async function unmarkCutWhole(tx: Db, recipientId: string, fileIds: readonly string[]): Promise<void> {
  await sql`
    update deliveries set is_cut_whole = false
    where recipient_id = ${recipientId} and file_id = any(${[...fileIds]}::text[]) and is_cut_whole`.execute(tx)
}

/** Files that have fully arrived, but are not known to have been read. */
export type DoubtfulFile = Omit<FileEvidence, 'isQuiet'> &
  Pick<MergedFile, 'fileId' | 'hasHanded' | 'hasSent'> & { quietSeconds: number }

export async function listDoubtful(tx: Db, recipientId: string): Promise<DoubtfulFile[]> {
  const { rows } = await sql<DoubtfulFile>`
    select d.file_id as "fileId", f.bytes, d.bytes as "arrivedBytes", d.read_bytes as "readBytes",
      d.is_cut_whole as "isCutWhole", d.handed_ranges <> '{}' as "hasHanded", d.sent_ranges <> '{}' as "hasSent",
      extract(epoch from now() - d.changed_at)::float8 as "quietSeconds"
    from deliveries d join stored_files f on f.id = d.file_id
    where d.recipient_id = ${recipientId} and d.finished_at is null and f.bytes > 0 and d.bytes = f.bytes
    order by d.file_id`.execute(tx)
  return rows
}

/** A file that a recipient has, as of a moment, with its bytes in doubt and its evidence. */
export interface FinishedFile {
  fileId: string
  doubtBytes: number
  evidence: EvidenceKind
}

export async function finishDeliveries(
  tx: Db,
  recipientId: string,
  files: readonly FinishedFile[],
  at: Date,
): Promise<void> {
  await sql`
    update deliveries d set finished_at = ${at}::timestamptz, doubt_bytes = given.doubt, evidence = given.evidence
    from unnest(
      ${files.map(({ fileId }) => fileId)}::text[],
      ${files.map(({ doubtBytes }) => doubtBytes)}::int8[],
      ${files.map(({ evidence }) => evidence)}::text[]
    ) as given (file_id, doubt, evidence)
    where d.recipient_id = ${recipientId} and d.file_id = given.file_id and d.finished_at is null`.execute(tx)
}

/** Whether the recipient has each of these files completely. */
export async function hasFinished(tx: Db, recipientId: string, fileIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ finished: number }>`
    select count(*)::int as finished from deliveries
    where recipient_id = ${recipientId} and file_id = any(${[...fileIds]}::text[]) and finished_at is not null`.execute(
    tx,
  )
  return fileIds.length > 0 && rows[0]?.finished === fileIds.length
}

/** Whether the recipient has downloaded every file of the transfer that is not withdrawn. */
export async function hasEveryFile(tx: Db, recipientId: string): Promise<boolean> {
  const { rows } = await sql<{ has_all: boolean }>`
    select not exists (
      select 1 from recipient_facts r
      join transfer_contents tf on tf.transfer_id = r.transfer_id and tf.removed_at is null
      join stored_files f on f.id = tf.file_id and f.withdrawn_at is null
      left join deliveries d on d.recipient_id = r.id and d.file_id = f.id
      where r.id = ${recipientId} and d.finished_at is null
    ) as has_all`.execute(tx)
  return rows[0]?.has_all ?? false
}

/** Recipients of a transfer who finished one of its current available files, and are not known to have all. */
export async function listWaitingDeliveries(db: Db, transferId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from recipient_facts r
    where r.transfer_id = ${transferId} and r.finished_at is null and r.removed_at is null and exists (
      select 1 from deliveries d join transfer_contents tf on tf.file_id = d.file_id and tf.transfer_id = r.transfer_id
      join stored_files f on f.id = d.file_id
      where d.recipient_id = r.id and d.finished_at is not null and tf.removed_at is null and f.withdrawn_at is null
    )`.execute(db)
  return rows.map(({ id }) => id)
}
