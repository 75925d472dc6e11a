import { mailPace, networkPace } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { LiveAccount } from './allowance-store.ts'
import {
  addMailedPeople,
  addToDay,
  addToPaces,
  type Mails,
  type Paces,
  readDay,
  readWaits,
} from './mail-limit-store.ts'
import { accountSender, type MailSender } from './mail-sender.ts'
import { mailboxMark } from './mailbox-mark.ts'

/**
 * The only place that counts mails from one person to another, whatever they are about: docs/limits.md lists the
 * limits, decision 0030 has the reasons. Mails that readers request for themselves (codes, resets) are counted where
 * they are requested.
 */
type Db = Kysely<Database>

/** A transfer or a request, and how many different people it may be mailed to in its lifetime. */
export interface MailedThing {
  id: string
  recipientLimit: number
}

/**
 * Counts one mail to each address, in the transaction that queues them or has a job queue them; the Problem rolls it
 * back. All or none. Counts are never returned. Call it once in a transaction, with the thing locked.
 *
 * @throws Problem 'too-many-recipients' {limit, isEver}; 'sending-paused' {because: 'new-account', limit,
 *   retryAfterSeconds}; 'too-many-mails' {because: 'day', limit, retryAfterSeconds} or {because: 'address', address,
 *   retryAfterSeconds}
 */
export async function countMails(
  tx: Db,
  sender: MailSender,
  addresses: readonly string[],
  thing?: MailedThing,
): Promise<void> {
  if (addresses.length === 0) return
  const mails = byMailbox(addresses)
  if (thing) await keepMailed(tx, thing, [...mails.keys()])
  if (!(await addToDay(tx, sender.keys, addresses.length, sender.perDay))) throw await dayProblem(tx, sender)
  const refused = await addToPaces(tx, pacesOf(sender), mails)
  if (refused !== null) throw await addressProblem(tx, sender, addresses, refused)
}

/** Refuses what `countMails` would refuse at the moment, and counts nothing, so that nobody uploads needlessly. */
export async function requireMails(db: Db, sender: MailSender, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const { mails } = await readDay(db, sender.keys)
  if (mails + addresses.length > sender.perDay) throw await dayProblem(db, sender)
  const [refused] = (await waitsOf(db, sender, addresses)).keys()
  if (refused !== undefined) throw await addressProblem(db, sender, addresses, refused)
}

/** Those of the addresses whose mailboxes may be mailed now, and how long the first of the others has to wait. */
export async function splitByPace(
  db: Db,
  sender: MailSender,
  addresses: readonly string[],
): Promise<{ now: string[]; waiting: string[]; waitSeconds: number }> {
  const waits = await waitsOf(db, sender, addresses)
  const now = addresses.filter((address) => !waits.has(mailboxMark(address)))
  const waiting = addresses.filter((address) => waits.has(mailboxMark(address)))
  return { now, waiting, waitSeconds: Math.min(...waits.values(), Number.POSITIVE_INFINITY) }
}

/** The mails that an account has sent on this UTC day, and the most that it may send. */
export async function readDayMails(db: Db, live: LiveAccount): Promise<{ used: number; limit: number }> {
  const { keys, perDay } = accountSender(live, null)
  return { used: (await readDay(db, keys)).mails, limit: perDay }
}

/**
 * Counts an automatic mail: a scheduled one, or one that follows from an event. 0 where it may be sent now; otherwise
 * nothing is counted, and it may be sent after this many seconds.
 *
 * @throws Problem as `countMails` does, where another call took the last one meanwhile
 */
export async function countOrWait(tx: Db, sender: MailSender, address: string): Promise<number> {
  const { mails, secondsLeft } = await readDay(tx, sender.keys)
  const waits = await waitsOf(tx, sender, [address])
  const seconds = Math.max(mails + 1 > sender.perDay ? secondsLeft : 0, ...waits.values())
  if (seconds === 0) await countMails(tx, sender, [address])
  return seconds
}

/** How many seconds each mailbox that may not be mailed now has to wait. */
const waitsOf = (db: Db, sender: MailSender, addresses: readonly string[]): Promise<Map<string, number>> =>
  readWaits(db, pacesOf(sender), byMailbox(addresses))

/** The keys that count mails to one mailbox, each with its pace. */
function pacesOf({ keys, network, isPaying }: MailSender): Paces {
  const paces = new Map(keys.map((key) => [key, isPaying ? mailPace.paying : mailPace.unpaid]))
  return isPaying || network === null ? paces : paces.set(`network:${network}`, networkPace)
}

function byMailbox(addresses: readonly string[]): Mails {
  const mails = new Map<string, number>()
  for (const mailbox of addresses.map(mailboxMark)) mails.set(mailbox, (mails.get(mailbox) ?? 0) + 1)
  return mails
}

async function keepMailed(tx: Db, { id, recipientLimit }: MailedThing, mailboxes: readonly string[]): Promise<void> {
  const { added, all } = await addMailedPeople(tx, id, mailboxes)
  if (added > 0 && all > recipientLimit)
    throw new Problem('too-many-recipients', { limit: recipientLimit, isEver: true })
}

async function dayProblem(db: Db, { keys, perDay: limit, isNew, isPaying }: MailSender): Promise<Problem> {
  const { secondsLeft: retryAfterSeconds } = await readDay(db, keys)
  if (isNew && !isPaying) return new Problem('sending-paused', { because: 'new-account', limit, retryAfterSeconds })
  return new Problem('too-many-mails', { because: 'day', limit, retryAfterSeconds })
}

async function addressProblem(
  db: Db,
  sender: MailSender,
  addresses: readonly string[],
  mailbox: string,
): Promise<Problem> {
  const address = addresses.find((one) => mailboxMark(one) === mailbox)
  // Another call may have been rolled back meanwhile.
  const retryAfterSeconds = (await waitsOf(db, sender, addresses)).get(mailbox) ?? 1
  return new Problem('too-many-mails', { because: 'address', ...(address ? { address } : {}), retryAfterSeconds })
}
