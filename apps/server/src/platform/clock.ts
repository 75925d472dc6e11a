/**
 * The one place that asks this machine for the time. Lifetimes are judged by the database's clock, in the statement
 * that authorises; this one serves cookies, logs, and signatures.
 */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export const HOUR_MS = 3_600_000
