import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What the owner of a saved transfer changes of it. Every statement names its owner. */
type Db = Kysely<Database>

/** Only what is given changes. */
export interface TransferChange {
  message?: string | undefined
  expirySeconds?: number | undefined
  isPaused?: boolean | undefined
  /** Null takes the password away. */
  passwordHash?: string | null | undefined
  downloadLimit?: number | null | undefined
  onlyProven?: boolean | undefined
  /** Null: as the account has it. */
  remindRecipients?: boolean | null | undefined
  /** Null: what the account chose. */
  alerts?: AlertMode | null | undefined
}

/** The new life counts from now. */
const lifeOf = (seconds: number) => ({
  expiry_seconds: seconds,
  expires_at:
    seconds === NEVER_EXPIRES_SECONDS ? null : sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`,
})

/** False for unknown, deleted and foreign transfers. What a new bar is put before was opened without it: that ends. */
export async function changeTransfer(
  db: Db,
  accountId: string,
  transferId: string,
  { alerts, ...change }: TransferChange,
): Promise<boolean> {
  const { message, expirySeconds, isPaused, passwordHash, downloadLimit, onlyProven, remindRecipients } = change
  const isEdited = Object.values(change).some((value) => value !== undefined) || alerts === undefined
  const bars = [
    passwordHash ? sql`true` : sql`false`,
    onlyProven === true ? sql`not only_proven` : sql`false`,
    typeof downloadLimit === 'number' ? sql`download_limit is null` : sql`false`,
  ]
  const row = await db
    .updateTable('transfers')
    .$if(isEdited, (query) => query.set({ edited_at: sql<Date>`now()` }))
    .set({ locked_at: sql<Date>`case when ${sql.join(bars, sql` or `)} then now() else locked_at end` })
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

/** What the sender is mailed of from now on; chosen again, it has not changed. It is no edit: nobody else sees it. */
const alertsFromNow = (mode: AlertMode | null) => ({
  alert_mode: mode,
  alerts_since: sql<Date>`case when alert_mode is not distinct from ${mode} then alerts_since else now() end`,
})

/** Gives standing transfers of the account a new life. Returns how many there were. */
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

/** What mailing a transfer takes to know of it. */
export interface MailableTransfer {
  id: string
  slug: string
  sendAs: 'email' | 'link'
  senderAddress: string
  /** From which it was sent. */
  network: string
  isExpired: boolean
}

/** The account's standing transfer, or a visitor's, its row held until the transaction ends; null for every other. */
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
    .where(column, '=', value)
    .where('account_id', 'is not distinct from', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, slug, send_as, sender_address, network, is_expired } = row
  return { id, slug, sendAs: send_as, senderAddress: sender_address, network, isExpired: is_expired }
}

export async function noteEdited(tx: Db, transferId: string): Promise<void> {
  await tx.updateTable('transfers').set({ edited_at: sql<Date>`now()` }).where('id', '=', transferId).execute()
}
