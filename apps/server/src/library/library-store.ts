import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { isServed, pathWithoutSupplier } from '../transfers/index.ts'

/**
 * Every file an account sent and still has, every file that came to its requests, and every file it was sent and may
 * still fetch. Each part is read in the order of its index, as far as the page needs; the parts are merged.
 */
type Db = Kysely<Database>

/** Where a page ends: the instant in microseconds, then the file's id. */
export interface LibraryPlace {
  at: number
  id: string
}

export interface LibraryRow {
  id: string
  /** Set where it was mailed to the account: the recipient it came to. */
  recipient_id: string | null
  /** It came to a request of the account. */
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
  uses: Array<{ slug: string; transfer: string; isActive: boolean }>
}

export interface LibraryWish {
  kind: 'all' | 'sent' | 'received'
  /** Part of a path, as typed. */
  q: string | null
  after: LibraryPlace | null
  take: number
}

const MOST_USES = 20

export async function listLibraryRows(db: Db, accountId: string, wish: LibraryWish): Promise<LibraryRow[]> {
  const halves = [
    ...(wish.kind === 'received' ? [] : [sql`(${ownRows(accountId, wish)})`]),
    ...(wish.kind === 'sent' ? [] : [sql`(${answerRows(accountId, wish)})`, sql`(${receivedRows(accountId, wish)})`]),
  ]
  const { rows } = await sql<LibraryRow>`
    select page.*, case when th.file_id is not null then th.webp is not null end as has_thumbnail,
      (extract(epoch from page.at) * 1000000)::int8 as at_us,
      exists (select 1 from submission_files i where i.file_id = page.id and i.plain_bytes is not null) as is_sealed,
      coalesce((
        select json_agg(json_build_object('slug', used.slug, 'transfer', used.id, 'isActive', used.is_active))
        from (
          select t.slug, t.id, t.paused_at is null and (t.expires_at is null or t.expires_at > now()) as is_active
          from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id
          where tf.file_id = page.id and tf.removed_at is null and t.account_id = ${accountId} and t.deleted_at is null
          order by t.sent_at desc limit ${sql.lit(MOST_USES)}
        ) used
      ), '[]') as uses
    from (${sql.join(halves, sql` union all `)}) page
    left join thumbnails th on th.file_id = page.id
    order by page.at desc, page.id desc limit ${wish.take}`.execute(db)
  return rows
}

function ownRows(accountId: string, { q, after, take }: LibraryWish) {
  return sql`
    select f.id, null::text as recipient_id, false as is_answer, null::text as slug, f.path,
      f.path as path_for_others, f.bytes, f.sha256, u.completed_at as at, null::text as sender
    from uploads u join stored_files f on f.upload_id = u.id
    where u.account_id = ${accountId} and u.state = 'complete' and f.deleted_at is null and f.withdrawn_at is null
      and not exists (select 1 from submissions b where b.upload_id = u.id)
      ${search(sql`f.path`, q)} ${behind(sql`u.completed_at`, sql`f.id`, after)}
    order by u.completed_at desc, f.id desc limit ${take}`
}

/** A submission arrives at the instant its upload is complete. */
function answerRows(accountId: string, { q, after, take }: LibraryWish) {
  return sql`
    select f.id, null::text as recipient_id, true as is_answer, null::text as slug, f.path,
      ${pathWithoutSupplier} as path_for_others, f.bytes, f.sha256, b.arrived_at as at,
      coalesce(nullif(p.company, ''), nullif(p.name, ''), p.address) as sender
    from submissions b join submission_files i on i.submission_id = b.id join stored_files f on f.id = i.file_id
      join request_suppliers p on p.id = b.supplier_id
    where b.account_id = ${accountId} and f.deleted_at is null and f.withdrawn_at is null
      ${search(sql`f.path`, q)} ${behind(sql`b.arrived_at`, sql`f.id`, after)}
    order by b.arrived_at desc, f.id desc limit ${take}`
}

