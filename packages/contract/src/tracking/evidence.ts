/**
 * The rules of evidence: what the product may say about a delivery. Pure; docs/evidence.md has the same rules in
 * sentences. All code that speaks about a delivery uses them.
 *
 * A connection carries one range of a resource. Bytes have *arrived* once the other end's TCP has acknowledged them.
 * They count as *read* once the connection has ended in order, or a neighbour shows where its reader stopped.
 */

/** The kinds of evidence for a statement about bytes, the weakest first. */
export const evidenceKinds = [
  /** Acknowledged by a proxy, which had yet to pass them on. */
  'handed-over',
  /** A trusted proxy has reported that it sent them. */
  'sent-by-proxy',
  /** Acknowledged by the recipient's own device. */
  'received',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** The evidence for several things together: the weakest kind among them. Null where none has any. */
export function weakestOf(kinds: readonly (EvidenceKind | null)[]): EvidenceKind | null {
  return evidenceKinds.find((kind) => kinds.includes(kind)) ?? null
}

/** The same for entries of a ledger. Null also where one of them does not record its evidence. */
export const weakestOnRecord = (kinds: readonly (EvidenceKind | null)[]): EvidenceKind | null =>
  kinds.includes(null) ? null : weakestOf(kinds)

/** Whether it is a proxy's report, and not the acknowledgement of the recipient's own device. */
export const isByProxy = (kind: EvidenceKind | null | undefined): kind is 'handed-over' | 'sent-by-proxy' =>
  kind === 'handed-over' || kind === 'sent-by-proxy'

/** The evidence for a file. Each byte has the best evidence known for it. */
export function evidenceOf(file: { hasHanded: boolean; hasSent: boolean }): EvidenceKind {
  if (file.hasHanded) return 'handed-over'
  return file.hasSent ? 'sent-by-proxy' : 'received'
}

/** A neighbour's range counts where it was open when a connection was cut, or began within this time. */
export const NEIGHBOUR_SECONDS = 10
/** A file that is covered and that nobody requests for this long is finished, with its doubt named. */
export const QUIET_SECONDS = 60
/** An entry saved within this time after its event does not mention the delay. */
export const LATE_AFTER_MS = 1_000
/** No system in use holds more than this unread for a program. */
export const MOST_UNREAD_BYTES = 16 * 1024 * 1024

/** `read`: the reader has ended it in order. `cut`: it was reset, went silent, or its process died. */
export type ConnectionEnd = 'read' | 'cut'

/**
 * The kind of request. `whole`: all of it. `resumed`: a range, from a client that names the version of its part.
 * `looking`: as players ask, or a range from the first byte. `ranged`: another range.
 */
export type Asking = 'whole' | 'resumed' | 'looking' | 'ranged'

/**
 * Whether a client may jump about in a file: its next request then says nothing about what it has read before.
 *
 * @param didBefore an earlier request of the last day allowed it
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
 * How much of what a connection delivered is known to have been read.
 *
 * @param neighbours the starts of ranges that the same recipient had open when it was cut, opened since it began, or
 *   opened within `NEIGHBOUR_SECONDS`: download managers cut a connection where the next segment begins. Empty for a
 *   client that may jump about
 * @returns a byte from `startsAt` to `arrivedTo`
 */
export function readTo(carried: Carried, end: ConnectionEnd, neighbours: readonly number[]): number {
  const { startsAt, arrivedTo } = carried
  if (end === 'read') return arrivedTo
  const cuts = neighbours.filter((at) => at > startsAt && at <= arrivedTo)
  return Math.max(startsAt, arrivedTo - MOST_UNREAD_BYTES, ...cuts)
}

/** What a proxy has reported about one answer after it finished with it. */
export interface ProxyReport {
  /** How much of the body it has sent. */
  bytes: number
  /** It has sent everything that it had to send. */
  isComplete: boolean
  /** It counts its own frames with the body, so `bytes` is only an upper bound. */
  isFramed: boolean
}

/** The result of one answer, and its evidence. */
export interface Outcome {
  end: ConnectionEnd
  arrivedTo: number
  evidence: EvidenceKind
}

/**
 * The result of an answer `[startsAt, endsAt)` that went to a proxy.
 *
 * @param end how the proxy's own connection ended
 * @param report the proxy's report; null where it sent none, or is not asked
 */
export function judgeProxied(
  carried: Carried & { endsAt: number },
  end: ConnectionEnd,
  report: ProxyReport | null,
): Outcome {
  const { startsAt, arrivedTo, endsAt } = carried
  if (report === null) return { end, arrivedTo, evidence: 'handed-over' }
  if (report.isComplete && end === 'read') {
    // Fewer bytes than it got: it has sent something else, and nothing is known about these.
    const isWhole = report.bytes >= endsAt - startsAt
    return { end, arrivedTo, evidence: isWhole ? 'sent-by-proxy' : 'handed-over' }
  }
  const sentTo = Math.min(arrivedTo, startsAt + report.bytes)
  return { end: 'cut', arrivedTo: sentTo, evidence: report.isFramed ? 'handed-over' : 'sent-by-proxy' }
}

/** What is known about one file on its way to one recipient. */
export interface FileEvidence {
  bytes: number
  /** How many of its bytes have arrived, and how many were read, each counted once. */
  arrivedBytes: number
  readBytes: number
  /** Nobody has requested any of it for `QUIET_SECONDS`, and no connection carries it. */
  isQuiet: boolean
  /** One connection delivered all of it and was cut. */
  isCutWhole: boolean
}

/**
 * 'finished' with this many bytes in doubt; 'doubtful': covered, and not finished yet; 'open': something is missing.
 */
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
