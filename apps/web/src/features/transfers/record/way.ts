import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { Known } from '../../../shared/evidence/evidence-words.ts'
import type { StampInk } from '../../../shared/ui/marks/stamp.tsx'

/** How far recipients have come. Pure. */
const MOST_SHARE = 0.99

export type Way =
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

/** How far one recipient has come, in one word. */
export function wayOf(recipient: Progress, record: Whole): Way {
  if (recipient.finishedAt !== null) return isByProxy(recipient) ? 'handed' : 'finished'
  // What has arrived and is not finished yet does not stand still.
  if (hasArrived(recipient, record)) return 'almost'
  if (recipient.stalledAt !== null) return 'stalled'
  if (hasAny(recipient)) return 'under-way'
  if (recipient.openedAt !== null) return 'opened'
  if (recipient.mail === 'refused') return 'refused'
  if (recipient.mail === 'accepted') return 'mailed'
  return recipient.mail === 'queued' ? 'queued' : 'waiting'
}

const isByProxy = ({ known: { evidence } }: Progress) => evidence === 'handed-over' || evidence === 'sent-by-proxy'

/** An empty file is something, too. */
const hasAny = ({ deliveredBytes, filesFinished }: Progress) => deliveredBytes > 0 || filesFinished > 0

export const standing = ({ files }: Whole): number => files.filter(({ isWithdrawn }) => !isWithdrawn).length

const hasArrived = ({ filesArrived }: Progress, record: Whole) => filesArrived > 0 && filesArrived >= standing(record)

/** What is known of them where they have everything, or all of it has arrived; null before. */
export function knownOf(recipient: Progress, record: Whole): Known | null {
  const { evidence, doubt, openDoubt } = recipient.known
  if (recipient.finishedAt !== null) return { state: 'finished', evidence, doubt }
  return hasArrived(recipient, record) ? { state: 'arrived', evidence: null, doubt: openDoubt } : null
}

/** An open link has come as far as those who came by it. */
export function wayOfLink(way: Way, devices: readonly Way[]): Way {
  return way === 'finished' && devices.includes('handed') && !devices.includes('finished') ? 'handed' : way
}

/** Of everything that stands in the transfer, 0 to 1; 1 only of what is finished: an empty file may be missing, too. */
export function shareOf(recipient: Progress, record: Whole): number {
  if (recipient.finishedAt !== null) return 1
  return record.bytes === 0 ? 0 : Math.min(MOST_SHARE, recipient.deliveredBytes / record.bytes)
}

/** When they came as far as their way says; null where bytes are still missing, for the last of them is yet to go. */
export const reachedAt = (recipient: Progress): string | null =>
  recipient.finishedAt ?? (hasAny(recipient) ? null : recipient.openedAt)

export const inkOf: Record<Way, StampInk> = {
  finished: 'delivered',
  handed: 'delivered',
  almost: 'waiting',
  'under-way': 'waiting',
  stalled: 'waiting',
  opened: 'delivered',
  mailed: 'ink',
  queued: 'ink',
  refused: 'stamp',
  waiting: 'ink',
}

type StampWord = 'deleted' | 'expired' | 'paused' | 'delivered' | 'handed-over' | 'under-way' | 'opened' | 'sent'

const isFinished = (way: Way) => way === 'finished' || way === 'handed'

/** What the transfer as a whole is stamped with. */
export function stampOf({ state, isPaused }: Pick<TransferRecord, 'state' | 'isPaused'>, ways: readonly Way[]) {
  const stamp = (word: StampWord, ink: StampInk) => ({ word, ink })
  if (state === 'deleted') return stamp('deleted', 'ink')
  if (state === 'expired') return stamp('expired', 'ink')
  if (isPaused) return stamp('paused', 'ink')
  if (ways.length > 0 && ways.every((way) => way === 'finished')) return stamp('delivered', 'delivered')
  if (ways.length > 0 && ways.every(isFinished)) return stamp('handed-over', 'delivered')
  if (ways.some((way) => isFinished(way) || ['almost', 'under-way', 'stalled'].includes(way)))
    return stamp('under-way', 'waiting')
  return ways.includes('opened') ? stamp('opened', 'delivered') : stamp('sent', 'stamp')
}

/** What one looks for first: who is at it, who needs a hand, who is done; then those who have not come. */
const rank: readonly Way[] = [
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

/** As many of `people` as a glance takes in, in their own order; where there are more, those that matter most. */
export function glanceOf<Person>(people: readonly Person[], way: (person: Person) => Way, most: number): Person[] {
  if (people.length <= most) return [...people]
  const ranked = people.toSorted((one, other) => rank.indexOf(way(one)) - rank.indexOf(way(other)))
  const chosen = new Set(ranked.slice(0, most))
  return people.filter((person) => chosen.has(person))
}

/** How many have come how far, in the order of `rank`; ways that nobody stands at are left out. */
export function tallyOf(ways: readonly Way[]): Array<[Way, number]> {
  const counted = rank.map((way): [Way, number] => [way, ways.filter((one) => one === way).length])
  return counted.filter(([, count]) => count > 0)
}
