import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Kysely, sql } from 'kysely'
import { endDigest } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { isPastGrace } from '../../uploads/index.ts'
import { deleteSharesOf } from '../share/share-store.ts'

/** Changes to saved transfers. Statements for an owner's changes name the owner in WHERE. */
type Db = Kysely<Database>

/** Only given fields change. */
export interface TransferChange {
  /** Null: none. */
  title?: string | null | undefined
  message?: string | undefined
  expirySeconds?: number | undefined
  isPaused?: boolean | undefined
  /** Null removes the password. */
  passwordHash?: string | null | undefined
  downloadLimit?: number | null | undefined
  onlyProven?: boolean | undefined
  /** Null: the account's setting. */
  remindRecipients?: boolean | null | undefined
  /** Null: the account's choice. */
  alerts?: AlertMode | null | undefined
}

/** The new expiry counts from now; that of a scheduled transfer from its sending. */
const lifeOf = (seconds: number) => ({
  expiry_seconds: seconds,
  expires_at:
    seconds === NEVER_EXPIRES_SECONDS
      ? null
      : sql<Date>`case when sends_at is null then now() + make_interval(secs => ${seconds}::double precision) end`,
})

/** False for unknown, deleted and foreign transfers. A new access restriction ends earlier passes. */
export async function changeTransfer(
  db: Db,
  accountId: string,
  transferId: string,
  { alerts, ...change }: TransferChange,
): Promise<boolean> {
  const { title, message, expirySeconds, isPaused, passwordHash, downloadLimit, onlyProven, remindRecipients } = change
  const isEdited = Object.values(change).some((value) => value !== undefined) || alerts === undefined
  const restrictions = [
    passwordHash ? sql`true` : sql`false`,
    onlyProven === true ? sql`not only_proven` : sql`false`,
    typeof downloadLimit === 'number' ? sql`download_limit is null` : sql`false`,
  ]
  const row = await db
    .updateTable('transfers')
    .$if(isEdited, (query) => query.set({ edited_at: sql<Date>`now()` }))
    .set({ locked_at: sql<Date>`case when ${sql.join(restrictions, sql` or `)} then now() else locked_at end` })
    .$if(title !== undefined, (query) => query.set({ title: title ?? null }))
    .$if(message !== undefined, (query) => query.set({ message: message as string }))
    .$if(expirySeconds !== undefined, (query) => query.set(lifeOf(expirySeconds as number)))
    .$if(isPaused === true, (query) => query.set({ paused_at: sql<Date>`coalesce(paused_at, now())` }))
    .$if(isPaused === false, (query) => query.set({ paused_at: null }))
    .$if(passwordHash !== undefined, (query) => query.set({ password_hash: passwordHash ?? null }))
    .$if(downloadLimit !== undefined, (query) => query.set({ download_limit: downloadLimit ?? null }))
    .$if(onlyProven !== undefined, (query) => query.set({ only_proven: onlyProven as boolean }))
    .$if(remindRecipients !== undefined, (query) => query.set({ remind_recipients: remindRecipients ?? null }))
    .$if(alerts !== undefined, (query) => query.set(alertsFromNow(alerts ?? null)))
    .where('id', '=', transferId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The sender's alerts from now on; the same choice again is no change. It is not an edit: nobody else sees it. */
const alertsFromNow = (mode: AlertMode | null) => ({
  alert_mode: mode,
  alerts_since: sql<Date>`case when alert_mode is not distinct from ${mode} then alerts_since else now() end`,
})

/** Extends the expiry of the account's undeleted transfers. Returns how many there were. */
export async function extendOwn(tx: Db, accountId: string, ids: readonly string[], seconds: number): Promise<number> {
  const rows = await tx
    .updateTable('transfers')
    .set({ ...lifeOf(seconds), edited_at: sql<Date>`now()` })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** The fields of a transfer that its mails need. */
export interface MailableTransfer {
  id: string
  slug: string
  sendAs: 'email' | 'link'
  senderAddress: string
  /** The network it was sent from. */
  network: string
  isExpired: boolean
  /** It has not been sent yet. */
  isScheduled: boolean
}

/**
 * The account's undeleted transfer, or a visitor's, with its row locked until the transaction ends; null for any other.
 */
export async function holdMailable(
  tx: Db,
  accountId: string | null,
  named: { id: string } | { slug: string },
): Promise<MailableTransfer | null> {
  const [column, value] = 'id' in named ? (['id', named.id] as const) : (['slug', named.slug] as const)
  const row = await tx
    .selectFrom('transfers')
    .select(['id', 'slug', 'send_as', 'sender_address', 'network'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'))
    .select(sql<boolean>`sends_at is not null`.as('is_scheduled'))
    .where(column, '=', value)
    .where('account_id', 'is not distinct from', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, slug, send_as, sender_address, network } = row
  const state = { isExpired: row.is_expired, isScheduled: row.is_scheduled }
  return { id, slug, sendAs: send_as, senderAddress: sender_address, network, ...state }
}

export async function noteEdited(tx: Db, transferId: string): Promise<void> {
  await tx.updateTable('transfers').set({ edited_at: sql<Date>`now()` }).where('id', '=', transferId).execute()
}

/** Deletes or restores transfers. */
export async function setTransfersDeleted(tx: Db, ids: readonly string[], isDeleted: boolean): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ deleted_at: isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
}

/** Closes a transfer to everyone with its link, or opens it again; false where no undeleted one has the slug. */
export async function setBlocked(
  db: Db,
  slug: string,
  isBlocked: boolean,
): Promise<{ id: string; accountId: string | null } | null> {
  const row = await db
    .updateTable('transfers')
    .set({ blocked_at: isBlocked ? sql<Date>`coalesce(blocked_at, now())` : null })
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .returning(['id', 'account_id as accountId'])
    .executeTakeFirst()
  return row ?? null
}

/** Over `transfers`, left joined to `accounts`. */
export const alertModeOf = sql<AlertMode>`coalesce(transfers.alert_mode, accounts.alert_mode, 'finished')`
/**
 * Since when this mode applies: mails that list events leave out earlier ones. Entries have whole milliseconds, rounded
 * down, so one of the same millisecond may have come after the choice: it counts.
 */
export const alertsSince = sql<Date>`date_trunc('milliseconds', greatest(transfers.alerts_since, accounts.alerts_since))`

export async function readAlertMode(db: Db, transferId: string): Promise<AlertMode> {
  const { rows } = await sql<{ mode: AlertMode }>`
    select ${alertModeOf} as mode from transfers left join account_facts as accounts on accounts.id = transfers.account_id
    where transfers.id = ${transferId}`.execute(db)
  return rows[0]?.mode ?? 'finished'
}

/**
 * Stops the alerts of one transfer, for good or until its account chooses again; false where there is no such transfer.
 */
export async function muteTransferAlerts(db: Db, transferId: string): Promise<boolean> {
  const { rows } = await sql`
    update transfers set alerts_since = case when alert_mode = 'none' then alerts_since else now() end,
      alert_mode = 'none'
    where id = ${transferId} returning id`.execute(db)
  return rows.length > 0
}

/** Stops the daily mail of an account, whatever it covers; false where there is no such account. */
export async function muteDigest(tx: Db, accountId: string): Promise<boolean> {
  await sql`
    update transfers set alert_mode = 'none', alerts_since = now()
    where account_id = ${accountId} and alert_mode = 'digest' and deleted_at is null`.execute(tx)
  return endDigest(tx, accountId)
}

/** Updates the list status of some of these accounts' expired transfers. Returns how many there were. */
export async function markEnded(db: Db, accountIds: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update transfers set list_status = list_status where id in (
      select id from (
        select id from transfers where account_id = any(${[...accountIds]}::text[]) and list_status in (0, 2)
          and deleted_at is null and expires_at <= now() order by expires_at limit ${limit} for no key update skip locked
      ) overdue
    ) returning id`.execute(db)
  return rows.length
}

/** Accounts with such transfers. */
export async function listOverdueAccounts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from (
      select account_id from transfers
      where account_id is not null and deleted_at is null and list_status in (0, 2) and expires_at <= now()
      order by expires_at limit ${limit}
    ) overdue`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** How long after its expiry an anonymous sender's bytes are kept, in days. */
const KEPT_DAYS = 7

const isOverdue = sql<boolean>`coalesce(expires_at <= now() - make_interval(days => ${KEPT_DAYS}), false)`

/** Ends anonymous transfers whose bytes are due for removal; their links are unknown from then on. */
export async function endOverdueTransfers(db: Db): Promise<void> {
  await sql`
    update transfers set deleted_at = now()
    where account_id is null and deleted_at is null and bytes_removed_at is null and ${isOverdue}`.execute(db)
}

/** A deleted transfer whose bytes may still exist. */
export interface EndedTransfer {
  id: string
  uploadId: string
  /** To the microsecond, as PostgreSQL writes it. */
  deletedAt: string
  /** When it expired, where the bytes of an anonymous sender are due for removal since. */
  overdueSince: string | null
  isPastGrace: boolean
}

export async function listEndedTransfers(db: Db): Promise<EndedTransfer[]> {
  const { rows } = await sql<EndedTransfer>`
    select id, upload_id as "uploadId", deleted_at::text as "deletedAt",
      case when ${isOverdue} then expires_at::text end as "overdueSince",
      ${isPastGrace(sql.ref('deleted_at'))} as "isPastGrace"
    from transfers where deleted_at is not null and bytes_removed_at is null`.execute(db)
  return rows
}

/** Records that nothing of these ended transfers is left to remove. */
export async function markBytesRemoved(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update transfers set bytes_removed_at = now()
    where id = any(${[...ids]}::text[]) and deleted_at is not null and bytes_removed_at is null`.execute(db)
}

/** Locks some transfers of visitors whose bytes are removed and whose links ended `days` ago; others' locks are left. */
export async function claimVisitorRecords(
  tx: Db,
  days: number,
  limit: number,
): Promise<Array<{ id: string; uploadId: string }>> {
  const { rows } = await sql<{ id: string; uploadId: string }>`
    select id, upload_id as "uploadId" from transfers
    where account_id is null and deleted_at < now() - make_interval(days => ${days}) and record_erased_at is null
      and bytes_removed_at is not null
    order by deleted_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/**
 * Clears the sender and the contents of these transfers, and the network that they were sent from. The count of what
 * was sent from the network stays: it names no transfer.
 */
export async function clearTransfers(
  tx: Db,
  ids: readonly string[],
  { isErased }: { isErased: boolean },
): Promise<void> {
  const erased = isErased ? sql`now()` : sql`record_erased_at`
  await deleteSharesOf(tx, ids)
  await sql`
    update transfers set record_erased_at = ${erased}, sender_address = '', sender_name = null, sender_company = null,
      sender_time_zone = null, sender_country = null, sender_city = null, title = null, message = '',
      search_text = '', network = '', device_id = case when account_id is not null then device_id end
    where id = any(${[...ids]}::text[])`.execute(tx)
}
