import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'
import type { TemplateName } from './mail-facts.ts'

export interface NewMail {
  id: string
  messageId: string
  template: TemplateName
  recipientId: string | null
  /** Who is asked for files by it. */
  personId: string | null
  /** Whom a mail to a recipient is sent for; null where we write for ourselves. */
  senderMailbox: string | null
  sealed: Uint8Array
}

/** False where the recipient's 'files-arrived' is there already. */
export async function insertMail(db: Kysely<Database>, mail: NewMail): Promise<boolean> {
  const inserted = await db
    .insertInto('mails')
    .values({
      id: mail.id,
      message_id: mail.messageId,
      template: mail.template,
      recipient_id: mail.recipientId,
      person_id: mail.personId,
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
export async function findArrivalMail(db: Kysely<Database>, recipientId: string): Promise<string> {
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('template', '=', 'files-arrived')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasMail(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export interface OpenMail {
  messageId: string
  template: TemplateName
  recipientId: string | null
  personId: string | null
  sealed: Buffer
  ageSeconds: number
}

/**
 * Claims a mail that is neither accepted nor given up for this process to hand over, until the mail is settled or the
 * process is gone. Asked again by the same process it is claimed again, for its first claim may have been lost on the way
 * back: the caller knows what it is handing over. 'held': another living process has it; null: there is nothing to do.
 */
export async function claimMail(
  db: Kysely<Database>,
  mailId: string,
  nodeId: string,
): Promise<OpenMail | 'held' | null> {
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
    .returning(['message_id', 'template', 'recipient_id', 'person_id', 'sealed'])
    .returning(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
    .executeTakeFirst()
  if (!row) return (await isOpen(db, mailId)) ? 'held' : null
  if (!row.sealed) throw new Error(`Mail ${mailId} is open but has no content`)
  return {
    messageId: row.message_id,
    template: row.template as TemplateName,
    recipientId: row.recipient_id,
    personId: row.person_id,
    sealed: row.sealed,
    ageSeconds: row.age_seconds,
  }
}

async function isOpen(db: Kysely<Database>, mailId: string): Promise<boolean> {
  const query = db.selectFrom('mails').select('id').where('id', '=', mailId)
  return (
    (await query.where('accepted_at', 'is', null).where('given_up_at', 'is', null).executeTakeFirst()) !== undefined
  )
}

/** The mail server has it: its content is of no more use here. */
export async function markAccepted(tx: Kysely<Database>, mailId: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ accepted_at: sql<Date>`clock_timestamp()`, sealed: null, last_error: null, handed_by: null })
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .execute()
}

export async function markFailed(
  tx: Kysely<Database>,
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

/** Mails sent for a mailbox in the last days: how many were tried at all, how many were refused for good, of how many people. */
export async function countTriedMails(
  db: Kysely<Database>,
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

/** Mails to a recipient that have not gone out do not; one that is just being handed over does. */
export async function withdrawMails(tx: Kysely<Database>, recipientId: string): Promise<void> {
  await sql`
    update mails set given_up_at = now(), sealed = null, last_error = 'Withdrawn by the sender' where id in (
      select id from mails where recipient_id = ${recipientId} and accepted_at is null and given_up_at is null
        and (handed_by is null or not ${isPresent(sql<string>`handed_by`)})
      for update skip locked
    )`.execute(tx)
}

/** Forgets why mails to these recipients failed: the reasons name addresses. */
export async function clearMailErrors(tx: Kysely<Database>, recipientIds: readonly string[]): Promise<void> {
  await sql`
    update mails set last_error = null where recipient_id = any(${[...recipientIds]}::text[])`.execute(tx)
}
