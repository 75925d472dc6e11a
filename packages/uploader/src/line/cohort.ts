/**
 * The parts that judge a level: those begun early in its window, all of them. Their bytes per connection and
 * millisecond, times the connections in use (Little's law), is the level's goodput.
 */
const SMALLEST = 2
const NOT_IN_IT = -1
/** A window in which more of the parts failed does not count. */
const SOUND_SHARE = 0.75

export class Cohort {
  #window = 0
  #startedAt: number
  #begun = 0
  #open = 0
  #done = 0
  #bytes = 0
  #busyMs = 0
  #inUse = 0
  #inUseSince: number
  #inUseArea = 0

  constructor(now: number) {
    this.#startedAt = now
    this.#inUseSince = now
  }

  /** Another level begins. */
  restart(now: number): void {
    this.#window++
    this.#startedAt = now
    this.#begun = 0
    this.#open = 0
    this.#done = 0
    this.#bytes = 0
    this.#busyMs = 0
    this.#inUseArea = 0
    this.#inUseSince = now
  }

  /** A part is sent. Returns the ticket of its window; parts begun after `openMs` do not count. */
  begun(now: number, openMs: number): number {
    this.#use(1, now)
    if (this.ageMs(now) >= openMs && this.#begun >= SMALLEST) return NOT_IN_IT
    this.#begun++
    this.#open++
    return this.#window
  }

  /** The part is no longer under way, whatever the result. */
  ended(ticket: number, now: number): void {
    this.#use(-1, now)
    if (ticket === this.#window) this.#open--
  }

  /** The ended part was acknowledged. */
  completed(ticket: number, bytes: number, tookMs: number): void {
    if (ticket !== this.#window) return
    this.#done++
    this.#bytes += bytes
    this.#busyMs += Math.max(1, tookMs)
  }

  ageMs(now: number): number {
    return now - this.#startedAt
  }

  get isOver(): boolean {
    return this.#begun >= SMALLEST && this.#open === 0
  }

  get hasDone(): boolean {
    return this.#done > 0
  }

  get isSound(): boolean {
    return this.hasDone && this.#done >= (this.#begun - this.#open) * SOUND_SHARE
  }

  /** Connections in use, on average. */
  inUse(now: number): number {
    this.#measureUse(now)
    return this.#inUseArea / Math.max(1, this.ageMs(now))
  }

  goodput(now: number): number {
    return (this.inUse(now) * this.#bytes) / this.#busyMs
  }

  #use(change: 1 | -1, now: number): void {
    this.#measureUse(now)
    this.#inUse += change
  }

  #measureUse(now: number): void {
    this.#inUseArea += this.#inUse * (now - this.#inUseSince)
    this.#inUseSince = now
  }
}
