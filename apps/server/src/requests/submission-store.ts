import type { Sealing } from '@waybill/contract/requests/shapes'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { NotableEntry } from '../notifications/index.ts'
import type { Database, SubmissionsTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import { renameFiles } from '../uploads/index.ts'
import { clearCommentsOf } from './comments/comment-store.ts'

/** Completed submissions and their files, as suppliers and requesters see them. */
type Db = Kysely<Database>

export type SubmissionRow = Selectable<SubmissionsTable>

/** For a FROM of another module: submitted files that still exist. */
export const arrivedFiles = sql`(
  select b.account_id, f.id, f.path, path_for_others(f.id, f.path) as path_for_others, f.bytes, f.sha256, b.arrived_at,
    coalesce(nullif(p.company, ''), nullif(p.name, ''), p.address) as sender
  from submissions b join submission_files i on i.submission_id = b.id join stored_files f on f.id = i.file_id
    join request_suppliers p on p.id = b.supplier_id
  where f.deleted_at is null and f.withdrawn_at is null)`

/** The library covers this many of the latest requests that are shared with a member. */
const LATEST_SHARED = 2_000

/** Files of the latest requests that are shared with a member of a team, as `arrivedFiles`. */
export const sharedArrivals = (memberId: string) => sql`(
  select arrived.*
  from (
    select request_id from request_shares where member_id = ${memberId}
    order by created_at desc, request_id desc limit ${sql.lit(LATEST_SHARED)}
  ) s join requests r on r.id = s.request_id and r.deleted_at is null
    join submission_files i on i.request_id = r.id join ${arrivedFiles} arrived on arrived.id = i.file_id)`

/** Whether a file, whose id is a column of the enclosing statement, arrived sealed. */
export const isSealedFile = (fileId: string) =>
  sql<boolean>`exists (select from submission_files where file_id = ${sql.ref(fileId)} and plain_bytes is not null)`

/** Whether an upload, whose id is a column of the enclosing statement, is a submission. */
export const isSubmission = (uploadId: string) =>
  sql<boolean>`exists (select from submissions where upload_id = ${sql.ref(uploadId)})`

export type NewSubmission = Omit<SubmissionRow, 'workspace_id' | 'arrived_at' | 'told_at'>

export interface NewSubmissionFile {
  fileId: string
  itemId: string
  position: number
  path: string
  originalName: string
  /** In the library. */
  libraryPath: string
  /** For a sealed one: the size of its content, and the claimed SHA-256 (hex) of it. */
  plainBytes: number | null
  claimedSha256: string | null
}

export async function insertSubmission(
  tx: Db,
  submission: NewSubmission,
  files: readonly NewSubmissionFile[],
): Promise<void> {
  await tx
    .insertInto('submissions')
    .values({ ...submission, workspace_id: workspaceOf(submission.account_id) })
    .execute()
  await sql`
    insert into submission_files (file_id, submission_id, request_id, supplier_id, item_id, position, path, original_name,
      plain_bytes, claimed_sha256)
    select given.file_id, ${submission.id}, ${submission.request_id}, ${submission.supplier_id}, given.item_id, given.position, given.path,
      given.original_name, given.plain_bytes, decode(given.claimed, 'hex')
    from unnest(${files.map(({ fileId }) => fileId)}::text[], ${files.map(({ itemId }) => itemId)}::text[],
      ${files.map(({ position }) => position)}::int[], ${files.map(({ path }) => path)}::text[],
      ${files.map(({ originalName }) => originalName)}::text[], ${files.map(({ plainBytes }) => plainBytes)}::int8[],
      ${files.map(({ claimedSha256 }) => claimedSha256)}::text[])
      as given (file_id, item_id, position, path, original_name, plain_bytes, claimed)`.execute(tx)
  await renameFiles(
    tx,
    files.map(({ fileId, libraryPath }) => ({ id: fileId, path: libraryPath })),
  )
}

/** What a supplier sent so far: the paths in use, and how many files ever came to each item. */
export async function listTaken(tx: Db, supplierId: string): Promise<Array<{ path: string; item_id: string }>> {
  return tx.selectFrom('submission_files').select(['path', 'item_id']).where('supplier_id', '=', supplierId).execute()
}

export async function findSubmissionOf(db: Db, uploadId: string): Promise<SubmissionRow | null> {
  const row = await db.selectFrom('submissions').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()
  return row ?? null
}

export async function findSubmission(db: Db, id: string): Promise<SubmissionRow | null> {
  return (await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export interface SubmissionFileRow {
  id: string
  submission_id: string
  item_id: string
  path: string
  original_name: string
  bytes: number
  sha256: Buffer | null
  checked_at: Date | null
  withdrawn_at: Date | null
  deleted_at: Date | null
  sent_back_at: Date | null
  plain_bytes: number | null
  claimed_sha256: Buffer | null
}

/** The files of submissions in order, `most` of each. */
export async function listSubmissionFiles(
  db: Db,
  submissionIds: readonly string[],
  most = 1_500,
): Promise<SubmissionFileRow[]> {
  const { rows } = await sql<SubmissionFileRow>`
    select f.id, i.submission_id, i.item_id, i.path, i.original_name, f.bytes, f.sha256, f.checked_at, f.withdrawn_at,
      f.deleted_at, i.sent_back_at, i.plain_bytes, i.claimed_sha256
    from submission_files i join stored_files f on f.id = i.file_id
    where i.submission_id = any(${[...submissionIds]}::text[]) and i.position < ${most}::int
    order by i.submission_id, i.position`.execute(db)
  return rows
}

/** The submissions with any of these files whose receipt and notice are still due. */
export async function listUntold(db: Db, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from submission_files i join submissions s on s.id = i.submission_id
    where i.file_id = any(${[...fileIds]}::text[]) and s.told_at is null
    order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A supplier's submissions, latest first. */
export async function listSubmissionsOf(db: Db, supplierId: string): Promise<SubmissionRow[]> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('supplier_id', '=', supplierId)
    .orderBy('arrived_at', 'desc')
    .limit(50)
    .execute()
}

/** Marks a supplier's files for an item as sent back. */
export async function markSentBack(tx: Db, supplierId: string, itemId: string): Promise<void> {
  await tx
    .updateTable('submission_files')
    .set({ sent_back_at: sql<Date>`now()` })
    .where('supplier_id', '=', supplierId)
    .where('item_id', '=', itemId)
    .where('sent_back_at', 'is', null)
    .execute()
}

export async function findAnswer(db: Db, fileId: string) {
  const row = await db
    .selectFrom('submission_files')
    .innerJoin('stored_files as files', 'files.id', 'submission_files.file_id')
    .select(['file_id', 'request_id', 'supplier_id', 'item_id', 'original_name', 'files.bytes'])
    .select(sql<boolean>`coalesce(files.withdrawn_because = 'blocked', false)`.as('isBlocked'))
    .select(sql<boolean>`coalesce(files.withdrawn_because = 'infected', false)`.as('isInfected'))
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return row ?? null
}

/** Stops counting one file for its item; false where it did not count. An item without files is open again. */
export async function takeAnswerBack(
  tx: Db,
  { file_id, supplier_id, item_id, bytes }: { file_id: string; supplier_id: string; item_id: string; bytes: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('submission_files')
    .set({ sent_back_at: sql<Date>`now()` })
    .where('file_id', '=', file_id)
    .where('sent_back_at', 'is', null)
    .returning('file_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await sql`update request_progress set file_count = file_count - 1, bytes = bytes - ${bytes}::bigint,
    state = case when file_count = 1 then 'sent-back' else state end, changed_at = now()
    where supplier_id = ${supplier_id} and item_id = ${item_id}`.execute(tx)
  return true
}

/** Returns the submission, once: the caller that gets it reports it. */
export async function claimTelling(tx: Db, id: string): Promise<SubmissionRow | null> {
  const row = await tx
    .updateTable('submissions')
    .set({ told_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Clears who sent what in an ended account. */
export async function clearInboxOf(tx: Db, accountId: string): Promise<void> {
  await sql`update submissions set note = '', country = null, city = null, device = null
    where account_id = ${accountId}`.execute(tx)
  await sql`delete from submission_answers
    where request_id in (select id from requests where account_id = ${accountId})`.execute(tx)
  await clearCommentsOf(tx, accountId)
  await sql`update submission_drafts set answers = '[]'
    where request_id in (select id from requests where account_id = ${accountId})`.execute(tx)
  await sql`update submission_files set path = file_id, original_name = ''
    where request_id in (select id from requests where account_id = ${accountId})`.execute(tx)
}

/**
 * A completed submission, named by its first file; where `isLast`, with the report after it that its request is
 * complete.
 */
export async function readArrived(
  db: Db,
  { submissionId, isLast }: { submissionId: string; isLast: boolean },
): Promise<NotableEntry[]> {
  const { rows } = await sql<NotableEntry>`
    with submission as (
      select b.*, (select path from submission_files where submission_id = b.id order by position limit 1) as path
      from submissions b join requests r on r.id = b.request_id and r.deleted_at is null where b.id = ${submissionId}
    )
    select id as event_id, account_id, null as transfer_id, null as recipient_id, request_id, supplier_id,
      'answered' as kind, path as file_name, file_count, null::int as files_there, country, city, device,
      null as evidence, 0::int8 as doubt_bytes, arrived_at as at from submission
    union all
    select id || '/completed', account_id, null, null, request_id, null, 'completed', null, 1, null, null, null, null,
      null, 0, arrived_at
    from submission where ${isLast}::boolean
    order by kind`.execute(db)
  return rows
}

export interface InboxRow extends SubmissionRow {
  arrived_us: number
  slug: string
  title: string
  kind: 'invited' | 'proven' | 'claimed'
  address: string | null
  name: string
  company: string
}

export interface InboxQuery {
  request: string | null
  supplier: string | null
  submission: string | null
  after: { at: number; id: string } | null
  take: number
}

/** Of the account, newest first; those of one request, or one of them, where the account may read the request. */
export async function listInboxRows(db: Db, readerId: string, query: InboxQuery): Promise<InboxRow[]> {
  const isReadable =
    query.request !== null
      ? sql`(select sees_request(${query.request}, ${readerId}))`
      : query.submission !== null
        ? sql`sees_request(b.request_id, ${readerId})`
        : sql`b.account_id = ${readerId}`
  const only = [
    ...(query.request === null ? [] : [sql`and b.request_id = ${query.request}`]),
    ...(query.supplier === null ? [] : [sql`and b.supplier_id = ${query.supplier}`]),
    ...(query.submission === null ? [] : [sql`and b.id = ${query.submission}`]),
    ...(query.after === null
      ? []
      : [
          sql`and (b.arrived_at, b.id) <
            ('epoch'::timestamptz + ${query.after.at}::int8 * interval '1 microsecond', ${query.after.id}::text)`,
        ]),
  ]
  const { rows } = await sql<InboxRow>`
    select b.*, (extract(epoch from b.arrived_at) * 1000000)::int8 as arrived_us, r.slug, r.title, p.kind, p.address,
      p.name, p.company
    from submissions b join requests r on r.id = b.request_id join request_suppliers p on p.id = b.supplier_id
    where ${isReadable} ${sql.join(only, sql` `)}
    order by b.arrived_at desc, b.id desc limit ${query.take}`.execute(db)
  return rows
}

/** Files that arrived sealed and exist, a page after `afterId`. */
export async function listSealed(
  db: Db,
  afterId: string,
  limit: number,
): Promise<Array<{ id: string; sealing: Sealing; plain_bytes: number }>> {
  const { rows } = await sql<{ id: string; sealing: Sealing; plain_bytes: number }>`
    select f.id, r.sealing, i.plain_bytes
    from submission_files i join stored_files f on f.id = i.file_id join requests r on r.id = i.request_id
    where i.plain_bytes is not null and r.sealing is not null and f.deleted_at is null and f.withdrawn_at is null
      and f.id > ${afterId}
    order by f.id limit ${limit}`.execute(db)
  return rows
}
