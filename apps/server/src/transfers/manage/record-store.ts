import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { isPresent } from '../../platform/database/starting/presence.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'

/** Everything that a transfer's owner sees about it, and the evidence that recipients have the files. */
type Db = Kysely<Database>

/**
 * For `files` and `transfers`: the file differs from what was sent. Files deleted with their transfer are still on
 * record.
 */
const isWithdrawn = sql<boolean>`(files.withdrawn_at is not null and not coalesce(
  files.withdrawn_because = 'deleted' and files.withdrawn_at >= transfers.deleted_at, false))`

const LATEST_DOWNLOADS = 200
/** The number of listed devices of an open link. */
const LATEST_DEVICES = 100

export interface RecordHead {
  id: string
  account_id: string | null
  expiry_seconds: number
  sender_country: string | null
  sender_city: string | null
  is_paused: boolean
  has_password: boolean
  download_limit: number | null
  only_proven: boolean
  alert_mode: AlertMode | null
  remind_recipients: boolean | null
}

/** By slug or by id, including a deleted one with a record; null for unknown, erased and unreadable ones. */
export async function findRecordHead(
  db: Db,
  readerId: string,
  named: { slug: string } | { id: string },
): Promise<RecordHead | null> {
  const row = await db
    .selectFrom('transfers')
    .select([
      'id',
      'account_id',
      'expiry_seconds',
      'sender_country',
      'sender_city',
      'download_limit',
      'only_proven',
      'alert_mode',
    ])
    .select('remind_recipients')
    .select(sql<boolean>`paused_at is not null`.as('is_paused'))
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where(sql<boolean>`sees_transfer(id, ${readerId})`)
    .where('record_erased_at', 'is', null)
    .$if('slug' in named, (query) => query.where('slug', '=', (named as { slug: string }).slug))
    .$if('id' in named, (query) => query.where('id', '=', (named as { id: string }).id))
    .executeTakeFirst()
  return row ?? null
}

/** Whether the account may read the transfer's record. */
export async function seesTransfer(db: Db, transferId: string, readerId: string): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`select sees_transfer(${transferId}, ${readerId}) as sees`.execute(db)
  return rows[0]?.sees ?? false
}

