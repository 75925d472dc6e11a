/**
 * The origins for parts. A browser opens 6 connections to each, so every further origin that answers multiplies them.
 * Some networks allow only the usual ports: an origin that does not answer, or keeps failing while others work, is left
 * out and probed again later. The page's own is never left out.
 */
import { PARALLEL_PER_ORIGIN } from './controller.ts'

const FAILURES_TO_LEAVE = 3
/** After a longer silence of all origins, failures are the line's. */
const RECENT_MS = 10_000
const FIRST_ABSENCE_MS = 10_000

export interface Origin {
  readonly url: string
  readonly isOwn: boolean
  isAlive: boolean
  inFlight: number
  failures: number
  /** When to probe an unanswering origin again. */
  askAgainAt: number
  absenceMs: number
}

export class Origins {
  readonly all: readonly Origin[]
  #succeededAt = Number.NEGATIVE_INFINITY

  /** The page's own first. */
  constructor(urls: readonly string[]) {
    this.all = [...new Set(urls)].map((url, index) => ({
      url,
      isOwn: index === 0,
      isAlive: index === 0,
      inFlight: 0,
      failures: 0,
      askAgainAt: Number.NEGATIVE_INFINITY,
      absenceMs: FIRST_ABSENCE_MS,
    }))
  }

  get alive(): number {
    return this.all.filter((origin) => origin.isAlive).length
  }

  /** The origin with the most room, or null when all are full. */
  pick(): Origin | null {
    let best: Origin | null = null
    for (const origin of this.all) {
      if (!origin.isAlive || origin.inFlight >= PARALLEL_PER_ORIGIN) continue
      if (!best || origin.inFlight + origin.failures < best.inFlight + best.failures) best = origin
    }
    return best
  }

  /** The origins to probe now; each is due again only after its absence. */
  due(now: number): Origin[] {
    const due = this.all.filter((origin) => !origin.isAlive && origin.askAgainAt <= now)
    for (const origin of due) this.#sendAway(origin, now)
    return due
  }

  answered(origin: Origin): void {
    origin.isAlive = true
    origin.failures = 0
  }

  succeeded(origin: Origin, now: number): void {
    this.#succeededAt = now
    origin.failures = 0
    origin.absenceMs = FIRST_ABSENCE_MS
  }

  /** A request begun at `startedAt` failed there. Failures of the whole line say nothing about one origin. */
  failed(origin: Origin, startedAt: number, now: number): void {
    origin.failures++
    const othersWork = this.#succeededAt > Math.max(startedAt, now - RECENT_MS)
    if (othersWork && origin.failures >= FAILURES_TO_LEAVE) this.leave(origin, now)
  }

  leave(origin: Origin, now: number): void {
    if (origin.isOwn) return
    origin.isAlive = false
    this.#sendAway(origin, now)
  }

  /** The line has changed: probes all again. */
  forgetAbsences(): void {
    for (const origin of this.all) {
      origin.askAgainAt = Number.NEGATIVE_INFINITY
      origin.absenceMs = FIRST_ABSENCE_MS
    }
  }

  #sendAway(origin: Origin, now: number): void {
    origin.askAgainAt = now + origin.absenceMs
    origin.absenceMs = origin.absenceMs * 2
  }
}
