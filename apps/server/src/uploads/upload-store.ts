import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, UploadsTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import { hashToken } from '../platform/ids.ts'

/** Uploads and their tokens. An upload is *open* until it is sent (*complete*) or given up (*abandoned*). */
type Db = Kysely<Database>

/** How the owner of an upload to a request begins; what follows is the supplier's id. */
export const SUPPLIER_OWNER = 'supplier '

export type UploadRow = Selectable<UploadsTable>

/** How long an upload can be resumed, in days; S3 buckets drop parts a day later. */
const UPLOAD_DAYS = 7

/** For a FROM of another module: complete uploads, and open ones, expired or not. */
export const completeUploads = sql`(select id, account_id, completed_at from uploads where state = 'complete')`
/** Those whose files somebody may have been shown. */
export const sentUploads = sql`(select id, account_id from uploads where state = 'complete' or is_arriving)`
export const openUploads = sql`(select id, account_id, bytes, expires_at from uploads where state = 'open')`

/** The state of an upload, whose id is a column of the enclosing statement. */
export const uploadState = (id: string) => sql<string>`(select state from uploads where id = ${sql.ref(id)})`

export interface NewUpload {
  id: string
  account_id: string | null
  owner_address: string
  device_id: string | null
  network: string
  manifest_hash: Uint8Array
  store: UploadRow['store']
  bytes: number
  reserved_keys: string[]
  link_id: string | null
  storage_prefix: string | null
}

/**
 * The owner within whom open uploads are distinguished by their files: an account's are its own, even under an address
 * it shares with a visitor.
 */
export type UploadOwner = Pick<NewUpload, 'account_id' | 'owner_address'>

