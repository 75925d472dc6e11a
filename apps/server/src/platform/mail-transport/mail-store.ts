import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'
import { hashToken } from '../ids.ts'
import type { TemplateName } from './facts/mail-facts.ts'
import type { UnsignedBecause } from './signing-domains.ts'

/** Mails, sealed until they are sent, and their outcomes, each claimed once by the caller that may record it. */
type Db = Kysely<Database>

export interface NewMail {
  id: string
  messageId: string
  template: TemplateName
  recipientId: string | null
  /** The supplier whom it asks for files. */
  supplierId: string | null
  /** The sender behind a mail to a recipient; null for our own mails. */
  senderMailbox: string | null
  sealed: Uint8Array
}

/** False where the recipient's 'files-arrived' already exists. */
export async function insertMail(db: Db, mail: NewMail): Promise<boolean> {
  const inserted = await db
    .insertInto('mails')
    .values({
      id: mail.id,
      message_id: mail.messageId,
      template: mail.template,
      recipient_id: mail.recipientId,
      supplier_id: mail.supplierId,
      sender_mailbox: mail.senderMailbox,
      sealed: mail.sealed,
    })
    .onConflict((conflict) =>
      conflict.columns(['recipient_id', 'template']).where('template', '=', sql.lit('files-arrived')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The id of the recipient's 'files-arrived'. */
export async function findArrivalMail(db: Db, recipientId: string): Promise<string> {
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('template', '=', 'files-arrived')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasMail(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export interface OpenMail {
  messageId: string
  template: TemplateName
  recipientId: string | null
  supplierId: string | null
  sealed: Buffer
  ageSeconds: number
}

/**
 * Claims a mail that is neither accepted nor given up for this process, until the mail is settled or the process is
 * gone. The same process can claim it again, because the answer to its first claim may have been lost: the caller knows
 * which mails it is sending. 'held': another living process has it; null: there is nothing to do.
 */
export async function claimMail(db: Db, mailId: string, nodeId: string): Promise<OpenMail | 'held' | null> {
  const row = await db
    .updateTable('mails')
    .set({ handed_by: nodeId })
    .where('id', '=', mailId)
    .where('accepted_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where((mail) =>
      mail.or([
        mail('handed_by', 'is', null),
        mail('handed_by', '=', nodeId),
        mail.not(isPresent(sql<string>`handed_by`)),
      ]),
    )
    .returning(['message_id', 'template', 'recipient_id', 'supplier_id', 'sealed'])
    .returning(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
    .executeTakeFirst()
  if (!row) return (await isOpen(db, mailId)) ? 'held' : null
  if (!row.sealed) throw new Error(`Mail ${mailId} is open but has no content`)
  return {
    messageId: row.message_id,
    template: row.template as TemplateName,
    recipientId: row.recipient_id,
    supplierId: row.supplier_id,
    sealed: row.sealed,
    ageSeconds: row.age_seconds,
  }
}

async function isOpen(db: Db, mailId: string): Promise<boolean> {
  const query = db.selectFrom('mails').select('id').where('id', '=', mailId)
  return (
    (await query.where('accepted_at', 'is', null).where('given_up_at', 'is', null).executeTakeFirst()) !== undefined
  )
}

/** From whose domain a mail left: `signedFor` is null where it left from our address. */
export interface LeftFrom {
  signedFor: string | null
  /** Of a mail in the name of a workspace that has a domain. */
  unsignedBecause: UnsignedBecause | null
}

/** The mail server has it, so its content is no longer needed. */
export async function markAccepted(tx: Db, mailId: string, { signedFor, unsignedBecause }: LeftFrom): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ accepted_at: sql<Date>`clock_timestamp()`, sealed: null, last_error: null, handed_by: null })
    .set({ signed_for: signedFor, unsigned_because: unsignedBecause })
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .execute()
}

export async function markFailed(
  tx: Db,
  mailId: string,
  failure: { reason: string; isFinal: boolean; isRefused: boolean },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ last_error: failure.reason.replaceAll('\0', '').slice(0, 500), handed_by: null })
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .$if(failure.isFinal, (query) => query.set({ given_up_at: sql<Date>`clock_timestamp()`, sealed: null }))
    .$if(failure.isRefused, (query) => query.set({ refused_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', mailId)
    .execute()
}

/**
 * Mails sent for a mailbox in the last days: how many were tried, how many were permanently refused, and for how many
 * people.
 */
export async function countTriedMails(
  db: Db,
  senderMailbox: string,
  days: number,
): Promise<{ tried: number; refused: number; refusers: number }> {
  return db
    .selectFrom('mails')
    .leftJoin('recipient_facts as recipients', 'recipients.id', 'mails.recipient_id')
    .select([
      sql<number>`count(*) filter (where mails.attempts > 0)::int`.as('tried'),
      sql<number>`count(mails.refused_at)::int`.as('refused'),
      sql<number>`(count(distinct coalesce(lower(recipients.address), mails.id))
        filter (where mails.refused_at is not null))::int`.as('refusers'),
    ])
    .where('mails.sender_mailbox', '=', senderMailbox)
    .where('mails.created_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirstOrThrow()
}

/** How many recipients of a sender's mails have reported them, and no operator has decided so far. */
export async function countComplaints(db: Db, senderMailbox: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select complaints_about(${hashToken(senderMailbox)}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Cancels unsent mails to a recipient; a mail that is just being sent still goes out. */
export async function withdrawMails(tx: Db, recipientId: string): Promise<void> {
  await sql`
    update mails set given_up_at = now(), sealed = null, last_error = 'Withdrawn by the sender' where id in (
      select id from mails where recipient_id = ${recipientId} and accepted_at is null and given_up_at is null
        and (handed_by is null or not ${isPresent(sql<string>`handed_by`)})
      for update skip locked
    )`.execute(tx)
}

/** What became of one mail, and from where it left. */
export async function readOutcome(db: Db, mailId: string) {
  const row = await db
    .selectFrom('mails')
    .select(['created_at', 'accepted_at', 'given_up_at', 'signed_for', 'unsigned_because'])
    .where('id', '=', mailId)
    .executeTakeFirst()
  return row ?? null
}

/** What modules that send mails may read about each: not its content. */
const outcome = sql`select template, created_at, accepted_at, given_up_at, refused_at, bounced_at from mails`

/** For a FROM: the mails to a recipient, whose id is a column of the enclosing statement. */
export const mailsToRecipient = (id: string) => sql`(${outcome} where recipient_id = ${sql.ref(id)})`

/** The same for the mails to a supplier. */
export const mailsToSupplier = (id: string) => sql`(${outcome} where supplier_id = ${sql.ref(id)})`

export interface MailOutcome {
  transferId: string
  recipientId: string
  isAccepted: boolean
  isReminder: boolean
  /** The mail server's last answer; null where there was none. It may name the address. */
  lastError: string | null
}

/**
 * The outcome of a mail to a recipient, for the caller that may record it; undefined where there is nothing to record.
 */
export async function claimMailOutcome(tx: Db, mailId: string): Promise<MailOutcome | undefined> {
  const { rows } = await sql<MailOutcome>`
    update mails m set noted_at = now() from recipient_facts r
    where m.id = ${mailId} and m.noted_at is null and r.id = m.recipient_id
      and (m.accepted_at is not null or m.refused_at is not null)
    returning r.transfer_id as "transferId", r.id as "recipientId", m.accepted_at is not null as "isAccepted",
      m.template = 'files-waiting' as "isReminder", m.last_error as "lastError"`.execute(tx)
  return rows[0]
}

/**
 * Marks a mail to a recipient as bounced, once, for the caller that may record it; undefined where its failure is
 * already known, where the recipient's actions show that it arrived, or where it was never ours. A permanent bounce
 * counts among its sender's refusals.
 */
export async function claimBounce(
  tx: Db,
  mailId: string,
  isPermanent: boolean,
): Promise<Pick<MailOutcome, 'transferId' | 'recipientId'> | undefined> {
  const { rows } = await sql<Pick<MailOutcome, 'transferId' | 'recipientId'>>`
    update mails m set bounced_at = now(), noted_at = coalesce(m.noted_at, now()), sealed = null,
      refused_at = case when ${isPermanent} then now() end,
      given_up_at = case when m.accepted_at is null then coalesce(m.given_up_at, now()) else m.given_up_at end
    from recipient_facts r
    where m.id = ${mailId} and m.bounced_at is null and m.refused_at is null and r.id = m.recipient_id
      and r.opened_at is null and r.finished_at is null
    returning r.transfer_id as "transferId", r.id as "recipientId"`.execute(tx)
  return rows[0]
}

/**
 * The same for a mail to a supplier: no ledger records it, and the requester sees it beside the supplier's name.
 * Nothing here tells how many people report bounces, hence it counts among nobody's refusals. True once.
 */
export async function claimAskingBounce(tx: Db, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    update mails set bounced_at = now(), sealed = null,
      given_up_at = case when accepted_at is null then coalesce(given_up_at, now()) else given_up_at end
    where id = ${mailId} and bounced_at is null and refused_at is null and supplier_id is not null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Whether the recipient of a mail that is not known to have bounced has opened its link, and so has received it. */
export async function hasArrived(tx: Db, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mails m join recipient_facts r on r.id = m.recipient_id
    where m.id = ${mailId} and m.bounced_at is null and m.refused_at is null
      and (r.opened_at is not null or r.finished_at is not null)`.execute(tx)
  return rows.length > 0
}
