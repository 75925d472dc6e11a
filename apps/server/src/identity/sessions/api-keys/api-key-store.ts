import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ApiKeysTable, Database } from '../../../platform/database/schema.ts'

/** The API keys of accounts. Each statement names the owner. A revoked key stays for 90 days, so that its use is named. */
type Db = Kysely<Database>
export type ApiKeyRow = Omit<Selectable<ApiKeysTable>, 'account_id' | 'secret_hash' | 'revoked_at'>

const shown = ['id', 'name', 'scopes', 'networks', 'created_at', 'ends_at', 'last_used_at'] as const

/** Those that are not revoked, the newest first. */
export async function listOwnKeys(db: Db, accountId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(shown)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export interface NewApiKey {
  id: string
  accountId: string
  name: string
  secretHash: Buffer
  scopes: readonly KeyScope[]
  networks: readonly string[]
  /** Null: no end. */
  days: number | null
}

/** Null where the account has `limit` already. The caller locks the account. */
export async function insertApiKey(tx: Db, made: NewApiKey, limit: number): Promise<ApiKeyRow | null> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', made.accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limit) return null
  return tx
    .insertInto('api_keys')
    .values({
      id: made.id,
      account_id: made.accountId,
      name: made.name,
      secret_hash: made.secretHash,
      scopes: [...made.scopes],
      networks: [...made.networks],
      ends_at: made.days === null ? null : sql<Date>`now() + make_interval(days => ${made.days}::int)`,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** One key of the account, or all of them. Returns the ids of those that had not been revoked. */
export async function revokeKeysOf(tx: Db, accountId: string, id: string | null): Promise<string[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** At most once a minute, however many calls ask at the same time. */
export async function noteKeyUse(db: Db, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${id} and coalesce(last_used_at < now() - interval '1 minute', true)`.execute(db)
}

/** Deletes all keys of an account that ends. */
export async function forgetApiKeys(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('account_id', '=', accountId).execute()
}

const KEPT_DAYS = 90

/** Deletes keys that were revoked long ago. */
export async function forgetRevokedKeys(db: Db): Promise<void> {
  await sql`delete from api_keys where revoked_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(db)
}
