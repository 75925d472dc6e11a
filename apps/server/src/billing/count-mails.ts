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
import { accountSender, type DayLimit, type MailSender } from './mail-sender.ts'
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
  const over = await addToDay(tx, sender.keys, addresses.length)
  if (over !== null) throw await dayProblem(tx, sender, over)
  const refused = await addToPaces(tx, pacesOf(sender), mails)
  if (refused !== null) throw await addressProblem(tx, sender, addresses, refused)
}

/** Refuses what `countMails` would refuse at the moment, and counts nothing, so that nobody uploads needlessly. */
export async function requireMails(db: Db, sender: MailSender, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const { left, sender: least } = await readLeast(db, sender)
  if (addresses.length > left) throw await dayProblem(db, sender, least)
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

/**
 * The mails of this UTC day that count for an account, and the most that it may send: by the one of its limits that is
 * reached first.
 */
export async function readDayMails(db: Db, live: LiveAccount): Promise<{ used: number; limit: number }> {
  const { left, limit } = await readLeast(db, accountSender(live, null))
  return { used: limit - left, limit }
}

/**
 * Counts an automatic mail: a scheduled one, or one that follows from an event. 0 where it may be sent now; otherwise
 * nothing is counted, and it may be sent after this many seconds.
 *
 * @throws Problem as `countMails` does, where another call took the last one meanwhile
 */
export async function countOrWait(tx: Db, sender: MailSender, address: string): Promise<number> {
  const { left, secondsLeft } = await readLeast(tx, sender)
  const waits = await waitsOf(tx, sender, [address])
  const seconds = Math.max(left < 1 ? secondsLeft : 0, ...waits.values())
  if (seconds === 0) await countMails(tx, sender, [address])
  return seconds
}

/** The key of a sender that may send the fewest mails on this UTC day. */
async function readLeast(db: Db, { keys }: MailSender) {
  const { sent, secondsLeft } = await readDay(db, [...keys.keys()])
  const all = [...keys].map(([sender, { perDay: limit }]) => ({ sender, limit, left: limit - (sent.get(sender) ?? 0) }))
  const [least] = all.toSorted((one, other) => one.left - other.left)
  if (least === undefined) throw new Error('a sender has no key')
  return { ...least, secondsLeft }
}

/** How many seconds each mailbox that may not be mailed now has to wait. */
const waitsOf = (db: Db, sender: MailSender, addresses: readonly string[]): Promise<Map<string, number>> =>
  readWaits(db, pacesOf(sender), byMailbox(addresses))

/** The keys that count mails to one mailbox, each with its pace. */
function pacesOf({ keys, network, isPaying }: MailSender): Paces {
  const paces = new Map([...keys.keys()].map((key) => [key, isPaying ? mailPace.paying : mailPace.unpaid]))
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

/** Of the key of the sender whose limit is reached. */
async function dayProblem(db: Db, { keys, isPaying }: MailSender, key: string): Promise<Problem> {
  const { secondsLeft: retryAfterSeconds } = await readDay(db, [key])
  const { perDay: limit, isNew } = keys.get(key) as DayLimit
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
