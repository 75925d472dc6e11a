import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

/** Which factors are on, and recovery codes. A code is good once, settled by one conditional statement. */
type Db = Kysely<Database>

/** The database's time. */
export async function readNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select (extract(epoch from now()) * 1000)::float8 as "nowMs"`.execute(
    db,
  )
  return (rows[0] as { nowMs: number }).nowMs
}

/** What is on. */
export interface FactorsOn {
  hasTotp: boolean
  passkeyCount: number
  recoveryCodesLeft: number
}

export async function readFactorsOn(db: Db, accountId: string): Promise<FactorsOn> {
  const { rows } = await sql<FactorsOn>`
    select accounts.has_totp as "hasTotp",
      (select count(*)::int from passkeys where account_id = accounts.id) as "passkeyCount",
      (select count(*)::int from recovery_codes where account_id = accounts.id and used_at is null) as "recoveryCodesLeft"
    from account_facts as accounts where id = ${accountId} and deleted_at is null`.execute(db)
  return rows[0] ?? { hasTotp: false, passkeyCount: 0, recoveryCodesLeft: 0 }
}

/** These codes and no older ones; none at all forgets them. */
export async function replaceRecoveryCodes(tx: Db, accountId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: Buffer.from(hash) })))
    .execute()
}

/** Uses one up; false for one that is none, or was used. */
export async function useRecoveryCode(tx: Db, accountId: string, hash: Uint8Array): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', Buffer.from(hash))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}
