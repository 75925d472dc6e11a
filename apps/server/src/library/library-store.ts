import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database/schema.ts'
import { arrivedFiles, isSealedFile, isSubmission, sharedArrivals } from '../requests/index.ts'
import { isServed, sharedContents } from '../transfers/index.ts'
import { completeUploads } from '../uploads/index.ts'

/**
 * Every file that an account sent and still has, every file submitted to its requests, and every file it received and
 * may still download. Each part is read in the order of its index, as far as the page needs; the parts are merged.
 * Below, thumbnails, one row per file; a row without a picture means that there can be none.
 */
type Db = Kysely<Database>

export interface LibraryRow {
  id: string
  /** The account that sent it or got it. */
  owner_id: string
  /** Set where it was mailed to the account: the recipient. */
  recipient_id: string | null
  /** It was submitted to a request of the account. */
  is_answer: boolean
  slug: string | null
  path: string
  path_for_others: string
  bytes: number
  sha256: Buffer | null
  at: Date
  at_us: number
  sender: string | null
  has_thumbnail: boolean | null
  is_sealed: boolean
  scan_state: string | null
  scan_because: string | null
  uses: Array<{ slug: string; transfer: string; isActive: boolean }>
}

export interface LibraryQuery {
  kind: 'all' | 'sent' | 'received' | 'shared'
  /** Part of a path, as typed. */
  q: string | null
  after: TimeCursor | null
  take: number
}

const MOST_USES = 20

/** Whose files are listed, and who reads the list: what was sent to somebody by a transfer is for them alone. */
interface WhoseFiles {
  readerId: string
  accountIds: readonly string[]
}

export async function listLibraryRows(
  db: Db,
  { readerId, accountIds }: WhoseFiles,
  query: LibraryQuery,
): Promise<LibraryRow[]> {
  const { kind } = query
  const parts =
    kind === 'shared'
      ? [sql`(${sharedRows(readerId, query)})`]
      : [
          ...(kind === 'received' ? [] : [ofEach(accountIds, (owner) => ownRows(owner, query))]),
          ...(kind === 'sent' ? [] : [ofEach(accountIds, (owner) => answerRows(owner, query))]),
          ...(kind === 'sent' || !accountIds.includes(readerId) ? [] : [sql`(${receivedRows(readerId, query)})`]),
        ]
  const { rows } = await sql<LibraryRow>`
    select page.*, case when th.file_id is not null then th.webp is not null end as has_thumbnail,
      (extract(epoch from page.at) * 1000000)::int8 as at_us,
      ${isSealedFile('page.id')} as is_sealed, stored.scan_state, stored.scan_because,
      coalesce((
        select json_agg(json_build_object('slug', used.slug, 'transfer', used.id, 'isActive', used.is_active))
        from (
          select t.slug, t.id, t.paused_at is null and (t.expires_at is null or t.expires_at > now()) as is_active
          from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id
          where tf.file_id = page.id and tf.removed_at is null and t.account_id = page.owner_id and t.deleted_at is null
            and (t.account_id = ${readerId} or sees_transfer(t.id, ${readerId}))
          order by t.sent_at desc limit ${sql.lit(MOST_USES)}
        ) used
      ), '[]') as uses
    from (${sql.join(parts, sql` union all `)}) page
    left join thumbnails th on th.file_id = page.id
    left join stored_files stored on stored.id = page.id
    order by page.at desc, page.id desc limit ${query.take}`.execute(db)
  return rows
}

