import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isPresent } from '../../platform/database/starting/presence.ts'
import { isWithdrawn } from './record-store.ts'

/** On what it rests that recipients have the files that stand, by the entries; and what is in doubt meanwhile. */
type Db = Kysely<Database>

/** Of one recipient's files together (`fileId` null), or of one file's recipients (`recipientId` null). */
export interface KnownRow {
  recipientId: string | null
  fileId: string | null
  finished: number
  /** Finished ones too. */
  arrived: number
  /** Those of the finished ones; with a null where an entry does not say. */
  evidence: Array<EvidenceKind | null>
  doubtBytes: number
  doubtFiles: number
  isDoubtEnd: boolean
  openBytes: number
  openFiles: number
  isOpenEnd: boolean
}

/** An answer is on its way to the recipient of the delivery: how it ends will tell what was read. */
const isRunning = sql<boolean>`exists (
  select from sendings s
  where s.recipient_id = d.recipient_id and s.ended_at is null and ${isPresent(sql<string>`s.node_id`)}
)`

/**
 * Of each recipient, and of each file. Whoever was removed, and what was withdrawn or taken out, is left out of the files'
 * rows; recipients' rows are about the files that stand.
 */
export async function listKnown(db: Db, transferId: string): Promise<KnownRow[]> {
  const { rows } = await sql<KnownRow>`
    with facts as (
      select d.recipient_id, d.file_id, true as stands, r.removed_at is null as is_counted,
        d.finished_at is not null as is_finished,
        d.finished_at is not null or files.bytes > 0 and d.bytes = files.bytes as has_arrived,
        case when d.finished_at is null and files.bytes > 0 and d.bytes = files.bytes and not ${isRunning}
          then files.bytes - d.read_bytes else 0 end as open_bytes,
        d.read_bytes > 0 and d.read_ranges = int8multirange(int8range(0, d.read_bytes)) as is_end,
        false as is_told, null::text as evidence, 0::int8 as doubt_bytes
      from recipients r join deliveries d on d.recipient_id = r.id
      join transfer_files tf on tf.transfer_id = r.transfer_id and tf.file_id = d.file_id and tf.removed_at is null
      join files on files.id = d.file_id join transfers on transfers.id = r.transfer_id
      where r.transfer_id = ${transferId} and not ${isWithdrawn}
      union all
      select e.recipient_id, file.id, false, false, false, false, 0, false, true, e.evidence, coalesce(e.doubt_bytes, 0)
      from events e cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
      where e.transfer_id = ${transferId} and e.kind = 'finished' and e.lane = 'human' and e.recipient_id is not null
    ), each as (
      select recipient_id, file_id, bool_or(is_counted) as is_counted, bool_or(is_finished) as is_finished,
        bool_or(has_arrived) as has_arrived, max(open_bytes) as open_bytes, bool_or(is_end) as is_end,
        max(evidence) as evidence, max(doubt_bytes) filter (where is_told) as doubt_bytes
      from facts group by recipient_id, file_id having bool_or(stands)
    )
    select of.r as "recipientId", of.f as "fileId",
      count(*) filter (where is_finished and is_shown)::int as finished,
      count(*) filter (where has_arrived and is_shown)::int as arrived,
      coalesce(array_agg(distinct evidence) filter (where is_finished and is_shown), '{}') as evidence,
      coalesce(sum(doubt_bytes) filter (where is_finished and is_shown), 0)::int8 as "doubtBytes",
      count(*) filter (where is_finished and is_shown and doubt_bytes > 0)::int as "doubtFiles",
      coalesce(bool_and(is_end) filter (where is_finished and is_shown and doubt_bytes > 0), false) as "isDoubtEnd",
      coalesce(sum(open_bytes) filter (where is_shown), 0)::int8 as "openBytes",
      count(*) filter (where open_bytes > 0 and is_shown)::int as "openFiles",
      coalesce(bool_and(is_end) filter (where open_bytes > 0 and is_shown), false) as "isOpenEnd"
    from each cross join lateral (values (recipient_id, null, true), (null, file_id, is_counted)) as of (r, f, is_shown)
    group by of.r, of.f`.execute(db)
  return rows
}
