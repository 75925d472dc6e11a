/** Speed and remaining time of a download, from its last seconds. */
const WINDOW_MS = 5_000

export interface Figures {
  doneBytes: number
  bytes: number
  bytesPerSecond: number
  /** Null while nothing comes. */
  secondsLeft: number | null
}

export class Pace {
  readonly #bytes: number
  readonly #seen: Array<{ at: number; bytes: number }> = []

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** Is asked at even steps, also while nothing comes: the figures then stop. */
  at(doneBytes: number, now: number): Figures {
    this.#seen.push({ at: now, bytes: doneBytes })
    while ((this.#seen[1]?.at ?? now) < now - WINDOW_MS) this.#seen.shift()
    const { at, bytes } = this.#seen[0] ?? { at: now, bytes: doneBytes }
    const bytesPerSecond = now > at ? Math.max(0, (1_000 * (doneBytes - bytes)) / (now - at)) : 0
    const secondsLeft = bytesPerSecond > 0 ? (this.#bytes - doneBytes) / bytesPerSecond : null
    return { doneBytes, bytes: this.#bytes, bytesPerSecond, secondsLeft }
  }
}
