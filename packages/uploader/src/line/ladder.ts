/**
 * The consequences of failed requests, by the specification's table: fewer parts at once from try 3 and 5, a wait of a
 * second from try 4, smaller parts after 5 and 10, a warning at 5 and 10, the end at 15. A try is a failure in a row.
 * Requests that were under way together when one failed count as one try; otherwise a single break of the line under 24
 * parts would be the end. Slowness alone never counts.
 */
export const MAX_TRIES = 15

const KIB = 1024
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const WAIT_FROM_TRY_4_MS = 1_000

export class Ladder {
  #tries = 0
  #countedAt = Number.NEGATIVE_INFINITY
  #isProven = true

  /** Failures in a row. */
  get tries(): number {
    return this.#tries
  }

  get isExhausted(): boolean {
    return this.#tries >= MAX_TRIES
  }

  /** Parts at once that the tries so far allow. */
  get maxParallel(): number {
    if (this.#tries >= 5) return 2
    return this.#tries >= 3 ? 3 : Number.POSITIVE_INFINITY
  }

  /** Size of a part that the tries so far allow. */
  get maxPartBytes(): number {
    if (this.#tries >= 10) return 512 * KIB
    return this.#tries >= 5 ? 1024 * KIB : Number.POSITIVE_INFINITY
  }

  get warning(): null | 'slow-network' {
    return this.#tries >= 5 ? 'slow-network' : null
  }

  /** A request begun at `startedAt` failed. Returns whether it counts as a try of its own. */
  failed(startedAt: number, now: number): boolean {
    if (startedAt < this.#countedAt) return false
    this.#countedAt = now
    this.#tries++
    return true
  }

  /** The device went offline, which explains recent failures. */
  forgive(): void {
    this.#tries = 0
  }

  succeeded(): void {
    this.#tries = 0
    this.#isProven = true
  }

  /**
   * New credentials were fetched: the count starts again, once. Credentials that are refused again before any part got
   * through with the last ones count as failures, so that a server that refuses for ever also ends the upload.
   */
  renewed(): void {
    if (this.#isProven) this.#tries = 0
    this.#isProven = false
  }

  /** Whether a part got through since the last renewal. */
  get isProven(): boolean {
    return this.#isProven
  }
}

/**
 * How long to wait after this many tries: full jitter over a doubling span, and at least a second from try 4. `random`
 * in [0, 1).
 */
export function waitAfter(tries: number, random: number): number {
  if (tries === 0) return 0
  const span = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
  return random * span + (tries >= 4 ? WAIT_FROM_TRY_4_MS : 0)
}
