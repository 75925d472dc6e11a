/**
 * How many parts travel at once. On long lossy lines the number of connections decides the speed, on clean ones it
 * hardly matters, and which of the two it is shows only by trying: start at 4, add 2 and more while it pays, step back
 * when it does not, and after a rest try again, fewer and more in turn.
 *
 * What is compared is the goodput of a level: of the first parts begun while it stood, all of them, bytes per
 * connection and millisecond, times the connections in use (Little's law). Unlike bytes counted in a window it does not
 * jump with what happens to end just inside, slow parts are not left out, and what only filled a buffer never counts.
 */
export const START_PARALLEL = 4
export const PARALLEL_PER_ORIGIN = 6

const SHORTEST_WINDOW_MS = 2_000
const SMALLEST_COHORT = 2
const NO_COHORT = -1
/** A window in which more of the parts failed says nothing. */
const SOUND_SHARE = 0.75
const STEP = 2
const LARGEST_STEP = 8
/** More connections stay where they bring this much. */
const WORTHWHILE = 1.05
/** Fewer stay where they keep this much: without it noise would ratchet a clean line up. */
const GOOD_ENOUGH = 0.98
/** Windows to rest after a trial; they double while trials change nothing. */
const SHORTEST_REST = 4
const LONGEST_REST = 32

interface Level {
  parallel: number
  goodput: number
}

export class Controller {
  #target: number
  #cap: number
  #isPolite: boolean
  #roundTripMs = 0

  /** The level that trials are measured against; null while none has been measured. */
  #base: Level | null = null
  #trial: 'up' | 'down' | null = null
  #lastTrial: 'up' | 'down' = 'up'
  /** What a trial gave that did not pay; it is looked at twice. */
  #doubt: number | null = null
  #isClimbing = true
  #step = STEP
  #windowsToRest = 0
  #rest = SHORTEST_REST

  #window = 0
  #windowAt: number
  /** The parts the level is judged by: begun early in the window; and how many of them are still under way. */
  #cohort = 0
  #cohortOpen = 0
  #cohortDone = 0
  #bytes = 0
  #busyMs = 0
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
    return Math.min(this.#target, this.#limit)
  }

