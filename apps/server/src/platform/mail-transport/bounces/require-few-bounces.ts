import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { countComplaints, countTriedMails } from '../mail-store.ts'

/** The period that counts, in days. */
const BOUNCE_DAYS = 7
/** No pause below this number of tried mails: a few typing mistakes are not a mailing list. */
const MIN_TRIED = 20
/**
 * A larger share of permanent refusals pauses the sender. Mail providers begin to refuse all our mails at this rate.
 */
const MAX_REFUSED_PART = 0.05
/** The refusals must come from at least this many people: one or two can cause them alone, and are no list either. */
const MIN_REFUSERS = 3

interface Refusals {
  tried: number
  refused: number
  /** The number of people who were refused. */
  refusers: number
}

/** Whether these refusals pause a sender. */
export function isPausedBy({ tried, refused, refusers }: Refusals): boolean {
  return tried >= MIN_TRIED && refusers >= MIN_REFUSERS && refused >= tried * MAX_REFUSED_PART
}

/** Complaints are about mails of this many days. */
const COMPLAINT_DAYS = 30
/** Fewer recipients never stop a sender: each of them has to be mailed first, so nobody else can be counted. */
const MIN_COMPLAINERS = 5
/** A larger share of recipients who report stops the sender. Mail providers do the same to us. */
const MAX_REPORTED_PART = 0.001

/** Whether this many recipients who reported a sender stop the sender's mails. */
export const isStoppedBy = ({ tried, complainers }: { tried: number; complainers: number }): boolean =>
  complainers >= MIN_COMPLAINERS && complainers > tried * MAX_REPORTED_PART

/** The recipients who reported a sender's mails without a decision so far, and the mails that were tried. */
export async function readComplaints(
  db: Kysely<Database>,
  senderMailbox: string,
): Promise<{ tried: number; complainers: number }> {
  const complainers = await countComplaints(db, senderMailbox)
  if (complainers < MIN_COMPLAINERS) return { tried: 0, complainers }
  return { tried: (await countTriedMails(db, senderMailbox, COMPLAINT_DAYS)).tried, complainers }
}

/**
 * Refuses a sender whose recipients report the mails, until an operator decides about the reports; and a sender with too
 * many nonexistent recipients, for as long as that is true of the last seven days. A tag or, at Gmail, a dot makes no
 * other sender.
 *
 * @throws Problem 'sending-paused' {because: 'reported'}, or {triedCount, refusedCount}
 */
export async function requireFewBounces(db: Kysely<Database>, senderAddress: string): Promise<void> {
  const mailbox = mailboxOf(senderAddress)
  if (isStoppedBy(await readComplaints(db, mailbox))) throw new Problem('sending-paused', { because: 'reported' })
  const counted = await countTriedMails(db, mailbox, BOUNCE_DAYS)
  if (!isPausedBy(counted)) return
  throw new Problem('sending-paused', { triedCount: counted.tried, refusedCount: counted.refused })
}
