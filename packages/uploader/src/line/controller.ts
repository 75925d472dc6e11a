/**
 * How many parts travel at once. On long lossy lines the number of connections decides the speed, on clean ones it
 * hardly matters, and which of the two it is shows only by trying: start at 4, add half as many again (2 at first)
 * while it pays, step back when it does not, and after a rest try again, fewer and more in turn. Steps of half are as
 * fine as they can be: on a lossy line two windows differ by a fifth through chance alone, so that two connections
 * added to twenty would show nothing.
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
const STEP = 1.5
/** More connections stay where they bring this much. */
const WORTHWHILE = 1.05
/** Fewer stay where they keep this much: without it noise would ratchet a clean line up. */
const GOOD_ENOUGH = 0.98
/** Windows to rest after a trial; they double while trials change nothing. */
const SHORTEST_REST = 1
const LONGEST_REST = 32
/** A climb that ends below the limit may have had bad luck: it is over when it has ended so often. */
const CLIMB_ENDINGS = 3

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
  #firstLook: number | null = null
  #climbEndings = 0
  /** The base was measured while resting. */
  #isRested = false
  /** The last connections added brought less than half of what the others do. */
  #isDoubtful = false
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
      this.#move(more(START_PARALLEL), now)
    }
  }

  /** The requests have been failing: begin again from the start. */
  fellBack(now: number): void {
    this.#base = null
    this.#trial = null
    this.#firstLook = null
    this.#climbEndings = 0
    this.#windowsToRest = 0
    this.#rest = SHORTEST_REST
    this.#move(START_PARALLEL, now)
  }

  #goUpSoon(): void {
    this.#climbEndings = 0
    this.#rest = SHORTEST_REST
    this.#windowsToRest = Math.min(1, this.#windowsToRest)
    this.#lastTrial = 'down'
  }

  /** The first climb is not over: how soon parts end decides how fast it goes. */
  get isClimbing(): boolean {
    return this.#climbEndings < CLIMB_ENDINGS
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
      this.#firstLook = null
      this.#move(level.parallel, now)
    } else if (!this.#base) this.#accept(level, 'up', now)
    else if (!this.#trial) this.#rested(this.#base, level, now)
    else this.#judgeTrial(this.#base, this.#trial, level, now)
  }

  /** More are given up, and fewer taken, only when a second look says so too: a lossy line is noisy. */
  #judgeTrial(base: Level, trial: 'up' | 'down', level: Level, now: number): void {
    const wanted = base.goodput * (trial === 'up' ? WORTHWHILE : GOOD_ENOUGH)
    const goodput = this.#firstLook === null ? level.goodput : (this.#firstLook + level.goodput) / 2
    const isPaying = goodput >= wanted
    const mustLookAgain = this.#firstLook === null && isPaying === (trial === 'down')
    this.#firstLook = mustLookAgain ? goodput : null
    if (mustLookAgain) this.#move(level.parallel, now)
    else if (isPaying) this.#accept({ ...level, goodput }, trial, now)
    else this.#reject(base, now)
  }

  /** A trial that was worth it goes on. */
  #accept(level: Level, trial: 'up' | 'down', now: number): void {
    if (this.#base) {
      const gained = level.goodput / this.#base.goodput - 1
      const added = level.parallel / this.#base.parallel - 1
      this.#isDoubtful = trial === 'down' || gained < added / 2
    }
    // Downwards the best goodput stays the measure, so that many small losses are not one large one.
    const best = trial === 'down' ? (this.#base?.goodput ?? 0) : 0
    const base = { ...level, goodput: Math.max(level.goodput, best) }
    this.#base = base
    this.#rest = SHORTEST_REST
    const mayGoOn = trial === 'up' ? level.parallel < this.#limit : level.parallel > START_PARALLEL
    if (mayGoOn) this.#try(trial, base, now)
    else this.#settle(base, now)
  }

  #reject(base: Level, now: number): void {
    this.#settle(base, now)
    this.#rest = Math.min(LONGEST_REST, this.#rest * 2)
  }

  #settle(level: Level, now: number): void {
    const isAtLimit = level.parallel >= this.#limit
    this.#climbEndings += isAtLimit ? CLIMB_ENDINGS : 1
    this.#trial = null
    this.#isRested = false
    // Where every connection brought its share, trying fewer would only cost.
    this.#windowsToRest = isAtLimit && !this.#isDoubtful ? LONGEST_REST : this.#rest
    this.#move(level.parallel, now)
  }

  /**
   * Resting, the level is measured on; then more or fewer are tried, in turn, more as long as the climb is not over.
   */
  #rested(base: Level, level: Level, now: number): void {
    // What was measured while it was new says too much: new connections are fast until they first lose something.
    const known = this.#isRested ? { ...level, goodput: (base.goodput + level.goodput) / 2 } : level
    this.#base = known
    this.#isRested = true
    this.#windowsToRest--
    const mayRise = level.parallel < this.#limit
    const mayFall = level.parallel > START_PARALLEL && !this.isClimbing
    if (this.#windowsToRest > 0 || !(mayRise || mayFall)) this.#move(level.parallel, now)
    else if (mayRise && (this.#lastTrial === 'down' || !mayFall)) this.#try('up', known, now)
    else this.#try('down', known, now)
  }

  #try(trial: 'up' | 'down', { parallel }: Level, now: number): void {
    this.#trial = trial
    this.#lastTrial = trial
    this.#move(trial === 'up' ? Math.min(this.#limit, more(parallel)) : fewer(parallel), now)
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

/** 4, 6, 10, 16, 24, 36 … */
function more(parallel: number): number {
  return 2 * Math.ceil((parallel * STEP) / 2)
}

function fewer(parallel: number): number {
  return Math.max(START_PARALLEL, 2 * Math.floor(parallel / STEP / 2))
}