  /** With more room than before more are tried soon. */
  set cap(cap: number) {
    if (cap > this.#cap) this.#goUpSoon()
    this.#cap = cap
  }

  set isPolite(isPolite: boolean) {
    if (!isPolite) this.#goUpSoon()
    this.#isPolite = isPolite
  }

  set roundTripMs(ms: number) {
    this.#roundTripMs = ms
  }

  /** A part is sent at `now`. Returns a ticket to be given back with what becomes of it. */
  begun(now: number): number {
    this.#use(1, now)
    if (now - this.#windowAt >= this.#windowMs / 2 && this.#cohort >= SMALLEST_COHORT) return NO_COHORT
    this.#cohort++
    this.#cohortOpen++
    return this.#window
  }

  /** The part is no longer under way, whatever became of it. */
  ended(ticket: number, now: number): void {
    this.#use(-1, now)
    if (ticket === this.#window) this.#cohortOpen--
  }

  /** The part, which has ended, was acknowledged; it took so long. */
  completed(ticket: number, bytes: number, tookMs: number, now: number): void {
    if (ticket === this.#window) {
      this.#cohortDone++
      this.#bytes += bytes
      this.#busyMs += Math.max(1, tookMs)
    }
    this.review(now)
  }

  /** To be called now and then: judges the level once enough is known. */
  review(now: number): void {
    const age = now - this.#windowAt
    if (age < this.#windowMs) return
    const isOver = this.#cohort >= SMALLEST_COHORT && this.#cohortOpen === 0
    const isSound = this.#cohortDone >= (this.#cohort - this.#cohortOpen) * SOUND_SHARE
    if (this.#cohortDone > 0 && isSound && (isOver || age >= 4 * this.#windowMs)) this.#judge(now)
    else if (isOver) this.#move(this.#target, now)
    // Parts so slow that none has ended yet: two more connections cost nothing and begin with smaller parts.
    else if (!this.#base && this.#cohortDone === 0 && this.#target === START_PARALLEL) {
      this.#move(START_PARALLEL + STEP, now)
    }
  }

  /** The requests have been failing: begin again from the start. */
  fellBack(now: number): void {
    this.#base = null
    this.#trial = null
    this.#doubt = null
    this.#isClimbing = true
    this.#step = STEP
    this.#windowsToRest = 0
    this.#rest = SHORTEST_REST
    this.#move(START_PARALLEL, now)
  }

  #goUpSoon(): void {
    this.#rest = SHORTEST_REST
    this.#windowsToRest = Math.min(1, this.#windowsToRest)
    this.#lastTrial = 'down'
  }

  /** The first climb is not over: how soon parts end decides how fast it goes. */
  get isClimbing(): boolean {
    return this.#isClimbing
  }

  get #windowMs(): number {
    return Math.max(SHORTEST_WINDOW_MS, 4 * this.#roundTripMs)
  }

  #use(change: 1 | -1, now: number): void {
    this.#measureUse(now)
    this.#inUse += change
  }

  #measureUse(now: number): void {
    this.#inUseArea += this.#inUse * (now - this.#inUseSince)
    this.#inUseSince = now
  }

  get #limit(): number {
    return Math.max(1, Math.min(this.#cap, this.#isPolite ? START_PARALLEL : Number.POSITIVE_INFINITY))
  }

  #judge(now: number): void {
    this.#measureUse(now)
    const inUse = this.#inUseArea / Math.max(1, now - this.#windowAt)
    const level: Level = { parallel: this.parallel, goodput: (inUse * this.#bytes) / this.#busyMs }
    const isStarved = inUse < level.parallel - 1
    if (isStarved || level.parallel < this.#target) {
      this.#trial = null
      this.#doubt = null
      this.#move(level.parallel, now)
    } else if (!this.#base) this.#accept(level, 'up', now)
    else if (!this.#trial) this.#rested(this.#base, level, now)
    else this.#judgeTrial(this.#base, this.#trial, level, now)
  }

  #judgeTrial(base: Level, trial: 'up' | 'down', level: Level, now: number): void {
    const wanted = base.goodput * (trial === 'up' ? WORTHWHILE : GOOD_ENOUGH)
    const goodput = this.#doubt === null ? level.goodput : (this.#doubt + level.goodput) / 2
    const mustLookAgain = trial === 'up' && this.#doubt === null
    this.#doubt = null
    if (goodput >= wanted) this.#accept({ ...level, goodput }, trial, now)
    else if (mustLookAgain) {
      this.#doubt = goodput
      this.#move(level.parallel, now)
    } else this.#reject(base, now)
  }

  /** A trial that was worth it goes on; upwards by more while an added connection brings at least half of what the others do. */
  #accept(level: Level, trial: 'up' | 'down', now: number): void {
    if (this.#base && trial === 'up') {
      const gained = level.goodput / this.#base.goodput - 1
      const added = level.parallel / this.#base.parallel - 1
      this.#step = gained >= added / 2 ? Math.min(LARGEST_STEP, this.#step * 2) : STEP
    }
    // Downwards the best goodput stays the measure, so that many small losses are not one large one.
    this.#base = {
      ...level,
      goodput: trial === 'up' ? level.goodput : Math.max(level.goodput, this.#base?.goodput ?? 0),
    }
    this.#rest = SHORTEST_REST
    const mayGoOn = trial === 'up' ? level.parallel < this.#limit : level.parallel > START_PARALLEL
    if (mayGoOn) this.#try(trial, level, trial === 'up' ? this.#step : STEP, now)
    else this.#settle(level, now)
  }

  #reject(base: Level, now: number): void {
    this.#settle(base, now)
    this.#rest = Math.min(LONGEST_REST, this.#rest * 2)
  }

  #settle(level: Level, now: number): void {
    this.#isClimbing = false
    this.#trial = null
    this.#step = STEP
    this.#windowsToRest = this.#rest
    this.#move(level.parallel, now)
  }

  /** Resting, the level is measured on; then more or fewer are tried, in turn. */
  #rested(base: Level, level: Level, now: number): void {
    const isSame = base.parallel === level.parallel
    this.#base = isSame ? { ...level, goodput: (base.goodput + level.goodput) / 2 } : level
    this.#windowsToRest--
    const mayRise = level.parallel < this.#limit
    const mayFall = level.parallel > START_PARALLEL
    if (this.#windowsToRest > 0 || !(mayRise || mayFall)) this.#move(level.parallel, now)
    else if (mayRise && (this.#lastTrial === 'down' || !mayFall)) this.#try('up', level, STEP, now)
    else this.#try('down', level, STEP, now)
  }

  #try(trial: 'up' | 'down', level: Level, step: number, now: number): void {
    this.#trial = trial
    this.#lastTrial = trial
    const target = trial === 'up' ? level.parallel + step : Math.max(START_PARALLEL, level.parallel - step)
    this.#move(Math.min(this.#limit, target), now)
  }

  #move(target: number, now: number): void {
    this.#target = target
    this.#window++
    this.#windowAt = now
    this.#cohort = 0
    this.#cohortOpen = 0
    this.#cohortDone = 0
    this.#bytes = 0
    this.#busyMs = 0
    this.#inUseArea = 0
    this.#inUseSince = now
  }
}
