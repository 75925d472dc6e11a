import type { RecipientState, TransferRecord } from '@waybill/contract/transfer-list'
import type { StampInk } from '../ui/stamp.tsx'

/** How far recipients have come. Pure. */
export type Way = 'finished' | 'under-way' | 'stalled' | 'opened' | 'mailed' | 'queued' | 'refused' | 'waiting'
type Progress = Pick<RecipientState, 'finishedAt' | 'deliveredBytes' | 'openedAt' | 'mail' | 'stalledAt'>
type Whole = Pick<TransferRecord, 'bytes'>

/** How far one recipient has come, in one word. */
export function wayOf(recipient: Progress, record: Whole): Way {
  if (recipient.finishedAt !== null) return 'finished'
  // All of it may have arrived and not be finished yet: nothing of that stands still.
  if (recipient.stalledAt !== null && shareOf(recipient, record) < 1) return 'stalled'
  if (recipient.deliveredBytes > 0) return 'under-way'
  if (recipient.openedAt !== null) return 'opened'
  if (recipient.mail === 'refused') return 'refused'
  if (recipient.mail === 'accepted') return 'mailed'
  return recipient.mail === 'queued' ? 'queued' : 'waiting'
}

/** Of everything that stands in the transfer, 0 to 1. */
export function shareOf(recipient: Pick<Progress, 'finishedAt' | 'deliveredBytes'>, { bytes }: Whole): number {
  if (recipient.finishedAt !== null) return 1
  return bytes === 0 ? 0 : Math.min(1, recipient.deliveredBytes / bytes)
}

/** When they came as far as their way says; null where bytes are still missing, for the last of them is yet to go. */
export const reachedAt = ({ finishedAt, deliveredBytes, openedAt }: Progress): string | null =>
  finishedAt ?? (deliveredBytes > 0 ? null : openedAt)

export const inkOf: Record<Way, StampInk> = {
  finished: 'delivered',
  'under-way': 'waiting',
  stalled: 'waiting',
  opened: 'delivered',
  mailed: 'ink',
  queued: 'ink',
  refused: 'stamp',
  waiting: 'ink',
}

type StampWord = 'deleted' | 'expired' | 'paused' | 'delivered' | 'under-way' | 'opened' | 'sent'

/** What the transfer as a whole is stamped with. */
export function stampOf({ state, isPaused }: Pick<TransferRecord, 'state' | 'isPaused'>, ways: readonly Way[]) {
  const stamp = (word: StampWord, ink: StampInk) => ({ word, ink })
  if (state === 'deleted') return stamp('deleted', 'ink')
  if (state === 'expired') return stamp('expired', 'ink')
  if (isPaused) return stamp('paused', 'ink')
  if (ways.length > 0 && ways.every((way) => way === 'finished')) return stamp('delivered', 'delivered')
  if (ways.some((way) => ['finished', 'under-way', 'stalled'].includes(way))) return stamp('under-way', 'waiting')
  return ways.includes('opened') ? stamp('opened', 'delivered') : stamp('sent', 'stamp')
}

/** What one looks for first: who is at it, who needs a hand, who is done; then those who have not come. */
const rank: readonly Way[] = ['under-way', 'stalled', 'refused', 'finished', 'opened', 'mailed', 'queued', 'waiting']

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
