import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

/** Authenticator apps and recovery codes. A code is good once, settled by one conditional statement. */
type Db = Kysely<Database>

export interface TotpRow {
  /** Null where no app is on. */
  sealed: Buffer | null
  /** The database's time. */
  nowMs: number
}

export async function readTotp(db: Db, accountId: string): Promise<TotpRow> {
  const row = await db
    .selectFrom('accounts')
    .select(sql<Buffer | null>`case when totp_confirmed_at is null then null else totp_secret end`.as('sealed'))
    .select(sql<number>`(extract(epoch from now()) * 1000)::float8`.as('nowMs'))
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? { sealed: null, nowMs: 0 }
}

/** The database's time. */
export async function readNowMs(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select (extract(epoch from now()) * 1000)::float8 as "nowMs"`.execute(
    db,
  )
  return (rows[0] as { nowMs: number }).nowMs
}

/** Uses a time step up, and every one before it; false where that was done before. */
export async function useTotpStep(tx: Db, accountId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', accountId)
    .where('totp_confirmed_at', 'is not', null)
    .where((where) => where.or([where('totp_step', 'is', null), where('totp_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on this app, in the place of any before it; the step that proved it is used up. */
export async function turnTotpOn(tx: Db, accountId: string, sealed: Uint8Array, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ totp_secret: Buffer.from(sealed), totp_confirmed_at: sql<Date>`now()`, totp_step: step })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where none was on. */
export async function turnTotpOff(tx: Db, accountId: string): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_step: null })
    .where('id', '=', accountId)
    .where('totp_confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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
