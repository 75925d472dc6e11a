const FIRST_MS = 250
const MOST_MS = 30_000

/**
 * How long to wait before the next try for the live stream: 250 ms, doubled to 30 s; `chance` (0 to 1) takes up to half
 * off.
 */
export const liveWaitMs = (tries: number, chance: number): number =>
  Math.min(MOST_MS, FIRST_MS * 2 ** tries) * (1 - chance / 2)
