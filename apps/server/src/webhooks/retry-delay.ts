/** Pauses between the attempts of one delivery, in seconds: a day in all. */
const waits = [10, 30, 120, 300, 900, 3_600, 7_200, 10_800, 14_400, 21_600, 25_200]

const JITTER = 0.2

/** The first one, and one after each pause. */
export const MAX_ATTEMPTS = waits.length + 1

/**
 * Seconds until the next attempt, after this many; null where there is none. Pure. `chance`, from 0 to 1, spreads
 * deliveries that failed together over a fifth of the pause, so that they do not overwhelm a receiver that has come
 * back.
 */
export function retryDelay(attempts: number, chance: number): number | null {
  const wait = waits[attempts - 1]
  return wait === undefined ? null : wait * (1 - JITTER * chance)
}
