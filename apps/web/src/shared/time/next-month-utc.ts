/** When the monthly counters restart: the 1st of the next month, 00:00 UTC, in epoch ms. */
export function nextMonthUtc(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
