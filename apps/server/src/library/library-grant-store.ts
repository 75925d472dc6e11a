import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** What lets a plain link fetch an account's own files for a day. */
type Db = Kysely<Database>
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
