import type { Language } from '@waybill/contract/core/fields'
import type { TransferSettings } from '@waybill/contract/identity/profile-endpoints'
import type { RequestSettings } from '@waybill/contract/requests/shapes'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What an account's owner changes of its row. Every change is of a living account alone. */
type Db = Kysely<Database>

export interface ProfileChange {
  fullName?: string | undefined
  company?: string | undefined
  language?: Language | undefined
  timeZone?: string | null | undefined
  /** Joined to what was chosen before. */
  transferSettings?: { [Name in keyof TransferSettings]?: TransferSettings[Name] | undefined } | undefined
  requestSettings?: { [Name in keyof RequestSettings]?: RequestSettings[Name] | undefined } | undefined
}

/** False where the account is gone. */
export async function changeProfile(db: Db, id: string, change: ProfileChange): Promise<boolean> {
  const { fullName, company, language, timeZone, transferSettings: { alerts, ...settings } = {} } = change
  const { requestSettings = {} } = change
  const row = await db
    .updateTable('accounts')
    .set({
      ...(fullName === undefined ? {} : { full_name: fullName }),
      ...(company === undefined ? {} : { company }),
      ...(language === undefined ? {} : { language }),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
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

/** What the account is mailed of from now on; chosen again, it has not changed. */
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

/** The account's picture from now on; null takes it away. Holds the row until the transaction ends. */
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
 * Ends the account: it is nobody's from now on, and its address is free. What says who it was is cleared; the row
 * stays for what still names it. False where it was ended before.
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
      transfer_settings: '{}',
      request_settings: '{}',
      picture_id: null,
      totp_secret: null,
      totp_confirmed_at: null,
      totp_step: null,
      alert_mode: 'finished',
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
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
