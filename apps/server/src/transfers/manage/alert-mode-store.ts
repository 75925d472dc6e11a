import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What senders are mailed of: of a transfer what was chosen for it, else what its account chose, else 'finished'. */
type Db = Kysely<Database>

/** Over `transfers`, left joined to `accounts`. */
export const alertModeOf = sql<AlertMode>`coalesce(transfers.alert_mode, accounts.alert_mode, 'finished')`
/** Since when that is so: nothing from before is told by a mail that lists what happened. */
export const alertsSince = sql<Date>`greatest(transfers.alerts_since, accounts.alerts_since)`

export async function readAlertMode(db: Db, transferId: string): Promise<AlertMode> {
  const { rows } = await sql<{ mode: AlertMode }>`
    select ${alertModeOf} as mode from transfers left join accounts on accounts.id = transfers.account_id
    where transfers.id = ${transferId}`.execute(db)
  return rows[0]?.mode ?? 'finished'
}

/** Ends the alerts of one transfer, for good or until its account chooses again; false where there is no such transfer. */
export async function muteAlerts(db: Db, transferId: string): Promise<boolean> {
  const { rows } = await sql`
    update transfers set alerts_since = case when alert_mode = 'none' then alerts_since else now() end,
      alert_mode = 'none'
    where id = ${transferId} returning id`.execute(db)
  return rows.length > 0
}

/** Ends the daily mail of an account, whatever it tells of; false where there is no such account. */
export async function muteDigest(tx: Db, accountId: string): Promise<boolean> {
  await sql`
    update transfers set alert_mode = 'none', alerts_since = now()
    where account_id = ${accountId} and alert_mode = 'digest' and deleted_at is null`.execute(tx)
  const { rows } = await sql`
    update accounts set
      alerts_since = case when alert_mode = 'digest' then now() else alerts_since end,
      alert_mode = case when alert_mode = 'digest' then 'none' else alert_mode end
    where id = ${accountId} returning id`.execute(tx)
  return rows.length > 0
}
