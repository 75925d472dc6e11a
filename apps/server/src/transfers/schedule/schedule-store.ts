import { NEVER_EXPIRES_SECONDS } from '@waybill/contract/transfers/expiry'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, TransfersTable } from '../../platform/database/schema.ts'
import type { SendTime } from './judge-send-time.ts'

/** Transfers that wait for their time. */
type Db = Kysely<Database>

const isWaiting = sql<boolean>`sends_at is not null and deleted_at is null`

/** The account of a scheduled transfer; null where it does not wait. */
export async function findScheduledSender(db: Db, transferId: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string | null }>`
    select account_id as "accountId" from transfers where id = ${transferId} and ${isWaiting}`.execute(db)
  return rows[0]?.accountId ?? null
}

/**
 * Makes a waiting transfer of the account a sent one: its expiry and its recipients count from now. Null where it does
 * not wait any more; with `isDue` also where its time has not come, or something kept it from being sent. One caller
 * gets it.
 */
export async function claimScheduled(
  tx: Db,
  { transferId, accountId, role, isDue }: { transferId: string; accountId: string; role: string; isDue: boolean },
): Promise<Selectable<TransfersTable> | null> {
  const row = await tx
    .updateTable('transfers')
    .set({
      role,
      sends_at: null,
      sends_local: null,
      sends_zone: null,
      unsent_because: null,
      sent_at: sql<Date>`now()`,
      expires_at: sql<Date>`case when expiry_seconds <> ${NEVER_EXPIRES_SECONDS}
        then now() + make_interval(secs => expiry_seconds::double precision) end`,
    })
    .where('id', '=', transferId)
    .where('account_id', '=', accountId)
    .where(isWaiting)
    .$if(isDue, (query) => query.where(sql<boolean>`sends_at <= now() and unsent_because is null`))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  // Now they have received it.
  await sql`update recipients set created_at = now() where transfer_id = ${transferId} and removed_at is null`.execute(
    tx,
  )
  // Their list of shared transfers is in the order of sending.
  await sql`update transfer_shares set sent_at = now() where transfer_id = ${transferId}`.execute(tx)
  return row
}

/** Transfers whose time has passed and whose own job has not sent them. */
export async function listOverdue(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers where ${isWaiting} and unsent_because is null and sends_at <= now() - interval '30 seconds'
    order by sends_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Another time for a waiting transfer of the account; false where it does not wait. */
export async function setSendTime(
  tx: Db,
  { transferId, accountId }: { transferId: string; accountId: string },
  { localTime, timeZone, atMs }: SendTime,
): Promise<boolean> {
  const { rows } = await sql`
    update transfers set sends_at = ${new Date(atMs)}, sends_local = ${localTime}, sends_zone = ${timeZone},
      unsent_because = null
    where id = ${transferId} and account_id = ${accountId} and ${isWaiting}
    returning id`.execute(tx)
  return rows.length > 0
}

/** A due transfer that could not be sent. */
export interface UnsentTransfer {
  slug: string
  accountId: string
  title: string | null
  firstPath: string
  fileCount: number
  localTime: string
  timeZone: string
}

/** Keeps why a due transfer was not sent. Null where it does not wait, or its sender knows already. */
export async function markUnsent(tx: Db, transferId: string, because: string): Promise<UnsentTransfer | null> {
  const { rows } = await sql<UnsentTransfer>`
    update transfers set unsent_because = ${because}
    where id = ${transferId} and ${isWaiting} and unsent_because is null and sends_at <= now() and account_id is not null
    returning slug, account_id as "accountId", title, file_count as "fileCount", sends_local as "localTime",
      sends_zone as "timeZone", coalesce((
        select path from transfer_files where transfer_id = transfers.id and removed_at is null order by position limit 1
      ), '') as "firstPath"`.execute(tx)
  return rows[0] ?? null
}
