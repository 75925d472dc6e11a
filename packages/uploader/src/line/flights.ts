/** The parts under way: their progress, which have stopped, and which to send a second time. */

import type { Span } from '../files/spans.ts'
import type { ReadyPart } from '../preparation.ts'
import type { Origin } from './origins.ts'

const SILENT_MS = 20_000
const LONGEST_MS = 90_000
/** Assumed for a connection before any part has been acknowledged: bytes per millisecond. */
const CAUTIOUS_PACE = 32
/** A part races with a second sending where it needs at least this much of what another one usually takes. */
const WORTH_A_RACE = 0.5
/** Where it needs this many times what its pieces would take, it goes in pieces. */
const HOPELESS = 2
const SOONEST_AGAIN_MS = 200
/** What a sender's own kernel may hold of a connection's bytes. */
const BUFFER_BYTES = 64 * 1024

export interface Flight {
  readonly part: ReadyPart
  readonly origin: Origin
  /** The controller's. */
  readonly ticket: number
  readonly startedAt: number
  /** When its last byte left. */
  progressAt: number
  bytesSent: number
  /** Another sending of the same part, while both are under way. */
  twin: Flight | null
  abort(): void
}

export class Flights {
  readonly #all = new Set<Flight>()
  /** Smoothed bytes per millisecond of one connection; null before the first part. */
  #pace: number | null = null
  /** Ranges that were sent again at the tail. */
  readonly #again: Span[] = []

  get pace(): number | null {
    return this.#pace
  }

  get count(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Flight> {
    return this.#all.values()
  }

  add(flight: Flight): void {
    this.#all.add(flight)
    flight.origin.inFlight++
  }

  /** False where it was already removed. */
  remove(flight: Flight): boolean {
    if (!this.#all.delete(flight)) return false
    flight.origin.inFlight--
    if (flight.twin) flight.twin.twin = null
    return true
  }

  completed(bytes: number, tookMs: number): void {
    const pace = bytes / Math.max(1, tookMs)
    this.#pace = this.#pace === null ? pace : this.#pace + (pace - this.#pace) / 8
  }

  /** Sent bytes of the parts under way; for a part sent twice the further one counts, half for each. */
  bytesSent(): number {
    let sum = 0
    for (const { bytesSent, twin } of this.#all) sum += twin ? Math.max(bytesSent, twin.bytesSent) / 2 : bytesSent
    return sum
  }

  /**
   * Flights to abort: 20 s without a byte, or 90 s without completing where the part has the smallest size. Once the
   * whole body has left, a buffer on the way may still be full of it: then the answer may take as long as the pace of
   * the other parts makes likely, and 90 s at most.
   */
  stalled(now: number, smallestBytes: number | null): Flight[] {
    return [...this.#all].filter((flight) => {
      const { bytes } = flight.part.span
      if (smallestBytes !== null && bytes <= smallestBytes && now - flight.startedAt > LONGEST_MS) return true
      const patience = flight.bytesSent < bytes ? SILENT_MS : this.#patienceForAnswer(bytes)
      return now - flight.progressAt > patience
    })
  }

  /** Bytes of the parts under way that have surely left the device. */
  bytesGone(): number {
    let sum = 0
    for (const { bytesSent } of this.#all) sum += Math.max(0, bytesSent - BUFFER_BYTES)
    return sum
  }

  /**
   * At the tail: the part whose end may come earlier over idle connections, or null, and whether it is hopeless. A second
   * sending races with the first and costs only its share of the line. A hopeless part's sendings should end, and its
   * range go in pieces, as many as `piecesOf` says.
   */
  slowest(now: number, roundTripMs: number, piecesOf: (span: Span) => number): [Flight, boolean] | null {
    let slowest: [Flight, boolean] | null = null
    let longest = 0
    for (const flight of this.#all) {
      const { part, twin, startedAt, bytesSent } = flight
      // Infinite before any part is acknowledged: then nothing is slow.
      const usual = part.span.bytes / (this.#pace ?? 0)
      const age = now - Math.max(startedAt, twin?.startedAt ?? 0)
      if (age < Math.max(SOONEST_AGAIN_MS, roundTripMs)) continue
      const left = Math.min(this.#msLeft(flight, now), this.#msLeft(twin ?? flight, now))
      const pieces = piecesOf(part.span)
      const margin = 2 ** this.#timesAgain(part.span)
      // Once a body has left, its answer may be on the way.
      const hasLeft = Math.max(bytesSent, twin?.bytesSent ?? 0) >= part.span.bytes
      const isHopeless = pieces > 1 && !hasLeft && left > HOPELESS * margin * (roundTripMs + usual / pieces)
      const isWorthARace = !twin && left > WORTH_A_RACE * margin * (roundTripMs + usual)
      if (left > longest && (isHopeless || isWorthARace)) [slowest, longest] = [[flight, isHopeless], left]
    }
    if (slowest) this.#again.push(slowest[0].part.span)
    return slowest
  }

  /**
   * Every further time needs twice the reason: parts on a bad line end at some time, and a server that is late with its
   * answers gets no more work by it.
   */
  #timesAgain({ blob, offset, bytes }: Span): number {
    const isIn = (other: Span) =>
      other.blob === blob && other.offset < offset + bytes && offset < other.offset + other.bytes
    return this.#again.filter(isIn).length
  }

  /** By its own pace so far. A sent body without an answer is assumed to need as long again as it has waited. */
  #msLeft({ part, bytesSent, startedAt, progressAt }: Flight, now: number): number {
    const { bytes } = part.span
    const waited = now - progressAt
    if (bytesSent >= bytes) return waited
    const gone = bytesSent - BUFFER_BYTES
    if (bytesSent === 0) return Number.POSITIVE_INFINITY
    return gone <= 0 ? waited : Math.max(waited, ((now - startedAt) * (bytes - gone)) / gone)
  }

  #patienceForAnswer(bytes: number): number {
    const likely = this.#pace === null ? SILENT_MS + bytes / CAUTIOUS_PACE : (4 * bytes) / this.#pace
    return Math.min(LONGEST_MS, Math.max(SILENT_MS, likely))
  }
}
