/**
 * The first seconds: how many parts travel at once before anything has been measured in windows. Waiting for proof costs
 * more than connections that bring nothing, so it doubles every round trip, and ends at the limit, or
 * - where each connection's share would become so small that parts take seconds: a slow line,
 * - where a level brings no more than the one before, on a line so short that a look sees whole round trips.
 */
const SHORTEST_LOOK_MS = 150
/** Doublings before any byte has surely left. */
const MOST_BLIND = 1
/** The smallest share of a connection, bytes per millisecond: a part of 128 KiB then takes 6 s. */
const SMALLEST_PACE = 20
/** A level brings at least this many times the bytes of the one before. */
const FOLLOWS = 1.2
/** New connections are in full swing after this many round trips. */
const ROUNDS_TO_SWING = 5
/** Looks at a level that may not double, before it is the last. */
const MOST_HELD = 5
const LONGEST_MS = 6_000

export interface Look {
  /** What has surely left. */
  bytes: number
  /** The level, and what the limit leaves of it. */
  wanted: number
  used: number
  now: number
  roundTripMs: number
}

export class Ramp {
  #startedAt: number | null = null
  #lookedAt = 0
  #bytes = 0
  #pace: number | null = null
  #blind = 0
  #held = 0
  #before: number

  constructor(start: number) {
    this.#before = start
  }

  /** The next level, or null to stay for now. */
  look({ bytes, wanted, used, now, roundTripMs }: Look): { parallel: number; isOver: boolean } | null {
    if (this.#startedAt === null) this.#startedAt = this.#lookedAt = now
    const ms = now - this.#lookedAt
    if (ms < Math.max(roundTripMs, SHORTEST_LOOK_MS)) return null
    const pace = (bytes - this.#bytes) / ms
    const before = this.#pace
    this.#lookedAt = now
    this.#bytes = bytes
    if (now - this.#startedAt > LONGEST_MS) return { parallel: wanted, isOver: true }
    // The other origins have not answered yet.
    if (used < wanted) return null
    if (bytes === 0) return this.#blind++ < MOST_BLIND ? this.#double(wanted) : null
    this.#pace = pace
    const sees = before !== null && ms >= ROUNDS_TO_SWING * roundTripMs
    if (sees && pace < before * FOLLOWS) return { parallel: this.#before, isOver: true }
    if (pace >= 2 * wanted * SMALLEST_PACE) return this.#double(wanted)
    return ++this.#held < MOST_HELD ? null : { parallel: wanted, isOver: true }
  }

  #double(wanted: number): { parallel: number; isOver: boolean } {
    this.#before = wanted
    this.#held = 0
    return { parallel: wanted * 2, isOver: false }
  }
}
