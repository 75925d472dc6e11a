import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { BlobRow } from '../blob-store.ts'
import type { UploadRow } from '../upload-store.ts'

/** Storage credentials: each has a row in `upload_tokens`, so that it ends with its upload. */
type Db = Kysely<Database>

/**
 * Stores credentials that live `minutes`, at most as long as the upload, unless the upload has `most` already.
 *
 * @returns when they end; null where there are too many, or the upload is no longer open
 */
export async function insertStorageKey(
  db: Db,
  { uploadId, hash, minutes, most }: { uploadId: string; hash: Uint8Array; minutes: number; most: number },
): Promise<Date | null> {
  const { rows } = await sql<{ endsAt: Date }>`
    with held as (
      select id, expires_at from uploads where id = ${uploadId} and state = 'open' and expires_at > now() for update
    )
    insert into upload_tokens (token_hash, upload_id, expires_at, is_storage_key)
    select ${Buffer.from(hash)}::bytea, held.id,
      date_trunc('second', least(held.expires_at, now() + make_interval(mins => ${minutes}::int))), true
    from held
    where ${most}::int > (
      select count(*) from upload_tokens t where t.upload_id = held.id and t.is_storage_key and t.expires_at > now()
    )
    returning expires_at as "endsAt"`.execute(db)
  return rows[0]?.endsAt ?? null
}

/** What the door knows about the credentials of a call. */
export interface KeyHolder {
  /** By the database's clock. */
  isExpired: boolean
  /** The upload accepts bytes, and its account is not suspended. */
  isOpen: boolean
  isSuspended: boolean
  prefix: string
  store: string
  /** The blob that the call names; null: there is none in this upload. */
  blob: BlobRow | null
}

export async function findKeyHolder(
  db: Db,
  { hash, blobId }: { hash: Uint8Array; blobId: string },
): Promise<(KeyHolder & { uploadId: string }) | null> {
  const { rows } = await sql<KeyHolder & { uploadId: string }>`
    select u.id as "uploadId", t.expires_at <= now() as "isExpired", u.state = 'open' and u.expires_at > now() as "isOpen",
      a.suspended_at is not null as "isSuspended", u.storage_prefix as prefix, u.store
    from upload_tokens t join uploads u on u.id = t.upload_id left join account_facts a on a.id = u.account_id
    where t.token_hash = ${Buffer.from(hash)}::bytea and t.is_storage_key and u.storage_prefix is not null`.execute(db)
  const [held] = rows
  if (held === undefined) return null
  const blob = await db
    .selectFrom('blobs')
    .selectAll()
    .where('upload_id', '=', held.uploadId)
    .where('id', '=', blobId)
    .executeTakeFirst()
  return { ...held, blob: blob ?? null }
}

export interface CredentialScene {
  upload: UploadRow & { is_over: boolean }
  isSuspended: boolean
  /** Of the workspace; null without an account. */
  adminId: string | null
}

/** An upload as credentials for it are judged. */
export async function findCredentialScene(db: Db, upload: CredentialScene['upload']): Promise<CredentialScene> {
  if (upload.account_id === null) return { upload, isSuspended: false, adminId: null }
  const { rows } = await sql<{ isSuspended: boolean; adminId: string | null }>`
    select a.suspended_at is not null as "isSuspended",
      (select o.id from account_facts o where o.workspace_id = a.workspace_id and o.team_role = 'admin') as "adminId"
    from account_facts a where a.id = ${upload.account_id}`.execute(db)
  return { upload, isSuspended: rows[0]?.isSuspended ?? true, adminId: rows[0]?.adminId ?? null }
}
