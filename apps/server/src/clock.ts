/**
 * The one place that asks this machine for the time. Lifetimes are judged by the database's clock, in the statement
 * that authorises; this one serves cookies, logs, and signatures.
 */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
