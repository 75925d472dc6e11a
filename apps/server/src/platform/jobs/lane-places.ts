import type { Lane } from './lanes.ts'

/** A job as the runner passes it on. */
export interface RunningJob {
  id: string
  flags: Record<string, true> | null
}

/**
 * Which jobs hold the places of one lane in this process. The lookups for a job run one after the other: two at once
 * would both find a flag with one place left.
 */
export class LanePlaces {
  readonly #share: NonNullable<Lane['share']>
  readonly #running = new Map<string, number>()
  readonly #waiting: Array<() => void> = []
  #isLooking = false

  constructor({ share = {} }: Lane) {
    this.#share = share
  }

  /** Resolves when it is this lookup's turn, to the flags that have used all their places. */
  async look(): Promise<string[]> {
    if (this.#isLooking) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isLooking = true
    return [...this.#running].flatMap(([flag, count]) => (count >= this.#limitOf(flag) ? [flag] : []))
  }

  /** Every lookup ends with this call, with the job it found or with null. */
  found(job: RunningJob | null): void {
    if (job) this.#add(job, 1)
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isLooking = false
  }

  ended(job: RunningJob): void {
    this.#add(job, -1)
  }

  #limitOf(flag: string): number {
    return this.#share[flag.slice(0, flag.indexOf(':'))] ?? Number.POSITIVE_INFINITY
  }

  #add(job: RunningJob, change: 1 | -1): void {
    for (const flag of Object.keys(job.flags ?? {})) {
      const count = (this.#running.get(flag) ?? 0) + change
      if (count > 0) this.#running.set(flag, count)
      else this.#running.delete(flag)
    }
  }
}
