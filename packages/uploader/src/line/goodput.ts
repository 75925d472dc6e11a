/**
 * The shown speed and the remaining time: from samples of the last seconds, so that neither jumps with a single part. A
 * part that must be sent again takes its bytes back; the speed never goes below 0.
 */
const SPEED_WINDOW_MS = 10_000
/** Without a byte for this long, and for twice the pauses that this line makes by itself, nothing moves. */
const STILL_MS = 1_500
const PAUSES_WINDOW_MS = 2 * SPEED_WINDOW_MS
const KNOWN_AFTER_MS = 2_000
/** How fast the speed behind the remaining time follows the shown one. */
const SMOOTHING_MS = 20_000

export class Goodput {
  #samples: Array<{ at: number; bytes: number }> = []
  #startedAt: number | null = null
  #smoothed: number | null = null
  #movedAt = 0
  #pauses: Array<{ endedAt: number; ms: number }> = []

  /** Total bytes sent, as of `now`; call it about once a second. */
  sample(bytes: number, now: number): void {
    const last = this.#samples.at(-1)
    if (this.#startedAt === null) this.#movedAt = now
    this.#startedAt ??= now
    if (last && bytes > last.bytes) this.#moved(now)
    this.#samples.push({ at: now, bytes })
    while ((this.#samples[1]?.at ?? now) <= now - SPEED_WINDOW_MS) this.#samples.shift()
    if (last) this.#smooth(now - last.at, now - this.#startedAt)
  }

  /** 0 as soon as nothing moves: the mean of the last seconds would still tell of bytes that have stopped. */
  get bytesPerSecond(): number {
    return this.#isStill() ? 0 : this.#speed()
  }

  #isStill(): boolean {
    const last = this.#samples.at(-1)
    return (
      last !== undefined &&
      last.at - this.#movedAt >= Math.max(STILL_MS, 2 * Math.max(0, ...this.#pauses.map(({ ms }) => ms)))
    )
  }

  #moved(now: number): void {
    this.#pauses.push({ endedAt: now, ms: now - this.#movedAt })
    this.#pauses = this.#pauses.filter(({ endedAt }) => endedAt > now - PAUSES_WINDOW_MS)
    this.#movedAt = now
  }

  #speed(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.at <= first.at) return 0
    return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.at - first.at))
  }

  /** Null while the speed is unknown or nothing moves. */
  secondsLeft(bytesLeft: number): number | null {
    if (bytesLeft <= 0) return 0
    const last = this.#samples.at(-1)
    if (!last || this.#startedAt === null || last.at - this.#startedAt < KNOWN_AFTER_MS) return null
    return this.#smoothed && this.bytesPerSecond > 0 ? bytesLeft / this.#smoothed : null
  }

  /** A pause has ended: earlier samples say nothing about now. */
  restart(): void {
    this.#samples = []
    this.#startedAt = null
    this.#smoothed = null
    this.#pauses = []
  }

  /** At first the mean of all so far, so that the first burst does not set the value. */
  #smooth(elapsedMs: number, ageMs: number): void {
    const speed = this.#speed()
    const weight = Math.max(elapsedMs / ageMs, 1 - Math.exp(-elapsedMs / SMOOTHING_MS))
    this.#smoothed = this.#smoothed === null ? speed : this.#smoothed + (speed - this.#smoothed) * weight
  }
}
