import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { mailsToRecipient } from '../../platform/mail-transport/index.ts'
import { listExtensionRequested } from '../access-request-store.ts'
import { isServed } from '../transfer-store.ts'

/** The mails about a transfer that its recipients are due. */
type Db = Kysely<Database>

/** How soon after a mail there may be another, in seconds, and how many in a day. */
const APART_SECONDS = 60
const AGAIN_PER_DAY = 5

/**
 * For a mail to a recipient: 'due' may be sent now, 'under way' was just sent or is still queued, 'too often' waits a
 * day.
 */
export type MailState = 'due' | 'under way' | 'too often'

/**
 * The state of another mail to each of these addresses, with their rows locked until the transaction ends. Those of a
 * link transfer get their first one. `onlyUnfinished`: without those who have everything once the rows are locked.
 */
export async function readMailStates(
  tx: Db,
  { id, sendAs }: { id: string; sendAs: 'email' | 'link' },
  addresses: readonly string[],
  { onlyUnfinished = false }: { onlyUnfinished?: boolean } = {},
): Promise<Array<{ address: string; state: MailState }>> {
  const { rows } = await sql<{ address: string; state: MailState }>`
      select r.address, case
        when (r.told_again_at > now() - make_interval(secs => ${APART_SECONDS})
          or m.last_at > now() - make_interval(secs => ${APART_SECONDS})
          or m.open > 0 or (m.last_at is null and ${sendAs === 'email'})) then 'under way'
        when m.again >= ${AGAIN_PER_DAY} then 'too often' else 'due' end as state
      from recipients r cross join lateral (
        select max(created_at) as last_at,
          count(*) filter (where accepted_at is null and given_up_at is null) as open,
          count(*) filter (where template = 'files-arrived-again' and created_at > now() - interval '1 day') as again
        from ${mailsToRecipient('r.id')} mailed
      ) m
      where r.transfer_id = ${id} and r.removed_at is null and r.address = any(${[...addresses]}::text[])
        and (not ${onlyUnfinished}::boolean or r.finished_at is null)
      order by r.id for no key update of r`.execute(tx)
  return rows
}

/** Requests that the mail to these addresses is sent again, or for the first time; a job sends it. */
export async function markForResend(tx: Db, transferId: string, addresses: readonly string[]): Promise<void> {
  await sql`
    update recipients set told_again_at = now()
    where transfer_id = ${transferId} and removed_at is null and address = any(${[...addresses]}::text[])`.execute(tx)
}

/** A mail to resend. */
export interface LostMail {
  transferId: string
  recipientId: string
  accountId: string | null
  senderAddress: string
  network: string
}

/**
 * Whether the mail would be resent if the transfer were not blocked or paused, or its account suspended, at the moment.
 */
export async function isLostMailHeld(db: Db, { slug, address }: { slug: string; address: string }): Promise<boolean> {
  const { rows } = await sql`
    select from transfers t join recipients r on r.transfer_id = t.id
    where t.slug = ${slug} and t.send_as = 'email' and r.address = ${address} and r.removed_at is null
      and t.deleted_at is null and t.bytes_removed_at is null and (t.expires_at is null or t.expires_at > now())
      and (t.paused_at is not null or not ${isServed('t')})`.execute(db)
  return rows.length > 0
}

/**
 * The mail of an email transfer to the person at this address, if it may be resent: at most once a day, while its
 * sender has not closed it. Null where there is nothing to send, for whatever reason. With `hold` locks both until the
 * transaction ends.
 */
export async function findLostMail(
  tx: Db,
  { slug, address }: { slug: string; address: string },
  { hold = false }: { hold?: boolean } = {},
): Promise<LostMail | null> {
  const { rows } = await sql<LostMail>`
    select t.id as "transferId", r.id as "recipientId", t.account_id as "accountId",
      t.sender_address as "senderAddress", t.network
    from transfers t join recipients r on r.transfer_id = t.id
    where t.slug = ${slug} and t.send_as = 'email' and r.address = ${address}
      and r.removed_at is null and ${isServed('t')} and t.paused_at is null
      and coalesce(r.told_again_at <= now() - interval '1 day', true)
      and not exists (
        select 1 from ${mailsToRecipient('r.id')} m where (m.accepted_at is null and m.given_up_at is null
          or m.template = 'files-arrived-again' and m.created_at > now() - interval '1 day')
      )
      and exists (select 1 from ${mailsToRecipient('r.id')} m)
    ${hold ? sql`for no key update of t, r` : sql``}`.execute(tx)
  return rows[0] ?? null
}

