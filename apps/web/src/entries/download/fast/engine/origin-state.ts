/** How an origin has answered so far; times in milliseconds. */
export interface OriginState {
  origin: string
  /** Connections that it may have. */
  most: number
  /** Failures in a row, and when the first of them was. */
  failures: number
  failingSince: number
  /** Its last byte; null: it has not sent any. */
  servedAt: number | null
  /** Nothing is asked of it any more: it does not answer, or not with ranges. */
  isDead: boolean
}

/** A browser opens six connections to an origin. One of the page's own stays free for the page. */
const PER_ORIGIN = 6
const OF_OWN = 5
/** Failures in a row after which an origin is left, where another one has sent bytes meanwhile. */
const MOST_FAILURES = { unproven: 2, proven: 6 }

/** The origins of a plan with their connections, at most `atOnce` in all; `own` is the page's. */
export function originStates(origins: readonly string[], own: string, atOnce: number): OriginState[] {
  let left = atOnce
  return origins.map((origin) => {
    const most = Math.min(left, origin === own ? OF_OWN : PER_ORIGIN)
    left -= most
    return { origin, most, failures: 0, failingSince: 0, servedAt: null, isDead: most === 0 }
  })
}

/** Notes a failure. Where the whole line fails, no origin is to blame. */
export function noteFailure(state: OriginState, all: readonly OriginState[], now: number): void {
  if (state.failures === 0) state.failingSince = now
  state.failures += 1
  const most = state.servedAt === null ? MOST_FAILURES.unproven : MOST_FAILURES.proven
  const doOthersWork = all.some(
    (other) => !other.isDead && other !== state && (other.servedAt ?? -1) > state.failingSince,
  )
  if (state.failures >= most && doOthersWork) state.isDead = true
}

export function noteServed(state: OriginState, now: number): void {
  state.failures = 0
  state.servedAt = now
}
