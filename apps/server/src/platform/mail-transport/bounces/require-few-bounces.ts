import { Problem } from '@waybill/contract/core/problems'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { countTriedMails } from '../mail-store.ts'

/** Over this many days, */
const BOUNCE_DAYS = 7
/** once so many mails were tried: a few typing mistakes are no mailing list, */
const MIN_TRIED = 20
/** such a part of them refused for good pauses the sender. It is where mail providers begin to refuse us all. */
const MAX_REFUSED_PART = 0.05
/** They were to so many people at least: one or two can say it of themselves, and are no list either. */
const MIN_REFUSERS = 3

interface Refusals {
  tried: number
  refused: number
  /** How many people they were to. */
  refusers: number
}

/** Whether so many refusals pause a sender. */
export function isPausedBy({ tried, refused, refusers }: Refusals): boolean {
  return tried >= MIN_TRIED && refusers >= MIN_REFUSERS && refused >= tried * MAX_REFUSED_PART
}

/**
 * Refuses a sender too many of whose recipients do not exist, for as long as that is true of the last seven days. Tags
 * and, at Gmail, dots make no other sender.
 *
 * @throws Problem 'sending-paused' {triedCount, refusedCount}
 */
export async function requireFewBounces(db: Kysely<Database>, senderAddress: string): Promise<void> {
  const counted = await countTriedMails(db, mailboxOf(senderAddress), BOUNCE_DAYS)
  if (!isPausedBy(counted)) return
  throw new Problem('sending-paused', { triedCount: counted.tried, refusedCount: counted.refused })
}