/** Those of these transfers that accounts of the workspace sent, with who did. */
export async function listSendersAmong(
  db: Db,
  workspaceId: string,
  named: { ids: readonly string[] } | { slug: string },
): Promise<Array<{ id: string; accountId: string }>> {
  const isNamed = 'ids' in named ? sql`id = any(${[...named.ids]}::text[])` : sql`slug = ${named.slug}`
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from transfers where ${isNamed} and workspace_id = ${workspaceId}`.execute(db)
  return rows
}

export interface RecordFile {
  id: string
  path: string
  bytes: number
  sha256: Buffer | null
  added_at: Date
  is_withdrawn: boolean
  scan_state: string | null
  scan_because: string | null
  replaces_file_id: string | null
  has_thumbnail: boolean
}

/** The transfer's files, in the sender's order. */
export async function listRecordFiles(db: Db, transferId: string): Promise<RecordFile[]> {
  return db
    .selectFrom('transfer_files')
    .innerJoin('stored_files as files', 'files.id', 'transfer_files.file_id')
    .innerJoin('transfers', 'transfers.id', 'transfer_files.transfer_id')
    .select(['files.id', 'files.bytes', 'files.sha256', 'transfer_files.path', 'transfer_files.added_at'])
    .select(['transfer_files.replaces_file_id', isWithdrawn.as('is_withdrawn')])
    .select(['files.scan_state', 'files.scan_because'])
    .select(sql<boolean>`has_thumbnail(files.id) and files.withdrawn_at is null`.as('has_thumbnail'))
    .where('transfer_files.transfer_id', '=', transferId)
    .where('transfer_files.removed_at', 'is', null)
    .orderBy('transfer_files.position')
    .execute()
}

export interface RecordRecipient {
  id: string
  address: string | null
  name: string | null
  company: string | null
  /** A device of the open link. */
  is_device: boolean
  device: string | null
  is_rest: boolean
  opened_at: Date | null
  finished_at: Date | null
  is_removed: boolean
  delivered_bytes: number
  files_finished: number
  downloads: number
  current: { path: string; bytes: number; delivered: number } | null
  stalled_at: Date | null
  country: string | null
  city: string | null
  /** Of the newest mail with their link; null where none was written yet. */
  mail: 'queued' | 'accepted' | 'refused' | null
}

/**
 * In the order of insertion, including removed ones; then the latest devices of an open link that did something. The
 * link itself shows the state of the device with the most progress.
 */
export async function listRecordRecipients(db: Db, transferId: string): Promise<RecordRecipient[]> {
  const { rows } = await sql<RecordRecipient>`
    with standing as materialized (
      select tf.file_id from transfer_files tf join stored_files as files on files.id = tf.file_id
      join transfers on transfers.id = tf.transfer_id
      where tf.transfer_id = ${transferId} and tf.removed_at is null and not ${isWithdrawn}
    ), shown as materialized (
      select id from recipients where transfer_id = ${transferId} and link_id is null
      union all (
        select d.id from recipients link join recipients d on d.link_id = link.id
        where link.transfer_id = ${transferId} and link.address is null and link.link_id is null
          and (d.opened_at is not null or exists (select from delivery_facts where recipient_id = d.id))
        order by d.is_rest desc, d.created_at desc limit ${LATEST_DEVICES}
      )
    )
    select r.id, r.address, r.name, r.company, r.link_id is not null as is_device, r.device, r.is_rest,
      opened_by_any(r.id, r.opened_at) as opened_at, finished_by_any(r.id, r.finished_at) as finished_at,
      r.removed_at is not null as is_removed, got.delivered_bytes, got.files_finished, got.downloads, taking.current, mailed.mail,
      case when r.link_id is null then seen.country else coalesce(r.country, seen.country) end as country,
      case when r.link_id is null then seen.city when r.country is null then seen.city else r.city end as city,
      case when moved.kind = 'stalled' and not exists (
        select 1 from delivery_facts d where d.recipient_id = r.id and d.changed_at > moved.at
      ) then moved.at end as stalled_at
    from shown join recipients r on r.id = shown.id
    cross join lateral (
      select coalesce(max(delivered_bytes), 0)::int8 as delivered_bytes,
        coalesce(max(files_finished), 0)::int as files_finished, coalesce(sum(downloads), 0)::int as downloads
      from (
        select coalesce(sum(d.bytes) filter (where tf.removed_at is null), 0) as delivered_bytes,
          count(d.finished_at) filter (where d.file_id in (select file_id from standing)) as files_finished,
          count(d.finished_at) as downloads
        from delivery_facts d
        join transfer_files tf on tf.transfer_id = r.transfer_id and tf.file_id = d.file_id
        where d.recipient_id = any(array(
          select r.id union all select device.id from recipients device where device.link_id = r.id
        ))
        group by d.recipient_id
      ) of_each
    ) got
    left join lateral (
      select json_build_object('path', tf.path, 'bytes', f.bytes, 'delivered', d.bytes) as current
      from delivery_facts d
      join transfer_files tf on tf.transfer_id = r.transfer_id and tf.file_id = d.file_id and tf.removed_at is null
      join stored_files f on f.id = d.file_id and f.withdrawn_at is null
      where d.recipient_id = r.id and d.finished_at is null and d.bytes > 0
      order by d.changed_at desc, d.file_id limit 1
    ) taking on true
    left join lateral (
      select kind, at from event_facts
      where recipient_id = r.id and actor_kind = 'human' and kind in ('begun', 'delivered', 'finished', 'stalled')
      order by at desc, place desc limit 1
    ) moved on true
    left join lateral (
      select country, city from event_facts
      where recipient_id = r.id and actor_kind = 'human' and country is not null order by at desc limit 1
    ) seen on true
    left join lateral (
      select case when bounced_at is not null then 'refused' when accepted_at is not null then 'accepted'
        when given_up_at is not null then 'refused' else 'queued' end
        as mail
      from ${mailsToRecipient('r.id')} m where template in ('files-arrived', 'files-arrived-again')
      order by created_at desc limit 1
    ) mailed on true
    order by r.position, case when r.link_id is null then r.created_at end, r.created_at desc, r.id`.execute(db)
  return rows
}

/** Finished downloads, latest first. */
export async function listRecordDownloads(
  db: Db,
  transferId: string,
): Promise<Array<{ country: string | null; at: Date }>> {
  return db
    .selectFrom('event_facts as events')
    .select(['country', 'at'])
    .where('transfer_id', '=', transferId)
    .where('kind', '=', 'finished')
    .orderBy('at', 'desc')
    .limit(LATEST_DOWNLOADS)
    .execute()
}

/** For one recipient's files together (`fileId` null), or for one file's recipients (`recipientId` null). */
export interface KnownRow {
  recipientId: string | null
  fileId: string | null
  finished: number
  /** Including finished ones. */
  arrived: number
  /** Of the finished ones; includes null where an entry has none. */
  evidence: Array<EvidenceKind | null>
  doubtBytes: number
  doubtFiles: number
  isDoubtEnd: boolean
  openBytes: number
  openFiles: number
  isOpenEnd: boolean
}

/** An answer to the delivery's recipient is in progress: its end will show what was read. */
const isRunning = sql<boolean>`exists (select from senders_of(d.recipient_id) as node where ${isPresent(sql<string>`node`)})`

/**
 * For each recipient, and for each file. Rows of files exclude removed recipients and withdrawn or removed files; rows
 * of recipients cover the current files.
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
      from recipients r join delivery_facts d on d.recipient_id = r.id
      join transfer_files tf on tf.transfer_id = r.transfer_id and tf.file_id = d.file_id and tf.removed_at is null
      join stored_files as files on files.id = d.file_id join transfers on transfers.id = r.transfer_id
      where r.transfer_id = ${transferId} and not ${isWithdrawn}
      union all
      select e.recipient_id, file.id, false, false, false, false, 0, false, true, e.evidence, coalesce(e.doubt_bytes, 0)
      from event_facts e cross join lateral files_counted(e.kind, e.file_id, e.files) as file (id)
      where e.transfer_id = ${transferId} and e.kind = 'finished' and e.actor_kind = 'human' and e.recipient_id is not null
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