/** A transfer, or all of an account. */
export type Meant = { accountId: string } | { transferId: string }

const isMeant = (of: Meant) =>
  'accountId' in of ? sql<boolean>`t.account_id = ${of.accountId}` : sql<boolean>`t.id = ${of.transferId}`

/** Served transfers with an unanswered request for more time. */
export async function listUnanswered(db: Db, of: Meant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t where ${isMeant(of)} and ${isServed('t')}`.execute(db)
  return listExtensionRequested(
    db,
    rows.map(({ id }) => id),
  )
}

/** Served, unexpired transfers where somebody has not had a due mail: the first one, or a requested one. */
export async function listUnmailed(db: Db, of: Meant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfers t
    where ${isMeant(of)} and ${isServed('t')} and (t.expires_at is null or t.expires_at > now())
      and exists (
        select from recipients r
        left join lateral (
          select max(m.created_at) as at from ${mailsToRecipient('r.id')} m
          where m.template in ('files-arrived', 'files-arrived-again')
        ) mailed on true
        where r.transfer_id = t.id and r.address is not null and r.removed_at is null
          and case when mailed.at is null then t.send_as = 'email' or r.told_again_at is not null
            else r.told_again_at >= mailed.at end
      )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a recipient until the transaction ends, so that its changes are written one after the other. */
export async function lockRecipient(tx: Db, recipientId: string): Promise<void> {
  await tx.selectFrom('recipients').select('id').where('id', '=', recipientId).forNoKeyUpdate().execute()
}

/** The same, and blocks new references to the recipient meanwhile. */
export async function lockRecipientWhole(tx: Db, recipientId: string): Promise<void> {
  await tx.selectFrom('recipients').select('id').where('id', '=', recipientId).forUpdate().execute()
}

/** Keeps the first time; returns whether this was it. */
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

/**
 * Marks that the recipient has downloaded everything, as of the end of the last file that is still in the transfer. Keeps
 * an earlier mark.
 */
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
 * Adds finished files to their transfer's count. False where another transaction is writing its row: a transaction that
 * locks a recipient never waits for a transfer, so that one that locks a transfer may wait for recipients.
 */
export async function addDownloads(tx: Db, transferId: string, files: number): Promise<boolean> {
  const { rows } = await sql`
    update transfers set download_count = download_count + ${files}
    where id = (select id from transfers where id = ${transferId} for no key update skip locked)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Recounts a transfer's finished files. */
export async function recountDownloads(tx: Db, transferId: string): Promise<void> {
  await tx.selectFrom('transfers').select('id').where('id', '=', transferId).forNoKeyUpdate().execute()
  await sql`
    update transfers set download_count = found.files from (
      select count(*)::int as files from delivery_facts d join recipients r on r.id = d.recipient_id
      where r.transfer_id = ${transferId} and d.finished_at is not null
    ) found where id = ${transferId} and download_count <> found.files`.execute(tx)
}

/** A recipient to remind, and the sender. */
export interface ClaimedReminder {
  recipientId: string
  transferId: string
  /** The account that sent it, or the address. */
  sender: string
  address: string
  language: string | null
}

/**
 * Those of these recipients who are still waiting and whom no other run reminds now: this caller reminds them, once.
 */
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

/** Postpones a claimed reminder, which then does not count. */
export async function putOffReminder(tx: Db, recipientId: string, seconds: number): Promise<void> {
  await sql`
    update recipients set reminded_at = null, remind_not_before = now() + make_interval(secs => ${seconds})
    where id = ${recipientId}`.execute(tx)
}

/** Recipients who got a mail about a transfer that has the file, with the file's name there. */
export async function listToldOf(db: Db, fileId: string) {
  const { rows } = await sql<{
    recipientId: string
    address: string
    language: string | null
    accountId: string | null
    sendAs: string
    slug: string
    sender: string
    path: string
    bytes: number
  }>`
    select r.id as "recipientId", r.address, coalesce(r.language, t.sender_language) as language,
      t.account_id as "accountId", t.send_as as "sendAs", t.slug, t.sender_address as sender, tf.path, f.bytes
    from transfer_files tf join transfers t on t.id = tf.transfer_id join recipients r on r.transfer_id = t.id
      join stored_files f on f.id = tf.file_id
    where tf.file_id = ${fileId} and tf.removed_at is null and r.removed_at is null and r.address is not null
      and ${isServed('t')} and exists (select from ${mailsToRecipient('r.id')} m)`.execute(db)
  return rows
}
