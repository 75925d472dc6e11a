/**
 * The only place that reads this machine's clock. The database's clock decides expiry, in the statement that
 * authorises; this one serves cookies, logs and signatures.
 */
export interface Clock {
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export const HOUR_MS = 3_600_000
