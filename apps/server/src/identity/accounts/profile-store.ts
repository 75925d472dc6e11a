import type { Language } from '@waybill/contract/core/fields'
import type { SubscriptionStatus, TransferSettings } from '@waybill/contract/identity/profile-endpoints'
import type { RequestSettings } from '@waybill/contract/requests/shapes'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { endWorkspace } from '../../workspaces/index.ts'

/**
 * Changes to an account's row by owners and the operator. An owner can only change an existing account; an
 * authenticator app's code is valid once, which one conditional statement ensures.
 */
type Db = Kysely<Database>

export interface ProfileChange {
  fullName?: string | undefined
  company?: string | undefined
  language?: Language | undefined
  timeZone?: string | null | undefined
  isLed?: false | undefined
  /** Merged with earlier choices. */
  transferSettings?: { [Name in keyof TransferSettings]?: TransferSettings[Name] | undefined } | undefined
  requestSettings?: { [Name in keyof RequestSettings]?: RequestSettings[Name] | undefined } | undefined
}

/** False where the account is gone. */
export async function changeProfile(db: Db, id: string, change: ProfileChange): Promise<boolean> {
  const { fullName, company, language, timeZone, isLed, transferSettings: { alerts, ...settings } = {} } = change
  const { requestSettings = {} } = change
  const row = await db
    .updateTable('accounts')
    .set({
      ...(fullName === undefined ? {} : { full_name: fullName }),
      ...(company === undefined ? {} : { company }),
      ...(language === undefined ? {} : { language }),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      ...(isLed === undefined ? {} : { is_led: isLed }),
      transfer_settings: sql<string>`transfer_settings || ${JSON.stringify(settings)}::jsonb`,
      request_settings: sql<string>`request_settings || ${JSON.stringify(requestSettings)}::jsonb`,
      ...(alerts === undefined ? {} : alertsFromNow(alerts)),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The account's alerts from now on; the same choice again is no change. */
const alertsFromNow = (mode: AlertMode) => ({
  alert_mode: mode,
  alerts_since: sql<Date>`case when alert_mode = ${mode} then alerts_since else now() end`,
})

export async function findPictureId(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('picture_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.picture_id ?? null
}

/** Sets the account's picture; null removes it. Locks the row until the transaction ends. */
export async function setPictureId(tx: Db, id: string, pictureId: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ picture_id: pictureId })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Throws the unique violation where another account has the address. */
export async function replaceEmail(tx: Db, id: string, email: string): Promise<void> {
  await tx.updateTable('accounts').set({ email }).where('id', '=', id).where('deleted_at', 'is', null).execute()
}

/**
 * Ends the account: it counts as nobody from now on, and its address is free. Clears its identity; the row stays for
 * rows that still refer to it. False where it had ended before.
 */
export async function endAccount(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({
      email: null,
      password_hash: '',
      full_name: '',
      company: '',
      language: 'en',
      time_zone: null,
      referrer: null,
      referral: null,
      transfer_settings: '{}',
      request_settings: '{}',
      picture_id: null,
      totp_secret: null,
      totp_confirmed_at: null,
      totp_step: null,
      alert_mode: 'finished',
      operator_since: null,
      suspended_because: '',
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('workspace_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await endWorkspace(tx, row.workspace_id)
  await tx.deleteFrom('account_addresses').where('account_id', '=', id).execute()
  return true
}

/** Every address the account has proven. */
export async function listAddresses(db: Db, id: string): Promise<Array<{ address: string; provenAt: Date }>> {
  const rows = await db
    .selectFrom('account_addresses')
    .select(['address', 'proven_at'])
    .where('account_id', '=', id)
    .orderBy('address')
    .execute()
  return rows.map(({ address, proven_at }) => ({ address, provenAt: proven_at }))
}

export interface Referred {
  referral: string
  accounts: number
  /** Those whose plan is paid for. */
  paying: number
}

/** How many living accounts each partner has led here, the most first. */
export async function countReferrals(db: Db): Promise<Referred[]> {
  const { rows } = await sql<Referred>`
    select referral, count(*)::int as accounts,
      count(*) filter (where f.role <> 'free' and f.subscription = 'active')::int as paying
    from accounts join account_facts f using (id)
    where referral is not null and accounts.deleted_at is null group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/** Locks the account's row until the transaction ends, so that one digest reports each day. */
export async function holdDigest(tx: Db, accountId: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .forNoKeyUpdate()
    .execute()
}

export async function noteDigested(tx: Db, accountId: string, until: Date): Promise<void> {
  await tx.updateTable('accounts').set({ digested_at: until }).where('id', '=', accountId).execute()
}

/** Turns all mails off for an account that wants a digest; false where there is no such account. */
export async function endDigest(tx: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update accounts set
      alerts_since = case when alert_mode = 'digest' then now() else alerts_since end,
      alert_mode = case when alert_mode = 'digest' then 'none' else alert_mode end
    where id = ${accountId} returning id`.execute(tx)
  return rows.length > 0
}

export interface TotpRow {
  /** Null where no app is active. */
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

/** Activates this app in place of any other; uses up the step that proved it. */
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

/** False where none was active. */
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

/** Removes an authenticator app that was added at or after an instant, as the database writes it. */
export async function dropTotpSince(tx: Db, accountId: string, since: string): Promise<void> {
  await sql`update accounts set totp_secret = null, totp_confirmed_at = null, totp_step = null
    where id = ${accountId} and totp_confirmed_at >= ${since}::timestamptz`.execute(tx)
}

const ROWS_PER_PAGE = 1_000

/** The account's id; null where none has the address. A repeated suspension keeps its start, and has the new reason. */
export async function suspendAccount(
  db: Db,
  address: string,
  isSuspended: boolean,
  because = '',
): Promise<string | null> {
  const row = await db
    .updateTable('accounts')
    .set({ suspended_at: isSuspended ? sql<Date>`coalesce(suspended_at, now())` : null })
    .set({ suspended_because: isSuspended ? because : '' })
    .where('email', '=', address)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface OperatedAccount {
  id: string
  email: string
  fullName: string
  company: string
  role: string
  subscription: SubscriptionStatus
  createdAt: Date
  suspendedAt: Date | null
}

/** Every account by address, a page at a time. */
export async function* eachAccount(db: Db): AsyncGenerator<OperatedAccount> {
  for (let after = ''; ; ) {
    const { rows } = await sql<OperatedAccount>`
      select id, email, full_name as "fullName", company, role, subscription, created_at as "createdAt",
        suspended_at as "suspendedAt"
      from account_facts where email > ${after} and deleted_at is null order by email limit ${ROWS_PER_PAGE}`.execute(
      db,
    )
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.email ?? ''
  }
}
