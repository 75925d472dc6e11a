import { type Kysely, sql } from 'kysely'
import { pinWorkspace } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { keyStands } from './grant-store.ts'

/** Plain links to files of a library. */
type Db = Kysely<Database>

const GRANT_HOURS = 24

/**
 * Lets a plain link download files of an account for a day. `isOfOthers`: others of its team have them, and the link
 * works as long as the account may read each of them. So does one to files that were the account's until it left its
 * team, after the caller had looked. `isForSupplier`: somebody else has the link, and it ends when the account is
 * suspended.
 */
export async function insertLibraryGrant(
  db: Db,
  grant: {
    tokenHash: Uint8Array
    accountId: string
    fileIds: readonly string[]
    paths?: readonly string[]
    isOfOthers?: boolean
    isForSupplier?: boolean
    /** The key that took it: the link ends when that is revoked. */
    apiKeyId?: string | undefined
    /** The answers and comments of a request, added to the archive when it is downloaded. */
    answers?: GrantedAnswers | null
  },
): Promise<void> {
  const ids = [...grant.fileIds]
  await db.transaction().execute(async (tx) => {
    // A member who leaves is locked before their links end: this waits, and then sees whose the files are.
    await pinWorkspace(tx, grant.accountId)
    await tx
      .insertInto('library_grants')
      .values({
        token_hash: grant.tokenHash,
        account_id: grant.accountId,
        file_ids: ids,
        paths: grant.paths ? [...grant.paths] : null,
        answers: grant.answers ? JSON.stringify(grant.answers) : null,
        is_of_others: sql<boolean>`${grant.isOfOthers ?? false}::boolean or exists (
          select from unnest(${ids}::text[]) as wanted (id) where not reads_file(wanted.id, ${grant.accountId}))`,
        is_for_supplier: grant.isForSupplier ?? false,
        api_key_id: grant.apiKeyId ?? null,
        expires_at: sql<Date>`now() + make_interval(hours => ${sql.lit(GRANT_HOURS)})`,
      })
      .execute()
  })
  await sql`delete from library_grants where token_hash in (
    select token_hash from library_grants where expires_at < now() limit 100 for update skip locked
  )`.execute(db)
}

/** Which answers and comments: `writeTables` of requests reads them. */
export interface GrantedAnswers {
  request: string
  suppliers: string[] | null
  language: 'en' | 'zh'
}

export interface LibraryGrant {
  accountId: string
  answers: GrantedAnswers | null
  fileIds: string[]
  /** The paths in an archive, one for each file; null: their own. */
  paths: string[] | null
  at: Date
}

/** The files of a valid grant, in the requested order; null for any other. */
export async function findLibraryGrant(db: Db, tokenHash: Uint8Array): Promise<LibraryGrant | null> {
  const row = await db
    .selectFrom('library_grants')
    .innerJoin('account_facts as accounts', 'accounts.id', 'library_grants.account_id')
    .select(['account_id', 'file_ids', 'paths', 'answers', 'library_grants.created_at'])
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('accounts.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('library_grants.is_for_supplier', '=', false), where('accounts.suspended_at', 'is', null)]),
    )
    .where(keyStands('library_grants'))
    .where(
      sql<boolean>`(not library_grants.is_of_others or not exists (
        select from unnest(file_ids) as wanted (id) where not reads_file(wanted.id, library_grants.account_id)))`,
    )
    .executeTakeFirst()
  if (row === undefined) return null
  const { account_id: accountId, file_ids: fileIds, paths, answers, created_at: at } = row
  return { accountId, fileIds, paths, answers, at }
}

/** Ends the links by which an account downloads its own files. */
export async function forgetLibraryGrants(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('library_grants').where('account_id', '=', accountId).execute()
}

/** Those of these grants, by the hashes of their tokens in hex, whose running downloads must stop: their key was revoked. */
export async function listEndedLibraryGrants(db: Db, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('library_grants')
    .select(sql<string>`encode(token_hash, 'hex')`.as('hash'))
    .where(
      'token_hash',
      '=',
      sql<Buffer>`any(select decode(given, 'hex') from unnest(${[...hashes]}::text[]) as given)`,
    )
    .where((where) => where.not(keyStands('library_grants')))
    .execute()
  return rows.map(({ hash }) => hash)
}
