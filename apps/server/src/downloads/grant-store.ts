import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Grants: a click that opened a download, good for a day whatever becomes of the transfer's expiry. */
type Db = Kysely<Database>

const GRANT_HOURS = 24

export interface NewGrant {
  id: string
  tokenHash: Uint8Array
  transferId: string
  recipientId: string
  /** Null: every file. */
  fileIds: readonly string[] | null
}

/** Keeps a grant; answers when it ends. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<Date> {
  const row = await db
    .insertInto('grants')
    .values({
      id: grant.id,
      token_hash: Buffer.from(grant.tokenHash),
      transfer_id: grant.transferId,
      recipient_id: grant.recipientId,
      file_ids: grant.fileIds === null ? null : [...grant.fileIds],
      expires_at: sql<Date>`now() + make_interval(hours => ${GRANT_HOURS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export interface GrantRow {
  transfer_id: string
  recipient_id: string
  file_ids: string[] | null
  upload_id: string
  slug: string
  sent_at: Date
  is_over: boolean
}

/** By its token's hash; null for unknown ones and those of a transfer that was deleted or removed. */
export async function findGrant(db: Db, tokenHash: Uint8Array): Promise<GrantRow | null> {
  const row = await db
    .selectFrom('grants')
    .innerJoin('transfers', 'transfers.id', 'grants.transfer_id')
    .select(['grants.transfer_id', 'grants.recipient_id', 'grants.file_ids'])
    .select(['transfers.upload_id', 'transfers.slug', 'transfers.sent_at'])
    .select(sql<boolean>`grants.expires_at <= now()`.as('is_over'))
    .where('grants.token_hash', '=', Buffer.from(tokenHash))
    .where('transfers.deleted_at', 'is', null)
    .where('transfers.bytes_removed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of the granted files, in the sender's order. */
export async function listGrantedFileIds(db: Db, grant: GrantRow): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('upload_id', '=', grant.upload_id)
    .$if(grant.file_ids !== null, (query) => query.where('id', '=', sql<string>`any(${grant.file_ids}::text[])`))
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the file is one that the grant opens. */
export async function isGrantedFile(db: Db, grant: GrantRow, fileId: string): Promise<boolean> {
  if (grant.file_ids !== null && !grant.file_ids.includes(fileId)) return false
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('upload_id', '=', grant.upload_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes whenever files of the upload are withdrawn or their bytes removed: what was laid out of them is void then. */
export async function readFilesStamp(db: Db, uploadId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ',
      (select count(withdrawn_at) from files where upload_id = ${uploadId}),
      (select count(removed_at) from blobs where upload_id = ${uploadId})) as stamp`.execute(db)
  return rows[0]?.stamp ?? ''
}