/** The rows of each account, by its own index: as many of each as a page may need. */
const ofEach = (accountIds: readonly string[], rowsOf: (owner: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  accountIds.length === 1
    ? sql`(${rowsOf(sql`${accountIds[0]}::text`)})`
    : sql`(select theirs.* from unnest(${[...accountIds]}::text[]) as owner (id)
        cross join lateral (${rowsOf(sql`owner.id`)}) theirs)`

function ownRows(owner: RawBuilder<unknown>, { q, after, take }: LibraryQuery) {
  return sql`
    select f.id, u.account_id as owner_id, null::text as recipient_id, false as is_answer, null::text as slug, f.path,
      f.path as path_for_others, f.bytes, f.sha256, u.completed_at as at, null::text as sender
    from ${completeUploads} u join stored_files f on f.upload_id = u.id
    where u.account_id = ${owner} and f.deleted_at is null and f.withdrawn_at is null
      and not ${isSubmission('u.id')}
      ${search(sql`f.path`, q)} ${behind(sql`u.completed_at`, sql`f.id`, after)}
    order by u.completed_at desc, f.id desc limit ${take}`
}

function answerRows(owner: RawBuilder<unknown>, { q, after, take }: LibraryQuery) {
  return sql`
    select a.id, a.account_id as owner_id, null::text as recipient_id, true as is_answer, null::text as slug, a.path,
      a.path_for_others, a.bytes, a.sha256, a.arrived_at as at, a.sender
    from ${arrivedFiles} a where a.account_id = ${owner}
      ${search(sql`a.path`, q)} ${behind(sql`a.arrived_at`, sql`a.id`, after)}
    order by a.arrived_at desc, a.id desc limit ${take}`
}

/** Of the latest shares. A file of several transfers is listed once, with the latest of them. */
function sharedRows(readerId: string, { q, after, take }: LibraryQuery) {
  return sql`
    select * from (
      select distinct on (one.id) one.* from (
        select f.id, c.account_id as owner_id, null::text as recipient_id, false as is_answer, null::text as slug, c.path,
          c.path as path_for_others, f.bytes, f.sha256, c.sent_at as at, null::text as sender
        from ${sharedContents(readerId)} c join stored_files f on f.id = c.file_id
        where f.deleted_at is null and f.withdrawn_at is null
        union all
        select a.id, a.account_id, null, true, null, a.path, a.path_for_others, a.bytes, a.sha256, a.arrived_at, a.sender
        from ${sharedArrivals(readerId)} a
      ) one order by one.id, one.at desc
    ) shared where true ${search(sql`shared.path`, q)} ${behind(sql`shared.at`, sql`shared.id`, after)}
    order by shared.at desc, shared.id desc limit ${take}`
}

/** A file that arrived in several transfers is listed once, with the last of them. */
function receivedRows(accountId: string, { q, after, take }: LibraryQuery) {
  return sql`
    select f.id, ${accountId}::text as owner_id, r.id as recipient_id, false as is_answer, t.slug, tf.path,
      tf.path as path_for_others, f.bytes, f.sha256, r.created_at as at,
      coalesce(nullif(t.sender_name, ''), t.sender_address) as sender
    from account_emails a join recipient_facts r on r.address = a.address join transfer_facts t on t.id = r.transfer_id
      join transfer_contents tf on tf.transfer_id = t.id join stored_files f on f.id = tf.file_id
    where a.account_id = ${accountId} and ${isOpenTo(accountId)}
      ${search(sql`tf.path`, q)} ${behind(sql`r.created_at`, sql`f.id`, after)}
      and not exists (
        select 1 from recipient_facts later join transfer_facts lt on lt.id = later.transfer_id
          join transfer_contents ltf on ltf.transfer_id = lt.id join account_emails la on la.address = later.address
        where ltf.file_id = f.id and la.account_id = ${accountId} and later.removed_at is null
          and lt.deleted_at is null and (later.created_at, later.id) > (r.created_at, r.id)
      )
    order by r.created_at desc, f.id desc limit ${take}`
}

/** What a link would open without further proof, only for others' transfers. */
const isOpenTo = (accountId: string) => sql`
  r.removed_at is null and r.hidden_at is null and tf.removed_at is null and f.withdrawn_at is null
  and ${isServed('t')} and t.paused_at is null
  and (t.expires_at is null or t.expires_at > now()) and not t.has_password and t.download_limit is null
  and t.account_id is distinct from ${accountId}`

const search = (path: ReturnType<typeof sql>, q: string | null) =>
  q === null ? sql`` : sql`and ${path} ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`

const behind = (at: ReturnType<typeof sql>, id: ReturnType<typeof sql>, after: TimeCursor | null) =>
  after === null
    ? sql``
    : sql`and (${at}, ${id}) < ('epoch'::timestamptz + ${after.at}::int8 * interval '1 microsecond', ${after.id})`

/** Those of these files that the account received, each with the transfer it may be downloaded from. */
export async function listReceivedStanding(db: Db, accountId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; recipient_id: string; slug: string }>`
    select distinct on (f.id) f.id, r.id as recipient_id, t.slug
    from account_emails a join recipient_facts r on r.address = a.address join transfer_facts t on t.id = r.transfer_id
      join transfer_contents tf on tf.transfer_id = t.id join stored_files f on f.id = tf.file_id
    where a.account_id = ${accountId} and f.id = any(${[...ids]}::text[]) and ${isOpenTo(accountId)}
    order by f.id, r.created_at desc`.execute(db)
  return rows
}

/** Those of these files that others of the account's team have and the account may download. */
export async function listOfTeam(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from stored_files f join ${completeUploads} u on u.id = f.upload_id
    where f.id = any(${[...ids]}::text[]) and f.deleted_at is null and f.withdrawn_at is null
      and reads_file(f.id, ${accountId})`.execute(db)
  return rows.map(({ id }) => id)
}

export interface FileUse {
  transfer: string
  slug: string
  path: string
  recipients: number
  is_active: boolean
}

/** The account's undeleted transfers with these files. */
export async function listUses(db: Db, accountId: string, ids: readonly string[]): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select t.id as transfer, t.slug, tf.path,
      t.paused_at is null and (t.expires_at is null or t.expires_at > now()) as is_active,
      (select count(*)::int from recipient_facts r where r.transfer_id = t.id and r.removed_at is null and r.link_id is null) as recipients
    from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id join stored_files f on f.id = tf.file_id
      join ${completeUploads} u on u.id = f.upload_id
    where tf.file_id = any(${[...ids]}::text[]) and tf.removed_at is null and u.account_id = ${accountId}
      and t.deleted_at is null
    order by t.sent_at desc, tf.position limit 1000`.execute(db)
  return rows
}

/** Files of an upload that have no row of a thumbnail yet; a row without a picture says that none can be made. */
export async function listUndrawn(db: Db, uploadId: string, most: number) {
  return db
    .selectFrom('stored_files as files')
    .leftJoin('thumbnails', 'thumbnails.file_id', 'files.id')
    .select(['files.id', 'files.path', 'files.bytes'])
    .where('files.upload_id', '=', uploadId)
    .where('files.withdrawn_at', 'is', null)
    .where('thumbnails.file_id', 'is', null)
    .orderBy('files.position')
    .limit(most)
    .execute()
}

/** The upload of a file that is not drawn yet; null where it is drawn, or gone. */
export async function findUndrawn(db: Db, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('stored_files as files')
    .leftJoin('thumbnails', 'thumbnails.file_id', 'files.id')
    .select('files.upload_id')
    .where('files.id', '=', fileId)
    .where('files.withdrawn_at', 'is', null)
    .where('thumbnails.file_id', 'is', null)
    .executeTakeFirst()
  return row?.upload_id ?? null
}

/** The drawing time used so far: of this upload, and of this sender within 24 hours. */
export async function readSpentMs(
  db: Db,
  uploadId: string,
  drawnFor: string,
): Promise<{ upload: number; sender: number }> {
  const { rows } = await sql<{ upload: number; sender: number }>`
    select
      (select coalesce(sum(t.took_ms), 0)::int8 from thumbnails t join stored_files f on f.id = t.file_id
        where f.upload_id = ${uploadId}) as upload,
      (select coalesce(sum(took_ms), 0)::int8 from thumbnails
        where drawn_for = ${drawnFor} and made_at > now() - interval '24 hours') as sender`.execute(db)
  return rows[0] ?? { upload: 0, sender: 0 }
}

export interface MadeThumbnail {
  fileId: string
  webp: Uint8Array | null
  drawnFor: string
  tookMs: number
}

export async function keepThumbnail(db: Db, { fileId, webp, drawnFor, tookMs }: MadeThumbnail): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values({ file_id: fileId, webp, drawn_for: drawnFor, took_ms: tookMs })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute()
}

/** Null where there is none, or the file is no longer visible. */
export async function findThumbnail(db: Db, fileId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('thumbnails')
    .innerJoin('stored_files as files', 'files.id', 'thumbnails.file_id')
    .select('thumbnails.webp')
    .where('thumbnails.file_id', '=', fileId)
    .where('files.withdrawn_at', 'is', null)
    .where('files.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.webp ?? null
}

const ROWS_AT_ONCE = 1_000

/** Deletes the pictures of files whose bytes are removed. What drawing them took still counts. */
export async function forgetThumbnails(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update thumbnails set webp = null where file_id in (
        select t.file_id from thumbnails t join stored_files f on f.id = t.file_id
        where t.webp is not null and f.bytes_removed_at is not null limit ${ROWS_AT_ONCE})`.execute(db)
    if (numAffectedRows < ROWS_AT_ONCE) return
  }
}
