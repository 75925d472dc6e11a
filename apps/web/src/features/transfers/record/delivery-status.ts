import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { Known } from '../../../shared/evidence/evidence-words.ts'
import type { StampInk } from '../../../shared/ui/marks/stamp.tsx'

/** The delivery status of recipients. Pure. */
const MOST_SHARE = 0.99

export type DeliveryStatus =
  | 'finished'
  | 'handed'
  | 'almost'
  | 'under-way'
  | 'stalled'
  | 'opened'
  | 'mailed'
  | 'queued'
  | 'refused'
  | 'waiting'
type Progress = Pick<
  RecipientState,
  'finishedAt' | 'deliveredBytes' | 'filesFinished' | 'filesArrived' | 'openedAt' | 'mail' | 'stalledAt' | 'known'
>
type Whole = Pick<TransferRecord, 'bytes'> & {
  files: ReadonlyArray<Pick<TransferRecord['files'][number], 'isWithdrawn'>>
}

/** How far one recipient has got, in one word. */
export function deliveryStatusOf(recipient: Progress, record: Whole): DeliveryStatus {
  if (recipient.finishedAt !== null) return isByProxy(recipient) ? 'handed' : 'finished'
  // A file that has arrived and is not finished yet does not count as stalled.
  if (hasArrived(recipient, record)) return 'almost'
  if (recipient.stalledAt !== null) return 'stalled'
  if (hasAny(recipient)) return 'under-way'
  if (recipient.openedAt !== null) return 'opened'
  if (recipient.mail === 'refused') return 'refused'
  if (recipient.mail === 'accepted') return 'mailed'
  return recipient.mail === 'queued' ? 'queued' : 'waiting'
}

const isByProxy = ({ known: { evidence } }: Progress) => evidence === 'handed-over' || evidence === 'sent-by-proxy'

/** An empty file counts too. */
const hasAny = ({ deliveredBytes, filesFinished }: Progress) => deliveredBytes > 0 || filesFinished > 0

export const standing = ({ files }: Whole): number => files.filter(({ isWithdrawn }) => !isWithdrawn).length

const hasArrived = ({ filesArrived }: Progress, record: Whole) => filesArrived > 0 && filesArrived >= standing(record)

/** The evidence for them where they have everything, or all of it has arrived; null before. */
export function knownOf(recipient: Progress, record: Whole): Known | null {
  const { evidence, doubt, openDoubt } = recipient.known
  if (recipient.finishedAt !== null) return { state: 'finished', evidence, doubt }
  return hasArrived(recipient, record) ? { state: 'arrived', evidence: null, doubt: openDoubt } : null
}

/** An open link has the status of the devices that came by it. */
export function statusOfLink(status: DeliveryStatus, devices: readonly DeliveryStatus[]): DeliveryStatus {
  return status === 'finished' && devices.includes('handed') && !devices.includes('finished') ? 'handed' : status
}

/**
 * Of everything in the transfer that is not removed, 0 to 1; 1 only for finished ones: an empty file may be missing,
 * too.
 */
export function shareOf(recipient: Progress, record: Whole): number {
  if (recipient.finishedAt !== null) return 1
  return record.bytes === 0 ? 0 : Math.min(MOST_SHARE, recipient.deliveredBytes / record.bytes)
}

/** When they reached their delivery status; null where bytes are still missing, since the last are yet to come. */
export const reachedAt = (recipient: Progress): string | null =>
  recipient.finishedAt ?? (hasAny(recipient) ? null : recipient.openedAt)

/** What is normal is quiet; red is what needs a hand. */
export const inkOf: Record<DeliveryStatus, StampInk> = {
  finished: 'delivered',
  handed: 'delivered',
  almost: 'waiting',
  'under-way': 'quiet',
  stalled: 'stamp',
  opened: 'delivered',
  mailed: 'quiet',
  queued: 'quiet',
  refused: 'stamp',
  waiting: 'quiet',
}

/**
 * The likely next step for a recipient of a mail: another mail, in the word for why, or the receipt. Null: to wait.
 */
export function nextStepOf(status: DeliveryStatus, mayMail: boolean): 'send-again' | 'remind' | 'receipt' | null {
  if (status === 'finished' || status === 'handed') return 'receipt'
  if (!mayMail || ['almost', 'under-way', 'queued'].includes(status)) return null
  return status === 'refused' ? 'send-again' : 'remind'
}

type StampWord =
  | 'deleted'
  | 'scheduled'
  | 'unsent'
  | 'blocked'
  | 'expired'
  | 'paused'
  | 'delivered'
  | 'handed-over'
  | 'under-way'
  | 'opened'
  | 'sent'

const isFinished = (status: DeliveryStatus) => status === 'finished' || status === 'handed'

/** The stamp of the transfer as a whole. */
export function stampOf(
  { state, isPaused, isBlocked }: Pick<TransferRecord, 'state' | 'isPaused' | 'isBlocked'>,
  statuses: readonly DeliveryStatus[],
) {
  const stamp = (word: StampWord, ink: StampInk) => ({ word, ink })
  if (state === 'deleted') return stamp('deleted', 'quiet')
  if (isBlocked) return stamp('blocked', 'stamp')
  if (state === 'scheduled') return stamp('scheduled', 'waiting')
  if (state === 'unsent') return stamp('unsent', 'stamp')
  if (state === 'expired') return stamp('expired', 'stamp')
  if (isPaused) return stamp('paused', 'ink')
  if (statuses.length > 0 && statuses.every((status) => status === 'finished')) return stamp('delivered', 'delivered')
  if (statuses.length > 0 && statuses.every(isFinished)) return stamp('handed-over', 'delivered')
  if (statuses.some((status) => isFinished(status) || ['almost', 'under-way', 'stalled'].includes(status)))
    return stamp('under-way', 'quiet')
  return statuses.includes('opened') ? stamp('opened', 'delivered') : stamp('sent', 'quiet')
}

/** The order of interest: who is downloading, who needs help, who is done; then those who have not come. */
const rank: readonly DeliveryStatus[] = [
  'almost',
  'under-way',
  'stalled',
  'refused',
  'finished',
  'handed',
  'opened',
  'mailed',
  'queued',
  'waiting',
]

/** As many of `people` as show at a glance, in their own order; where there are more, the most important. */
export function glanceOf<Person>(
  people: readonly Person[],
  status: (person: Person) => DeliveryStatus,
  most: number,
): Person[] {
  if (people.length <= most) return [...people]
  const ranked = people.toSorted((one, other) => rank.indexOf(status(one)) - rank.indexOf(status(other)))
  const chosen = new Set(ranked.slice(0, most))
  return people.filter((person) => chosen.has(person))
}

/** How many have each status, in the order of `rank`; without statuses that nobody has. */
export function tallyOf(statuses: readonly DeliveryStatus[]): Array<[DeliveryStatus, number]> {
  const counted = rank.map((status): [DeliveryStatus, number] => [
    status,
    statuses.filter((one) => one === status).length,
  ])
  return counted.filter(([, count]) => count > 0)
}
