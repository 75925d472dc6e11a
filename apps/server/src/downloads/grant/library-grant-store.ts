import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

type Db = Kysely<Database>

/** Ends the links by which an account downloads its own files. */
export async function forgetLibraryGrants(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('library_grants').where('account_id', '=', accountId).execute()
}
