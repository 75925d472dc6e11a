import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { countTriedMails } from '../mail-store.ts'

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

/**
 * Refuses a sender with too many nonexistent recipients, for as long as that is true of the last seven days. A tag or,
 * at Gmail, a dot makes no other sender.
 *
 * @throws Problem 'sending-paused' {triedCount, refusedCount}
 */
export async function requireFewBounces(db: Kysely<Database>, senderAddress: string): Promise<void> {
  const counted = await countTriedMails(db, mailboxOf(senderAddress), BOUNCE_DAYS)
  if (!isPausedBy(counted)) return
  throw new Problem('sending-paused', { triedCount: counted.tried, refusedCount: counted.refused })
}
