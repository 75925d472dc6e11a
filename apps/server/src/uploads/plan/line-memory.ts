import { type Clock, HOUR_MS } from '../../platform/clock.ts'

/** What an upload reached, as its page says. */
export interface LineHint {
  /** Parts at once. */
  parallel: number
  roundTripMs: number
}

const KEPT_MS = 24 * HOUR_MS
/** About 200 bytes each. */
const MOST = 10_000

/**
 * What devices last reached on their networks, so that their next upload begins with it. Only a hint, and only for the
 * device that gave it: a false one makes nothing but this device's own next seconds slower. Kept by each process in its
 * memory for a day; the oldest ones go first.
 */
export class LineMemory {
  readonly #clock: Clock
  readonly #hints = new Map<string, LineHint & { at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Nothing is kept of a caller without a device. */
  remember({ deviceId, network }: { deviceId: string | null; network: string }, hint: LineHint): void {
    if (deviceId === null) return
    const key = keyOf(deviceId, network)
    this.#hints.delete(key)
    this.#hints.set(key, { ...hint, at: this.#clock.nowMs() })
    for (const [oldest, { at }] of this.#hints) {
      if (this.#hints.size <= MOST && !this.#isOld(at)) break
      this.#hints.delete(oldest)
    }
  }

  recall({ deviceId, network }: { deviceId: string | null; network: string }): LineHint | null {
    const hint = deviceId === null ? undefined : this.#hints.get(keyOf(deviceId, network))
    if (hint === undefined || this.#isOld(hint.at)) return null
    return { parallel: hint.parallel, roundTripMs: hint.roundTripMs }
  }

  get size(): number {
    return this.#hints.size
  }

  #isOld(at: number): boolean {
    return this.#clock.nowMs() - at > KEPT_MS
  }
}

const keyOf = (deviceId: string, network: string) => `${deviceId} ${network}`
