import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

/** Programs that wait for somebody to allow them. Only hashes of both codes are stored. */
type Db = Kysely<Database>

export const VALID_SECONDS = 600
export const INTERVAL_SECONDS = 3
/** A program that polls too early waits so much longer from then on (RFC 8628, 3.5), up to a minute. */
const SLOWER_SECONDS = 5
const MOST_SECONDS = 60

export interface NewDeviceLogin {
  deviceHash: Uint8Array
  codeHash: Uint8Array
  name: string
  scopes: readonly KeyScope[]
  days: number
  ip: string
}

/** False where another one waits under this code. Deletes some that are over. */
export async function insertDeviceLogin(db: Db, made: NewDeviceLogin): Promise<boolean> {
  await sql`delete from device_logins where device_hash in (
    select device_hash from device_logins where expires_at < now() limit 100 for update skip locked
  )`.execute(db)
  const row = await db
    .insertInto('device_logins')
    .values({
      device_hash: Buffer.from(made.deviceHash),
      code_hash: Buffer.from(made.codeHash),
      name: made.name,
      scopes: [...made.scopes],
      days: made.days,
      ip: made.ip,
      interval_seconds: INTERVAL_SECONDS,
      expires_at: sql<Date>`now() + make_interval(secs => ${sql.lit(VALID_SECONDS)})`,
    })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export interface AskedDeviceLogin {
  name: string
  scopes: KeyScope[]
  days: number
  ip: string
  expires_at: Date
}

/** One that nobody has answered; null for any other. */
export async function findAsked(db: Db, codeHash: Uint8Array): Promise<AskedDeviceLogin | null> {
  const row = await db
    .selectFrom('device_logins')
    .select(['name', 'scopes', 'days', 'ip', 'expires_at'])
    .where('code_hash', '=', Buffer.from(codeHash))
    .where('is_allowed', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, scopes: row.scopes as KeyScope[] }
}

export interface DeviceAnswer {
  accountId: string
  isAllowed: boolean
  scopes: readonly KeyScope[]
}

/**
 * Answers it, once: false for every call but the first. The program has a minute to fetch what was allowed in the last
 * moment.
 */
export async function answerAsked(tx: Db, codeHash: Uint8Array, answer: DeviceAnswer): Promise<boolean> {
  const row = await tx
    .updateTable('device_logins')
    .set({
      is_allowed: answer.isAllowed,
      account_id: answer.accountId,
      expires_at: sql<Date>`greatest(expires_at, now() + interval '1 minute')`,
      scopes: [...answer.scopes],
    })
    .where('code_hash', '=', Buffer.from(codeHash))
    .where('is_allowed', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

export interface Polled {
  isTooFast: boolean
  intervalSeconds: number
  /** Null: nobody has answered yet. */
  isAllowed: boolean | null
  accountId: string | null
}

/**
 * Counts a poll; null where there is no such login, or it is over. An early one at the longest interval only reads: a
 * program that floods us writes no rows.
 */
export async function notePoll(db: Db, deviceHash: Uint8Array): Promise<Polled | null> {
  const { rows } = await sql<Polled>`
    with was as (
      select *, coalesce(now() < polled_at + make_interval(secs => interval_seconds - 0.5), false) as is_too_fast
      from device_logins where device_hash = ${Buffer.from(deviceHash)} and expires_at > now()
    ), noted as (
      update device_logins d set polled_at = now(), interval_seconds = least(${sql.lit(MOST_SECONDS)},
        d.interval_seconds + case when was.is_too_fast then ${sql.lit(SLOWER_SECONDS)} else 0 end)
      from was where d.device_hash = was.device_hash
        and not (was.is_too_fast and was.interval_seconds >= ${sql.lit(MOST_SECONDS)})
      returning d.interval_seconds
    )
    select was.is_too_fast as "isTooFast", was.is_allowed as "isAllowed", was.account_id as "accountId",
      coalesce(noted.interval_seconds, was.interval_seconds) as "intervalSeconds"
    from was left join noted on true`.execute(db)
  return rows[0] ?? null
}

/** Uses up what was allowed, once: null for every call but the first. The caller locks the account. */
export async function takeAllowed(
  tx: Db,
  deviceHash: Uint8Array,
): Promise<Pick<AskedDeviceLogin, 'name' | 'scopes' | 'days'> | null> {
  const row = await tx
    .deleteFrom('device_logins')
    .where('device_hash', '=', Buffer.from(deviceHash))
    .where('is_allowed', '=', true)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['name', 'scopes', 'days'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, scopes: row.scopes as KeyScope[] }
}

/** Ends what the account has answered: nothing that it allowed is fetched any more. */
export async function forgetDeviceLogins(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('device_logins').where('account_id', '=', accountId).execute()
}

/** Deletes those that are over. */
export async function forgetOverDeviceLogins(db: Db): Promise<void> {
  await sql`delete from device_logins where expires_at < now()`.execute(db)
}
