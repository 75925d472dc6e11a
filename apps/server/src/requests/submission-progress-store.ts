import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { isOfTransfer } from '../transfers/index.ts'
import { completeUploads, openUploads, uploadState } from '../uploads/index.ts'
import { withoutItems } from './answer-store.ts'

/** Submissions in progress, and the progress of suppliers, updated as files arrive. The caller locks the request. */
type Db = Kysely<Database>

export interface PendingSubmission {
  upload_id: string
  account_id: string
  request_id: string
  supplier_id: string
  item_ids: string[]
  note: string
  /** Answers that are sent with the files. */
  answers: Array<{ item: string; answer: string[] }>
  /** The public key that its files are sealed for; null: they are unsealed. */
  sealed_for: string | null
}

/**
 * Updates what is stored with an upload that began before; false where there is none. Answers to other questions, which
 * another device of the supplier may have sent, stay.
 */
export async function updatePending(
  tx: Db,
  uploadId: string,
  more: { itemIds: string[]; note: string; answers: PendingSubmission['answers'] },
): Promise<boolean> {
  const others = withoutItems(more.answers.map(({ item }) => item))
  const answers = sql<string>`${others} || ${JSON.stringify(more.answers)}::jsonb`
  const row = await tx
    .updateTable('submission_drafts')
    .set({ item_ids: more.itemIds, note: more.note, answers })
    .where('upload_id', '=', uploadId)
    .returning('upload_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Begins a submission if the request accepts any, by the database's clock, and belongs to the account whose storage the
 * upload uses; false where it does not.
 */
export async function insertPending(tx: Db, pending: Omit<PendingSubmission, 'account_id'>): Promise<boolean> {
  const { rows } = await sql`
    insert into submission_drafts (upload_id, request_id, supplier_id, item_ids, note, sealed_for, answers)
    select ${pending.upload_id}, r.id, ${pending.supplier_id}, ${pending.item_ids}::text[], ${pending.note}, ${pending.sealed_for},
      ${JSON.stringify(pending.answers)}::jsonb
    from requests r join account_facts a on a.id = r.account_id
    join ${openUploads} u on u.id = ${pending.upload_id} and u.account_id = r.account_id
    where r.id = ${pending.request_id} and r.deleted_at is null and r.closed_at is null and r.paused_at is null
      and (r.expires_at is null or r.expires_at > now()) and a.deleted_at is null and a.suspended_at is null
      and r.sealing->>'publicKey' is not distinct from ${pending.sealed_for}::text
    returning upload_id`.execute(tx)
  return rows.length > 0
}

export async function findPending(db: Db, uploadId: string): Promise<PendingSubmission | null> {
  const row = await db
    .selectFrom('submission_drafts')
    .innerJoin('requests', 'requests.id', 'submission_drafts.request_id')
    .selectAll('submission_drafts')
    .select('requests.account_id')
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  return row ?? null
}

export async function deletePending(tx: Db, uploadId: string): Promise<void> {
  await tx.deleteFrom('submission_drafts').where('upload_id', '=', uploadId).execute()
}

/** What a supplier began and may still finish, latest first. */
export async function listPending(db: Db, supplierId: string) {
  const { rows } = await sql<{ upload: string; started_at: Date; expires_at: Date; bytes: number; files: number }>`
    select d.upload_id as upload, d.started_at, u.expires_at, u.bytes, cardinality(d.item_ids) as files
    from submission_drafts d join ${openUploads} u on u.id = d.upload_id
    where d.supplier_id = ${supplierId} and u.expires_at > now()
    order by d.started_at desc limit 20`.execute(db)
  return rows
}

/**
 * The caller locks the request. False where a submission exists, or is in progress, that is sealed for the current key,
 * or unsealed.
 */
export async function changeSealing(tx: Db, id: string, sealing: string | null): Promise<boolean> {
  const { rows } = await sql`
    update requests set sealing = ${sealing}::jsonb
    where id = ${id} and (sealing is not distinct from ${sealing}::jsonb or submission_count = 0 and not exists (
      select from submission_drafts d join ${openUploads} u on u.id = d.upload_id
      where d.request_id = requests.id and u.expires_at > now()
    )) returning id`.execute(tx)
  return rows.length > 0
}

/** Uploads in progress for one of these requests. */
export async function listPendingUploads(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from submission_drafts d join ${openUploads} u on u.id = d.upload_id
    where d.request_id = any(${[...ids]}::text[]) order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Recalculates who has sent everything: among these suppliers, or all. A supplier is complete who sent something, and
 * for every required item something that was not sent back. Complete suppliers get no reminders. Returns those who are
 * not complete.
 */
export async function settleSuppliers(
  tx: Db,
  requestId: string,
  supplierIds: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with before as (
      select p.id, p.completed_at is not null as was, p.removed_at is null as counts, greatest(
        (select count(*) from request_items s left join request_progress g on g.item_id = s.id and g.supplier_id = p.id
          where s.request_id = p.request_id and s.is_required and s.removed_at is null
            and (g.state is null or g.state = 'sent-back'))::int,
        case when exists (select from request_progress g where g.supplier_id = p.id and g.state <> 'sent-back')
          then 0 else 1 end) as missing
      from request_suppliers p
      where p.request_id = ${requestId}
        and (${supplierIds === null}::boolean or p.id = any(${[...(supplierIds ?? [])]}::text[]))
    ), after as (
      update request_suppliers p set missing_count = before.missing,
        completed_at = case when before.missing = 0 then coalesce(p.completed_at, now()) end,
        next_reminder_at = case when before.missing > 0 then p.next_reminder_at end
      from before where before.id = p.id
      returning p.id, before.was, before.counts, p.completed_at is not null as is_done
    ), completed as (
      update requests set complete_count = complete_count
        + (select count(*) filter (where is_done and not was) - count(*) filter (where was and not is_done)
          from after where counts)::int
      where id = ${requestId}
    )
    select id from after where not is_done and counts`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Whether all suppliers asked by mail have sent everything; false where there are none. The caller locks the request.
 */
export async function areAllComplete(tx: Db, requestId: string): Promise<boolean> {
  const { rows } = await sql<{ are: boolean | null }>`
    select bool_and(completed_at is not null) as are from request_suppliers
    where request_id = ${requestId} and kind = 'invited' and removed_at is null`.execute(tx)
  return rows[0]?.are ?? false
}

/** Adds files to a supplier's item; false where the item would exceed its limit, or was accepted. */
export async function addToItem(
  tx: Db,
  {
    supplierId,
    itemId,
    files,
    bytes,
    maxFiles,
  }: { supplierId: string; itemId: string; files: number; bytes: number; maxFiles: number | null },
): Promise<boolean> {
  const most = maxFiles ?? 2_147_483_647
  const { rows } = await sql`
    insert into request_progress as g (supplier_id, item_id, file_count, bytes, state)
    select ${supplierId}, ${itemId}, ${files}::int, ${bytes}::bigint, 'arrived' where ${files}::int <= ${most}::int
    on conflict (supplier_id, item_id) do update
    set file_count = g.file_count + excluded.file_count, bytes = g.bytes + excluded.bytes, state = 'arrived',
      note = '', changed_at = now()
    where g.state <> 'accepted' and g.file_count + excluded.file_count <= ${most}::int
    returning supplier_id`.execute(tx)
  return rows.length > 0
}

/** Counts a submission for its supplier and its request. */
export async function countSubmission(
  tx: Db,
  { requestId, supplierId, files, bytes }: { requestId: string; supplierId: string; files: number; bytes: number },
): Promise<void> {
  await sql`update request_suppliers set file_count = file_count + ${files}::int, bytes = bytes + ${bytes}::bigint,
    last_answer_at = now() where id = ${supplierId}`.execute(tx)
  await sql`update requests set submission_count = submission_count + 1, file_count = file_count + ${files}::int,
    bytes = bytes + ${bytes}::bigint, last_answer_at = now() where id = ${requestId}`.execute(tx)
}

/** A supplier's progress so far, by item. */
export async function listProgress(db: Db, supplierId: string) {
  return db.selectFrom('request_progress').selectAll().where('supplier_id', '=', supplierId).execute()
}

/** Accepts what came to an item; false where nothing did, or it was sent back. */
export async function acceptItem(tx: Db, supplierId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    update request_progress set state = 'accepted', note = '', changed_at = now()
    where supplier_id = ${supplierId} and item_id = ${itemId} and state <> 'sent-back' returning supplier_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Reopens an item; null where it has nothing, else whether it was not already open with this note. */
export async function sendItemBack(tx: Db, supplierId: string, itemId: string, note: string): Promise<boolean | null> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (
      select state, note from request_progress where supplier_id = ${supplierId} and item_id = ${itemId} for update
    )
    update request_progress g set state = 'sent-back', note = ${note}, file_count = 0, bytes = 0, changed_at = now()
    from before where g.supplier_id = ${supplierId} and g.item_id = ${itemId}
    returning before.state <> 'sent-back' or before.note <> ${note} as is_new`.execute(tx)
  return rows[0]?.is_new ?? null
}

/** Counters of requests and suppliers that differ from what they count. */
export async function listMiscountedRequests(db: Db): Promise<Array<{ id: string; what: string }>> {
  const { rows } = await sql<{ id: string; what: string }>`
    select r.id, 'suppliers of a request' as what from requests r left join lateral (
      select count(*) as n, count(p.completed_at) as done from request_suppliers p
      where p.request_id = r.id and p.removed_at is null
    ) p on true where r.supplier_count <> p.n or r.complete_count <> p.done
    union all
    select r.id, 'answers of a request' from requests r left join lateral (
      select count(*) as n, coalesce(sum(b.file_count), 0) as files, coalesce(sum(b.bytes), 0) as bytes
      from submissions b where b.request_id = r.id
    ) b on true where r.submission_count <> b.n or r.file_count <> b.files or r.bytes <> b.bytes
    union all
    select p.id, 'answers of somebody asked' from request_suppliers p left join lateral (
      select coalesce(sum(b.file_count), 0) as files, coalesce(sum(b.bytes), 0) as bytes
      from submissions b where b.supplier_id = p.id
    ) b on true where p.file_count <> b.files or p.bytes <> b.bytes
    union all
    select p.id, 'complete and not' from request_suppliers p join requests r on r.id = p.request_id
      where (p.completed_at is not null) <> (p.missing_count = 0) and r.deleted_at is null
    union all
    select g.supplier_id, 'progress with an item' from request_progress g left join lateral (
      select count(*) as n, coalesce(sum(f.bytes), 0) as bytes from submission_files i join stored_files f on f.id = i.file_id
      where i.supplier_id = g.supplier_id and i.item_id = g.item_id and i.sent_back_at is null
    ) i on true where g.file_count <> i.n or g.bytes <> i.bytes
    union all
    select b.id, 'submission of an upload that is ' || u.state
      from submissions b cross join lateral (select ${uploadState('b.upload_id')} as state) u
      where b.upload_id is not null and u.state <> 'complete'
    union all
    select b.id, 'submission of answers' from submissions b
      where b.upload_id is null and (b.file_count > 0 or b.answer_count = 0)
    union all
    select d.upload_id, 'pending submission of an upload that was submitted'
      from submission_drafts d join ${completeUploads} u on u.id = d.upload_id
    union all
    select i.file_id, 'sealed file among others, or the other way about'
      from submission_files i join requests r on r.id = i.request_id
      where (i.plain_bytes is null) <> (r.sealing is null) and r.deleted_at is null
    union all
    select i.file_id, 'size of a sealed file' from submission_files i join stored_files f on f.id = i.file_id
      where f.bytes <> 128 + i.plain_bytes + 16 * greatest(1, (i.plain_bytes + 65535) / 65536)
    order by 1 limit 1000`.execute(db)
  return rows
}

/** Complete uploads that belong to no submission and no transfer. */
export async function listStrayUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from ${completeUploads} u
    where not ${isOfTransfer('u.id')} and not exists (select from submissions b where b.upload_id = u.id)
    order by 1 limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many requests each workspace has. */
export async function countRequests(db: Db): Promise<Array<{ workspaceId: string; requests: number }>> {
  const { rows } = await sql<{ workspaceId: string; requests: number }>`
    select workspace_id as "workspaceId", count(*)::int as requests from requests group by 1 order by 1`.execute(db)
  return rows
}
