/**
 * How many parts travel at once. On long lossy lines the number of connections decides the speed, on clean ones it
 * hardly matters, and only trying shows which of the two it is. The ramp finds a level within the first round trips;
 * then: add half as many again (2 at first) while it pays, step back when it does not, and after a rest try again,
 * fewer and more in turn. Steps of half are the finest useful ones: on a lossy line two windows differ by a fifth through
 * chance alone, so adding two connections to twenty would show nothing.
 *
 * The controller compares the goodput of levels by the parts of a cohort. Unlike bytes counted in a window it does not
 * jump with parts that end just inside, does not leave out slow parts, and never counts bytes that only filled a
 * buffer.
 */
import { Cohort } from './cohort.ts'
import { Ramp } from './ramp.ts'

export const START_PARALLEL = 4
export const PARALLEL_PER_ORIGIN = 6

/** Parts at once to begin with, by `navigator.connection.effectiveType`. */
export function startParallelFor(effectiveType: string | undefined): number {
  return effectiveType === '4g' || effectiveType === undefined ? 2 * START_PARALLEL : START_PARALLEL
}

const SHORTEST_WINDOW_MS = 2_000
const STEP = 1.5
/** More connections stay where they bring this much. */
const WORTHWHILE = 1.05
/** Fewer stay where they keep this much: without this, noise would ratchet a clean line up. */
const GOOD_ENOUGH = 0.98
/** Windows to rest after a trial; the rest doubles while trials change nothing. */
const SHORTEST_REST = 1
const LONGEST_REST = 32
/** A climb that ends below the limit may have been unlucky: it is over after this many ends. */
const CLIMB_ENDINGS = 3

interface Level {
  parallel: number
  goodput: number
}

export class Controller {
  #target: number
  /** Null once the first seconds are over. */
  #ramp: Ramp | null
  #reach: number
  #cap: number
  #isPolite: boolean
  #roundTripMs = 0

  /** The goodput that trials are compared with; null before the first measurement. */
  #base: Level | null = null
  #trial: 'up' | 'down' | null = null
  #lastTrial: 'up' | 'down' = 'up'
  #firstLook: number | null = null
  #climbEndings = 0
  /** The base was measured while resting. */
  #isRested = false
  /** The last added connections brought less than half of what the others do. */
  #isDoubtful = false
  #windowsToRest = 0
  #rest = SHORTEST_REST

  readonly #cohort: Cohort

  /** `start`: the level to begin with, where something is known about the line; `reach`: the cap once all answer. */
  constructor(options: { cap: number; now: number; isPolite?: boolean; start?: number; reach?: number }) {
    this.#cap = options.cap
    this.#reach = options.reach ?? options.cap
    this.#isPolite = options.isPolite ?? false
    this.#target = options.start ?? START_PARALLEL
    this.#ramp = new Ramp(this.#target)
    this.#cohort = new Cohort(options.now)
  }