/** A file that came by several transfers stands once, by the last of them. */
function receivedRows(accountId: string, { q, after, take }: LibraryWish) {
  return sql`
    select f.id, r.id as recipient_id, false as is_answer, t.slug, tf.path,
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

/** What a link would open without asking for more, of others' transfers alone. */
const isOpenTo = (accountId: string) => sql`
  r.removed_at is null and r.hidden_at is null and tf.removed_at is null and f.withdrawn_at is null
  and ${isServed('t')} and t.paused_at is null
  and (t.expires_at is null or t.expires_at > now()) and not t.has_password and t.download_limit is null
  and t.account_id is distinct from ${accountId}`

const search = (path: ReturnType<typeof sql>, q: string | null) =>
  q === null ? sql`` : sql`and ${path} ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`

const behind = (at: ReturnType<typeof sql>, id: ReturnType<typeof sql>, after: LibraryPlace | null) =>
  after === null
    ? sql``
    : sql`and (${at}, ${id}) < ('epoch'::timestamptz + ${after.at}::int8 * interval '1 microsecond', ${after.id})`

/** Of these the files of the account's own uploads that still stand. */
export async function listOwnStanding(db: Db, accountId: string, ids: readonly string[]) {
  return db
    .selectFrom('stored_files as files')
    .innerJoin('uploads', 'uploads.id', 'files.upload_id')
    .select(['files.id', 'files.path'])
    .where('files.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('uploads.account_id', '=', accountId)
    .where('uploads.state', '=', 'complete')
    .where('files.deleted_at', 'is', null)
    .where('files.withdrawn_at', 'is', null)
    .execute()
}

/** Of these the files that came to the account, each with the transfer it may be fetched by. */
export async function listReceivedStanding(db: Db, accountId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; recipient_id: string; slug: string }>`
    select distinct on (f.id) f.id, r.id as recipient_id, t.slug
    from account_emails a join recipient_facts r on r.address = a.address join transfer_facts t on t.id = r.transfer_id
      join transfer_contents tf on tf.transfer_id = t.id join stored_files f on f.id = tf.file_id
    where a.account_id = ${accountId} and f.id = any(${[...ids]}::text[]) and ${isOpenTo(accountId)}
    order by f.id, r.created_at desc`.execute(db)
  return rows
}

export interface FileUse {
  transfer: string
  slug: string
  path: string
  recipients: number
  is_active: boolean
}

/** The account's transfers, standing ones, that name these files. */
export async function listUses(db: Db, accountId: string, ids: readonly string[]): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select t.id as transfer, t.slug, tf.path,
      t.paused_at is null and (t.expires_at is null or t.expires_at > now()) as is_active,
      (select count(*)::int from recipient_facts r where r.transfer_id = t.id and r.removed_at is null and r.link_id is null) as recipients
    from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id join stored_files f on f.id = tf.file_id
      join uploads u on u.id = f.upload_id
    where tf.file_id = any(${[...ids]}::text[]) and tf.removed_at is null and u.account_id = ${accountId}
      and t.deleted_at is null
    order by t.sent_at desc, tf.position limit 1000`.execute(db)
  return rows
}

const GRANT_HOURS = 24

export async function insertLibraryGrant(
  db: Db,
  grant: { tokenHash: Uint8Array; accountId: string; fileIds: readonly string[]; paths?: readonly string[] },
): Promise<void> {
  await db
    .insertInto('library_grants')
    .values({
      token_hash: grant.tokenHash,
      account_id: grant.accountId,
      file_ids: [...grant.fileIds],
      paths: grant.paths ? [...grant.paths] : null,
      expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(GRANT_HOURS)})`,
    })
    .execute()
  await sql`delete from library_grants where token_hash in (
    select token_hash from library_grants where expires_at < now() limit 100 for update skip locked
  )`.execute(db)
}

export interface LibraryGrant {
  fileIds: string[]
  /** Under which an archive has them, one for each; null: their own. */
  paths: string[] | null
  at: Date
}

/** The files of a grant that is still good, in the order they were asked for; null for any other. */
export async function findLibraryGrant(db: Db, tokenHash: Uint8Array): Promise<LibraryGrant | null> {
  const row = await db
    .selectFrom('library_grants')
    .innerJoin('account_facts as accounts', 'accounts.id', 'library_grants.account_id')
    .select(['file_ids', 'paths', 'library_grants.created_at'])
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? { fileIds: row.file_ids, paths: row.paths, at: row.created_at } : null
}
