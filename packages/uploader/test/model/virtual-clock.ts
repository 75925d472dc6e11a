import type { Clock } from '../../src/transport/environment.ts'

/** A clock that a model moves in steps, without waiting. */
export class VirtualClock implements Clock {
  #now = 0
  #timers: Array<{ at: number; run: () => void }> = []

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Advances and runs what is due, in order. Returns whether anything ran. */
  advance(ms: number): boolean {
    const end = this.#now + ms
    let hasRun = false
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#timers = this.#timers.filter((other) => other !== next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      hasRun = true
    }
    this.#now = end
    return hasRun
  }
}

/** Deterministic, in [0, 1). */
export function noise(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