/** Null where the same sender already has an open upload of the same files. */
export async function insertUpload(tx: Db, upload: NewUpload): Promise<UploadRow | null> {
  const row = await tx
    .insertInto('uploads')
    .values({
      ...upload,
      workspace_id: workspaceOf(upload.account_id ?? null),
      expires_at: sql<Date>`now() + make_interval(days => ${UPLOAD_DAYS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * The sender's open upload of these files, and whether its seven days have passed by the database's clock. It stays
 * open until the transaction ends.
 */
export async function lockOpenUpload(
  tx: Db,
  { account_id, owner_address }: UploadOwner,
  manifestHash: Uint8Array,
): Promise<(UploadRow & { is_over: boolean }) | null> {
  const row = await tx
    .selectFrom('uploads')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where((where) =>
      account_id === null
        ? where.and([where('account_id', 'is', null), where('owner_address', '=', owner_address)])
        : where('account_id', '=', account_id),
    )
    .where('manifest_hash', '=', Buffer.from(manifestHash))
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The youngest open upload of these files that a visitor began in this browser, or under an address of the account. */
export async function lockVisitorUpload(
  tx: Db,
  { accountId, deviceId }: { accountId: string; deviceId: string | null },
  manifestHash: Uint8Array,
): Promise<UploadRow | null> {
  const row = await tx
    .selectFrom('uploads')
    .selectAll()
    .where('account_id', 'is', null)
    .where('manifest_hash', '=', Buffer.from(manifestHash))
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .where((where) =>
      where.or([
        where('device_id', '=', deviceId),
        where(
          'owner_address',
          'in',
          where.selectFrom('account_emails').select('address').where('account_id', '=', accountId),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Changes an upload's owner and the keys under which its bytes are reserved. */
export async function setUploadOwner(
  tx: Db,
  id: string,
  owner: UploadOwner & Pick<NewUpload, 'device_id' | 'reserved_keys'>,
): Promise<UploadRow> {
  return tx
    .updateTable('uploads')
    .set({ ...owner, workspace_id: workspaceOf(owner.account_id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findUpload(db: Db, id: string): Promise<(UploadRow & { is_over: boolean }) | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Moves an open upload to `state`; null where another call was faster. The call that moved it settles its reservation.
 */
export async function closeUploadRow(tx: Db, id: string, state: 'complete' | 'abandoned'): Promise<UploadRow | null> {
  const row = await tx
    .updateTable('uploads')
    .set({ state, ...(state === 'complete' ? { completed_at: sql<Date>`now()` } : {}) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Open uploads whose seven days have passed, oldest first. */
export async function listOverdueUploads(db: Db, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('state', '=', 'open')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Given-up uploads whose rows still exist. */
export async function listAbandonedUploads(db: Db, limit: number): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('state', '=', 'abandoned').orderBy('id').limit(limit).execute()
}

/** Deletes an upload whose bytes are gone, with everything that this module stores about it. */
export async function deleteUploadRows(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('files').where('upload_id', '=', id).execute()
  await tx.deleteFrom('blobs').where('upload_id', '=', id).execute()
  await tx.deleteFrom('uploads').where('id', '=', id).where('state', '=', 'abandoned').execute()
}

/** Stores the hash of another token, valid as long as the upload can be resumed. */
export async function insertToken(db: Db, uploadId: string, tokenHash: Uint8Array): Promise<void> {
  await db
    .insertInto('upload_tokens')
    .columns(['token_hash', 'upload_id', 'expires_at'])
    .expression(
      db
        .selectFrom('uploads')
        .select([sql<Buffer>`${Buffer.from(tokenHash)}::bytea`.as('token_hash'), 'id', 'expires_at'])
        .where('id', '=', uploadId),
    )
    .execute()
}

/** Whether the token belongs to the upload and is still valid. */
export async function isTokenOf(db: Db, uploadId: string, tokenHash: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('upload_tokens')
    .select('upload_id')
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('upload_id', '=', uploadId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Tokens of uploads that are no longer open are useless. */
export async function deleteSpentTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('upload_tokens')
    .where((where) =>
      where.or([
        where('expires_at', '<=', sql<Date>`now()`),
        where('upload_id', 'in', where.selectFrom('uploads').select('id').where('state', '=', 'abandoned')),
      ]),
    )
    .execute()
}

/** The account's open uploads. */
export async function listOpenUploads(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The flag by which heavy jobs of one sender share their lane's places: the account, or the address where there is
 * none. What strangers send to an account through its open links has a flag of its own.
 */
export const senderFlag = async (db: Db, uploadId: string): Promise<string> => (await findSender(db, uploadId)).flag

/** The part of a sender's daily drawing time that what strangers send through the sender's open links may use. */
const LINK_SHARE = 1 / 4

/** The same with the part of a sender's daily drawing time that the upload's files may use: all, or a quarter. */
export async function findSender(db: Db, uploadId: string): Promise<{ flag: string; share: number }> {
  const upload = await db
    .selectFrom('uploads')
    .select(['account_id', 'owner_address', 'link_id'])
    .where('id', '=', uploadId)
    .executeTakeFirst()
  const isByLink = upload?.link_id != null
  const sender = `${upload?.account_id ?? upload?.owner_address ?? uploadId}${isByLink ? ' by links' : ''}`
  return { flag: `of:${hashToken(sender).toString('base64url').slice(0, 12)}`, share: isByLink ? LINK_SHARE : 1 }
}

/** Moves complete uploads without an account to the account. Returns the bytes of their undeleted files. */
export async function adoptUploads(tx: Db, uploadIds: readonly string[], accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with adopted as (
      update uploads set account_id = ${accountId}, workspace_id = ${workspaceOf(accountId)}
      where id = any(${[...uploadIds]}::text[]) and account_id is null and state = 'complete' returning id
    )
    select coalesce(sum(f.bytes), 0)::bigint as bytes from files f join adopted on adopted.id = f.upload_id
    where f.deleted_at is null`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Open uploads reserve their bytes for another workspace from now on, which their account joins. */
export async function moveReservations(tx: Db, accountId: string, from: string, to: string): Promise<void> {
  await sql`update uploads set reserved_keys = array_replace(reserved_keys, ${from}, ${to})
    where account_id = ${accountId} and state = 'open'`.execute(tx)
}

/** What an account sends at the moment; not what suppliers send to its requests. */
export async function listOwnOpenUploads(tx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from uploads
    where account_id = ${accountId} and state = 'open' and not starts_with(owner_address, ${SUPPLIER_OWNER})
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Another account of the workspace owns the uploads and their files from now on. */
export async function replaceUploadOwner(tx: Db, from: string, to: string): Promise<void> {
  await tx.updateTable('uploads').set({ account_id: to }).where('account_id', '=', from).execute()
}

/** The bytes that each of the accounts has stored. */
export async function sumStored(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select u.account_id as id, coalesce(sum(f.bytes), 0)::bigint as bytes
    from uploads u join files f on f.upload_id = u.id
    where u.account_id = any(${[...accountIds]}::text[]) and u.state = 'complete' and f.deleted_at is null
    group by 1`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Clears who uploaded this without an account, and the names of the files whose bytes are removed. */
export async function clearVisitorUploads(tx: Db, uploadIds: readonly string[]): Promise<void> {
  const ids = sql`any(${[...uploadIds]}::text[])`
  await sql`update uploads set owner_address = '', device_id = null, network = '' where id = ${ids} and account_id is null`.execute(
    tx,
  )
  await sql`
    update files f set path = f.id from uploads u
    where u.id = f.upload_id and u.id = ${ids} and u.account_id is null and f.bytes_removed_at is not null`.execute(tx)
}
