/** How often a code may be mailed to one address: whoever asks, from wherever. */
const codeLimits = [
  { count: 1, seconds: 2 },
  { count: 5, seconds: 3_600 },
  { count: 15, seconds: 86_400 },
] as const

export const RESEND_SECONDS = codeLimits[0].seconds

/** Seconds to wait until one more may be sent; 0 is now. `ages`: seconds since each code of the last day, youngest first. */
export function secondsToWait(ages: readonly number[]): number {
  const waits = codeLimits.map(({ count, seconds }) => seconds - (ages[count - 1] ?? seconds))
  return Math.max(0, Math.ceil(Math.max(...waits)))
}
