import type { Clock } from '../src/transport/environment.ts'

/** A clock that stops until the test moves it. */
export class SteppedClock implements Clock {
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

  /** Advances by this much, and runs what falls due on the way, and what that causes. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await new Promise(setImmediate)
      if (!this.#runNext(end)) break
    }
    this.#now = end
  }

  /** Advances without waiting for what it causes. Returns whether anything fell due. */
  advance(ms: number): boolean {
    const end = this.#now + ms
    let hasRun = false
    while (this.#runNext(end)) hasRun = true
    this.#now = end
    return hasRun
  }

  #runNext(end: number): boolean {
    const [next] = this.#timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
    if (!next) return false
    this.#timers = this.#timers.filter((other) => other !== next)
    this.#now = Math.max(this.#now, next.at)
    next.run()
    return true
  }
}
