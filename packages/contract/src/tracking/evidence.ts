/**
 * The law of evidence: what may be said about a delivery. Pure; docs/evidence.md says the same in sentences. Everything
 * that speaks of a delivery reads from here.
 *
 * A connection carries one range of a resource. Bytes have *arrived* once the other end's TCP has acknowledged them.
 * They count as *read* once the connection has ended in order, or a neighbour shows where its reader stopped.
 */

/** What a statement about bytes rests on. What says least comes first. */
export const evidenceKinds = [
  /** Acknowledged by a proxy, which had yet to pass them on. */
  'handed-over',
  /** A trusted proxy has reported that it sent them. */
  'sent-by-proxy',
  /** Acknowledged by the recipient's own device. */
  'received',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** What all of several things rest on: the kind among theirs that says least. Null where none rests on anything. */
export function weakestOf(kinds: readonly (EvidenceKind | null)[]): EvidenceKind | null {
  return evidenceKinds.find((kind) => kinds.includes(kind)) ?? null
}

/** The same of entries of a ledger. Null also where one of them does not say what it rests on. */
export const weakestOnRecord = (kinds: readonly (EvidenceKind | null)[]): EvidenceKind | null =>
  kinds.includes(null) ? null : weakestOf(kinds)

/** Whether it is a proxy's word, and not that of the recipient's own device. */
export const isByProxy = (kind: EvidenceKind | null | undefined): kind is 'handed-over' | 'sent-by-proxy' =>
  kind === 'handed-over' || kind === 'sent-by-proxy'

/** What a file rests on. Each byte rests on the best that is known of it. */
export function evidenceOf(file: { hasHanded: boolean; hasSent: boolean }): EvidenceKind {
  if (file.hasHanded) return 'handed-over'
  return file.hasSent ? 'sent-by-proxy' : 'received'
}

/** A neighbour's range counts where it was open when a connection was cut, or began within so long. */
export const NEIGHBOUR_SECONDS = 10
/** A file that is covered and asked for by nobody for so long is finished, with the doubt named. */
export const QUIET_SECONDS = 60
/** An entry that is saved no later than this after it happened does not say so. */
export const LATE_AFTER_MS = 1_000
/** No system in use holds more than this unread for a program. */
export const MOST_UNREAD_BYTES = 16 * 1024 * 1024

/** `read`: the reader has ended it in order. `cut`: it was reset, fell silent, or its process died. */
export type ConnectionEnd = 'read' | 'cut'

/**
 * How an answer was asked for. `whole`: all of it. `resumed`: a range, by somebody who names the version they have a
 * part of. `looking`: as players ask, or by a range from the first byte. `ranged`: by another range.
 */
export type Asking = 'whole' | 'resumed' | 'looking' | 'ranged'

/**
 * Whether somebody may jump about in a file: what they ask for next says nothing of what they have read before.
 *
 * @param didBefore they might with something that they asked for in the last day
 */
export function mayJump(asking: Asking, didBefore: boolean): boolean {
  return asking === 'looking' || (asking === 'ranged' && didBefore)
}

/** One connection's part of a resource: bytes `[startsAt, arrivedTo)` have arrived. */
export interface Carried {
  startsAt: number
  arrivedTo: number
}

/**
 * How far what a connection brought is known to have been read.
 *
 * @param neighbours where ranges begin that the same recipient had open when it was cut, opened since it began, or
 * within
 *   `NEIGHBOUR_SECONDS`: download managers cut a connection where the next segment begins. Of somebody who may jump about
 *   there are none
 * @returns a byte from `startsAt` to `arrivedTo`
 */
export function readTo(carried: Carried, end: ConnectionEnd, neighbours: readonly number[]): number {
  const { startsAt, arrivedTo } = carried
  if (end === 'read') return arrivedTo
  const cuts = neighbours.filter((at) => at > startsAt && at <= arrivedTo)
  return Math.max(startsAt, arrivedTo - MOST_UNREAD_BYTES, ...cuts)
}

/** What a proxy has reported of one answer, once it was done with it. */
export interface ProxyReport {
  /** How much of the body it has sent. */
  bytes: number
  /** It has sent all that it had to send. */
  isComplete: boolean
  /** It counts its own frames with the body, so that `bytes` is only the most that it can have sent. */
  isFramed: boolean
}

/** What became of one answer, and what that rests on. */
export interface Outcome {
  end: ConnectionEnd
  arrivedTo: number
  evidence: EvidenceKind
}

/**
 * What became of an answer `[startsAt, endsAt)` that went to a proxy.
 *
 * @param end how the proxy's own connection has ended
 * @param report what the proxy says; null where it says nothing, or is not asked
 */
export function judgeProxied(
  carried: Carried & { endsAt: number },
  end: ConnectionEnd,
  report: ProxyReport | null,
): Outcome {
  const { startsAt, arrivedTo, endsAt } = carried
  if (report === null) return { end, arrivedTo, evidence: 'handed-over' }
  if (report.isComplete && end === 'read') {
    // Fewer bytes than it was given: it has sent something else, and nothing is known of these.
    const isWhole = report.bytes >= endsAt - startsAt
    return { end, arrivedTo, evidence: isWhole ? 'sent-by-proxy' : 'handed-over' }
  }
  const sentTo = Math.min(arrivedTo, startsAt + report.bytes)
  return { end: 'cut', arrivedTo: sentTo, evidence: report.isFramed ? 'handed-over' : 'sent-by-proxy' }
}

/** What is known of one file that one recipient is being sent. */
export interface FileEvidence {
  bytes: number
  /** How many of its bytes have arrived, and how many were read, each counted once. */
  arrivedBytes: number
  readBytes: number
  /** Nobody has asked for any of it for `QUIET_SECONDS`, and no connection carries it. */
  isQuiet: boolean
  /** One connection brought all of it and was cut. */
  isCutWhole: boolean
}

/** 'finished' with so many bytes in doubt; 'doubtful': covered, and not finished yet; 'open': something is missing. */
export type FileVerdict =
  | { state: 'finished'; doubtBytes: number }
  | { state: 'doubtful'; doubtBytes: number }
  | { state: 'open' }

/** Whether a recipient has a file. */
export function judgeFile({ bytes, arrivedBytes, readBytes, isQuiet, isCutWhole }: FileEvidence): FileVerdict {
  if (arrivedBytes < bytes) return { state: 'open' }
  const doubtBytes = bytes - readBytes
  if (doubtBytes === 0) return { state: 'finished', doubtBytes }
  return { state: isQuiet && !isCutWhole ? 'finished' : 'doubtful', doubtBytes }
}