  /** Parts that may be under way at once. */
  get parallel(): number {
    return Math.min(this.#target, this.#limit)
  }

  /** When there is more room than before, it tries more soon. */
  set cap(cap: number) {
    if (cap > this.#cap) this.#goUpSoon()
    this.#cap = cap
  }

  set isPolite(isPolite: boolean) {
    if (!isPolite) this.#goUpSoon()
    this.#isPolite = isPolite
  }

  get roundTripMs(): number {
    return this.#roundTripMs
  }

  set roundTripMs(ms: number) {
    this.#roundTripMs = ms
  }

  /** The first seconds are not over: tell it of every progress. */
  get isRamping(): boolean {
    return this.#ramp !== null
  }

  /** A part is sent at `now`. Returns a ticket, which the caller gives back with the result. */
  begun(now: number): number {
    return this.#cohort.begun(now, this.#windowMs / 2)
  }

  /** The part is no longer under way, whatever the result. */
  ended(ticket: number, now: number): void {
    this.#cohort.ended(ticket, now)
  }

  /** The ended part was acknowledged; it took this long. */
  completed(ticket: number, bytes: number, tookMs: number, now: number): void {
    this.#cohort.completed(ticket, bytes, tookMs)
    this.review(now)
  }

  /** Bytes have moved; `bytes` have surely arrived. Returns whether there is room for more parts than before. */
  progressed(bytes: number, now: number): boolean {
    const { parallel } = this
    const around = { bytes, wanted: this.#target, used: parallel, now, roundTripMs: this.#roundTripMs }
    const next = this.#ramp?.look(around)
    if (!next) return false
    if (next.isOver || next.parallel >= this.#reach) {
      this.#ramp = null
      this.#isDoubtful = next.isOver
    }
    this.#move(this.#ramp ? next.parallel : Math.min(next.parallel, this.#limit), now)
    return this.parallel > parallel
  }

  /** Call it now and then: it judges the level once it knows enough. */
  review(now: number): void {
    const { isOver, isSound, hasDone } = this.#cohort
    const ageMs = this.#cohort.ageMs(now)
    if (this.#ramp || ageMs < this.#windowMs) return
    if (isSound && (isOver || ageMs >= 4 * this.#windowMs)) this.#judge(now)
    else if (isOver) this.#move(this.#target, now)
    // Parts are so slow that none has ended yet: two more connections cost nothing and begin with smaller parts.
    else if (!this.#base && !hasDone && this.#target === START_PARALLEL) this.#move(more(START_PARALLEL), now)
  }

  /** Requests keep failing: begins again from the start. */
  fellBack(now: number): void {
    this.#ramp = null
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

  /** The first climb is not over: the speed of parts decides its pace. */
  get isClimbing(): boolean {
    return this.#ramp !== null || this.#climbEndings < CLIMB_ENDINGS
  }

  get #windowMs(): number {
    return Math.max(SHORTEST_WINDOW_MS, 4 * this.#roundTripMs)
  }

  get #limit(): number {
    return Math.max(1, Math.min(this.#cap, this.#isPolite ? START_PARALLEL : Number.POSITIVE_INFINITY))
  }

  #judge(now: number): void {
    const level: Level = { parallel: this.parallel, goodput: this.#cohort.goodput(now) }
    const isStarved = this.#cohort.inUse(now) < level.parallel - 1
    if (isStarved || level.parallel < this.#target) {
      this.#trial = null
      this.#firstLook = null
      this.#move(level.parallel, now)
    } else if (!this.#base) this.#accept(level, 'up', now)
    else if (!this.#trial) this.#rested(this.#base, level, now)
    else this.#judgeTrial(this.#base, this.#trial, level, now)
  }

  /** It drops connections, and keeps fewer, only when a second look agrees: a lossy line is noisy. */
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

  /** A trial that paid continues. */
  #accept(level: Level, trial: 'up' | 'down', now: number): void {
    if (this.#base) {
      const gained = level.goodput / this.#base.goodput - 1
      const added = level.parallel / this.#base.parallel - 1
      this.#isDoubtful = trial === 'down' || gained < added / 2
    }
    // Downwards the best goodput stays the reference, so that many small losses do not add up to a large one.
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
    // Where every connection brought its share, trying fewer would only cost speed.
    this.#windowsToRest = isAtLimit && !this.#isDoubtful ? LONGEST_REST : this.#rest
    this.#move(level.parallel, now)
  }

  /**
   * While resting it keeps measuring the level; then it tries more or fewer, in turn, and more as long as the climb is
   * not over.
   */
  #rested(base: Level, level: Level, now: number): void {
    // A measurement of a new level is too high: new connections are fast until their first loss.
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
    this.#cohort.restart(now)
  }
}

/** 4, 6, 10, 16, 24, 36 … */
function more(parallel: number): number {
  return 2 * Math.ceil((parallel * STEP) / 2)
}

function fewer(parallel: number): number {
  return Math.max(START_PARALLEL, 2 * Math.floor(parallel / STEP / 2))
}
