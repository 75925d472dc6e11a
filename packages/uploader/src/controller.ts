/**
 * How many parts travel at once. On long lossy lines the number of connections decides the speed, on clean ones it
 * hardly matters, and which of the two it is shows only by trying: start at 4, add while it pays, step back when it
 * does not, try again later.
 *
 * What is compared is the goodput of a level: over the parts begun and acknowledged while the level stood, bytes per
 * connection and millisecond, times the connections in use (Little's law). Unlike bytes counted in a window it does not
 * jump with parts that happen to end just inside it, and bytes that only filled a send buffer never count.
 */
export const START_PARALLEL = 4
export const PARALLEL_PER_ORIGIN = 6

const SHORTEST_WINDOW_MS = 2_000
const STEP = 2
const LARGEST_STEP = 8
const WORTHWHILE_RISE = 1.05
const SHORTEST_HOLD = 4
const LONGEST_HOLD = 32

interface Level {
  parallel: number
  goodput: number
}

export class Controller {
  #target: number
  #cap: number
  #isPolite: boolean
  #roundTripMs = 0

  #step = STEP
  /** The level climbed from; null while none has been measured. */
  #below: Level | null = null
  #windowsToHold = 0
  #hold = SHORTEST_HOLD

  #windowAt: number
  #bytes = 0
  #busyMs = 0
  #parts = 0
  #inUse = 0
  #inUseSince: number
  #inUseArea = 0

  constructor(options: { cap: number; now: number; isPolite?: boolean }) {
    this.#cap = options.cap
    this.#isPolite = options.isPolite ?? false
    this.#target = START_PARALLEL
    this.#windowAt = options.now
    this.#inUseSince = options.now
  }

  /** Parts that may be under way at once. */
  get parallel(): number {
    return Math.max(1, Math.min(this.#target, this.#cap, this.#isPolite ? START_PARALLEL : Number.POSITIVE_INFINITY))
  }

  set cap(cap: number) {
    this.#cap = cap
  }

  set isPolite(isPolite: boolean) {
    this.#isPolite = isPolite
  }

  set roundTripMs(ms: number) {
    this.#roundTripMs = ms
  }

  /** Tells how many parts are under way from `now` on. */
  using(count: number, now: number): void {
    this.#inUseArea += this.#inUse * (now - this.#inUseSince)
    this.#inUse = count
    this.#inUseSince = now
  }

  /** A part was acknowledged at `now`. */
  completed(bytes: number, startedAt: number, now: number): void {
    if (startedAt < this.#windowAt) return
    this.#bytes += bytes
    this.#busyMs += Math.max(1, now - startedAt)
    this.#parts++
    this.review(now)
  }

  /** To be called now and then: judges the level once enough is known. */
  review(now: number): void {
    const age = now - this.#windowAt
    const windowMs = Math.max(SHORTEST_WINDOW_MS, 4 * this.#roundTripMs)
    if (age < windowMs) return
    const isKnown = this.#parts >= this.parallel || (this.#parts >= 2 && age >= 2 * windowMs)
    if (isKnown) this.#judge(now)
    // Parts so slow that none has ended yet: two more connections cost nothing and begin with smaller parts.
    else if (!this.#below && this.#parts === 0 && this.#target === START_PARALLEL) this.#move(START_PARALLEL + STEP, now)
  }

  /** The requests have been failing: begin again from the start. */
  fellBack(now: number): void {
    this.#below = null
    this.#step = STEP
    this.#windowsToHold = 0
    this.#hold = SHORTEST_HOLD
    this.#move(START_PARALLEL, now)
  }

  #judge(now: number): void {
    this.using(this.#inUse, now)
    const inUse = this.#inUseArea / Math.max(1, now - this.#windowAt)
    const level: Level = { parallel: this.parallel, goodput: (inUse * this.#bytes) / this.#busyMs }
    const isStarved = inUse < this.parallel - 1
    if (this.#windowsToHold > 0) this.#heldOn(level, now)
    else if (isStarved || level.parallel < this.#target) this.#move(this.parallel, now)
    else if (!this.#below || level.goodput >= this.#below.goodput * WORTHWHILE_RISE) this.#climb(level, now)
    else this.#stepBack(now)
  }

  /** The step doubles while an added connection brings at least half of what the others do. */
  #climb(level: Level, now: number): void {
    if (this.#below) {
      const gained = level.goodput / this.#below.goodput - 1
      const added = level.parallel / this.#below.parallel - 1
      this.#step = gained >= added / 2 ? Math.min(LARGEST_STEP, this.#step * 2) : STEP
      this.#hold = SHORTEST_HOLD
    }
    const limit = this.#isPolite ? Math.min(START_PARALLEL, this.#cap) : this.#cap
    if (level.parallel >= limit) {
      this.#windowsToHold = 1
      this.#move(level.parallel, now)
      return
    }
    this.#below = level
    this.#move(Math.min(limit, level.parallel + this.#step), now)
  }

  #stepBack(now: number): void {
    this.#windowsToHold = this.#hold
    this.#hold = Math.min(LONGEST_HOLD, this.#hold * 2)
    this.#step = STEP
    this.#move(this.#below?.parallel ?? START_PARALLEL, now)
  }

  /** Holding, the level is measured on; then the climb is tried again from what it gives by then. */
  #heldOn(level: Level, now: number): void {
    const known = this.#below?.parallel === level.parallel ? this.#below.goodput : level.goodput
    this.#below = { parallel: level.parallel, goodput: (known + level.goodput) / 2 }
    this.#windowsToHold--
    if (this.#windowsToHold === 0) {
      const limit = this.#isPolite ? Math.min(START_PARALLEL, this.#cap) : this.#cap
      if (level.parallel < limit) return this.#move(Math.min(limit, level.parallel + STEP), now)
      this.#windowsToHold = 1
    }
    this.#move(level.parallel, now)
  }

  #move(target: number, now: number): void {
    this.#target = target
    this.#windowAt = now
    this.#bytes = 0
    this.#busyMs = 0
    this.#parts = 0
    this.#inUseArea = 0
    this.#inUseSince = now
  }
}
