/** The parts under way: their progress, which have stopped, and which to send a second time. */

import type { ReadyPart } from '../preparation.ts'
import type { Origin } from './origins.ts'

const SILENT_MS = 20_000
const LONGEST_MS = 90_000
/** Assumed for a connection before any part has been acknowledged: bytes per millisecond. */
const CAUTIOUS_PACE = 32
/** A part is sent again only when it takes this many times as long as the others. */
const SLOWER = 2
const SOONEST_AGAIN_MS = 3_000

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

  /** At the tail: the part most worth sending a second time on an idle connection, or null. */
  slowest(now: number): Flight | null {
    let slowest: Flight | null = null
    let longest = 0
    for (const flight of this.#all) {
      const usual = this.#usualMs(flight.part.span.bytes)
      const age = now - flight.startedAt
      if (flight.twin || usual === null || age < Math.max(SOONEST_AGAIN_MS, SLOWER * usual)) continue
      const left = this.#msLeft(flight, now)
      if (left > usual && left > longest) [slowest, longest] = [flight, left]
    }
    return slowest
  }

  /** A sent body without an answer is assumed to need as long again as it has waited. */
  #msLeft(flight: Flight, now: number): number {
    const { bytes } = flight.part.span
    if (flight.bytesSent >= bytes) return now - flight.progressAt
    if (flight.bytesSent === 0) return Number.POSITIVE_INFINITY
    return ((now - flight.startedAt) * (bytes - flight.bytesSent)) / flight.bytesSent
  }

  #usualMs(bytes: number): number | null {
    return this.#pace === null ? null : bytes / this.#pace
  }

  #patienceForAnswer(bytes: number): number {
    const usual = this.#usualMs(bytes)
    const likely = usual === null ? SILENT_MS + bytes / CAUTIOUS_PACE : 4 * usual
    return Math.min(LONGEST_MS, Math.max(SILENT_MS, likely))
  }
}
