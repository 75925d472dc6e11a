import { RangeSet } from '@waybill/uploader/files/range-set'
import type { ByteRange } from './ports.ts'

/** One connection's range. Another connection may take over its end while it runs. */
export interface Flight extends ByteRange {
  /** Everything before it has arrived. */
  at: number
  /** What was requested; behind `to`, nothing is read. */
  askedTo: number
  beganAt: number
  /** Its last byte, or its beginning. */
  heardAt: number
}

/** Smaller pieces are not worth a connection of their own at the start. */
const LEAST_PIECE_BYTES = 256 * 1024
/** A connection's end is taken over from this size on, where it would last longer than a new connection takes. */
const LEAST_TAKEN_BYTES = 64 * 1024
const WORTH_TAKING_MS = 2_000
/** Before that, nothing is known about a connection. */
const LEAST_AGE_MS = 1_000
/** A connection that is silent for so long may stay so: all that it has left is taken over. */
const STUCK_MS = 4_000
const GRAIN_BYTES = 64 * 1024

/** Which bytes of a download are done, on their way, or nobody's: pure. */
export class Board {
  readonly done = new RangeSet()
  readonly #bytes: number
  readonly #flights = new Set<Flight>()
  #pieces: ByteRange[] = []

  constructor(bytes: number, done: Iterable<readonly [from: number, to: number]> = []) {
    this.#bytes = bytes
    for (const [from, to] of done) this.done.add(Math.max(0, from), Math.min(bytes, to))
  }

  get isComplete(): boolean {
    return this.done.total === this.#bytes
  }

  get inFlight(): number {
    return this.#flights.size
  }

  /** Divides what is missing among so many connections. Each gap's first byte begins a piece: a server can then tell what
   * an earlier connection was read to. */
  lay(count: number): void {
    this.#pieces = this.#gaps()
    while (this.#pieces.length < count) {
      const largest = this.#pieces.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), NOTHING)
      if (lengthOf(largest) < 2 * LEAST_PIECE_BYTES) break
      const middle = middleOf(largest)
      this.#pieces.push({ from: middle, to: largest.to })
      largest.to = middle
    }
    this.#pieces.sort((one, other) => one.from - other.from)
  }

  /** The next range for an idle connection: one that is nobody's, else the end of the slowest; null: there is none. */
  take(now: number): Flight | null {
    const piece = this.#pieces.shift() ?? this.#takeOver(now)
    if (piece === null) return null
    const flight = { ...piece, at: piece.from, askedTo: piece.to, beganAt: now, heardAt: now }
    this.#flights.add(flight)
    return flight
  }

  /** The next bytes of a flight are written. */
  arrived(flight: Flight, bytes: number, now: number): void {
    flight.heardAt = now
    this.done.add(flight.at, flight.at + bytes)
    flight.at += bytes
  }

  /** A connection has ended; what it did not bring is nobody's again. */
  land(flight: Flight): void {
    if (this.#flights.delete(flight) && flight.at < flight.to) this.#pieces.unshift({ from: flight.at, to: flight.to })
  }

  /** These bytes were wrong. */
  redo(from: number, to: number): void {
    this.done.remove(from, to)
    this.#pieces.push({ from, to })
  }

  #gaps(): ByteRange[] {
    const ends = [...this.done.ranges, [this.#bytes, this.#bytes] as const]
    const gaps = ends.map(([to], nth) => ({ from: ends[nth - 1]?.[1] ?? 0, to }))
    return gaps.filter((gap) => lengthOf(gap) > 0)
  }

  /** Halves what the flight with the most time left still has to bring; takes all of it from one that is stuck. */
  #takeOver(now: number): ByteRange | null {
    let slowest: Flight | null = null
    let longestMs = WORTH_TAKING_MS
    for (const flight of this.#flights) {
      const leftMs = timeLeft(flight, now)
      if (leftMs <= longestMs) continue
      longestMs = leftMs
      slowest = flight
    }
    if (slowest === null) return null
    const from = isStuck(slowest, now) ? slowest.at : middleOf({ from: slowest.at, to: slowest.to })
    const taken = { from, to: slowest.to }
    slowest.to = from
    return taken
  }
}

const isStuck = ({ heardAt }: Flight, now: number) => now - heardAt >= STUCK_MS

/** 0 where there is nothing to take over, or nothing is known yet. A silent connection is thought to stay so as long. */
function timeLeft(flight: Flight, now: number): number {
  const { from, at, to, beganAt, heardAt } = flight
  const left = to - at
  const ageMs = now - beganAt
  if (left <= 0 || ageMs < LEAST_AGE_MS) return 0
  if (isStuck(flight, now)) return Math.max(now - heardAt, WORTH_TAKING_MS + 1)
  return left < LEAST_TAKEN_BYTES ? 0 : (left * ageMs) / Math.max(1, at - from)
}

const NOTHING: ByteRange = { from: 0, to: 0 }
const lengthOf = ({ from, to }: ByteRange) => to - from

/** On whole grains where there is room. */
function middleOf({ from, to }: ByteRange): number {
  const middle = Math.ceil((from + to) / 2)
  const grained = Math.ceil(middle / GRAIN_BYTES) * GRAIN_BYTES
  return grained < to ? grained : middle
}
