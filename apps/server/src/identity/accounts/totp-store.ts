import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** The authenticator apps of accounts. A code is good once, settled by one conditional statement. */
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

/** Takes an authenticator app away that came at or after an instant, as the database writes it. */
export async function dropTotpSince(tx: Db, accountId: string, since: string): Promise<void> {
  await sql`update accounts set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where id = ${accountId} and totp_confirmed_at >= ${since}::timestamptz`.execute(tx)
}
