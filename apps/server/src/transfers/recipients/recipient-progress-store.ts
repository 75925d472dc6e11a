import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** How far recipients are with a transfer, as their downloads say. */
type Db = Kysely<Database>

/** Holds a recipient until the transaction ends: what is written of it is written one after the other. */
export async function lockRecipient(tx: Db, recipientId: string): Promise<void> {
  await tx.selectFrom('recipients').select('id').where('id', '=', recipientId).forNoKeyUpdate().execute()
}

/** The same, and nothing that refers to the recipient is written meanwhile. */
export async function lockRecipientWhole(tx: Db, recipientId: string): Promise<void> {
  await tx.selectFrom('recipients').select('id').where('id', '=', recipientId).forUpdate().execute()
}

/** The first time stays; whether this was it. */
export async function markOpened(tx: Db, recipientId: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recipients')
    .set({ opened_at: at })
    .where('id', '=', recipientId)
    .where('opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** As of the last of the files that stand, also where it is noticed later: the others were taken out. The first time stays. */
export async function markFinished(tx: Db, recipientId: string): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({
      finished_at: sql<Date>`coalesce(finished_at, (
        select max(d.finished_at) from delivery_facts d
        join transfer_files tf on tf.file_id = d.file_id and tf.transfer_id = recipients.transfer_id and tf.removed_at is null
        where d.recipient_id = recipients.id
      ), now())`,
    })
    .where('id', '=', recipientId)
    .execute()
}

/**
 * Adds finished files to their transfer's count. False where its row is being written: whoever holds a recipient waits
 * for no transfer, so that those who hold a transfer may wait for recipients.
 */
export async function addDownloads(tx: Db, transferId: string, files: number): Promise<boolean> {
  const { rows } = await sql`
    update transfers set download_count = download_count + ${files}
    where id = (select id from transfers where id = ${transferId} for no key update skip locked)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Sets a transfer's count of finished files to what they are. */
export async function recountDownloads(tx: Db, transferId: string): Promise<void> {
  await tx.selectFrom('transfers').select('id').where('id', '=', transferId).forNoKeyUpdate().execute()
  await sql`
    update transfers set download_count = found.files from (
      select count(*)::int as files from delivery_facts d join recipients r on r.id = d.recipient_id
      where r.transfer_id = ${transferId} and d.finished_at is not null
    ) found where id = ${transferId} and download_count <> found.files`.execute(tx)
}

/** Somebody who is reminded, and for whom. */
export interface ClaimedReminder {
  recipientId: string
  transferId: string
  /** The account that sent it, or the address. */
  sender: string
  address: string
  language: string | null
}

/** Of these recipients those who still wait and whom nobody else reminds now: they are reminded by this caller, once. */
export async function claimToRemind(tx: Db, ids: readonly string[]): Promise<ClaimedReminder[]> {
  const { rows } = await sql<ClaimedReminder>`
    update recipients set reminded_at = now() from transfers t
    where t.id = recipients.transfer_id and recipients.id in (
      select id from recipients
      where id = any(${[...ids]}::text[]) and removed_at is null and reminded_at is null and finished_at is null
        and (remind_not_before is null or remind_not_before <= now())
      for no key update skip locked
    )
    returning recipients.id as "recipientId", t.id as "transferId",
      coalesce(t.account_id, t.sender_address) as sender, recipients.address,
      coalesce(recipients.language, t.sender_language) as language`.execute(tx)
  return rows
}

/** Puts a claimed reminder off: it is none yet. */
export async function putOffReminder(tx: Db, recipientId: string, seconds: number): Promise<void> {
  await sql`
    update recipients set reminded_at = null, remind_not_before = now() + make_interval(secs => ${seconds})
    where id = ${recipientId}`.execute(tx)
}
