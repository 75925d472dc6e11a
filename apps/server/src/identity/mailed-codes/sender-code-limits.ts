/** How often mails with a code or a link go to one mailbox, for people who are not signed in. */
interface Limit {
  count: number
  seconds: number
}
const PACE: Limit = { count: 1, seconds: 2 }
const HOUR = 3_600
const DAY = 86_400
/** The free mails. */
const free: readonly Limit[] = [
  { count: 5, seconds: HOUR },
  { count: 15, seconds: DAY },
]
/** The maximum of each share: for browsers and networks that have proven the address before, and for everybody else. */
const most = {
  known: [PACE, ...free],
  strangers: [PACE, { count: 20, seconds: HOUR }, { count: 40, seconds: DAY }],
} as const satisfies Record<string, readonly Limit[]>
export type MailShare = keyof typeof most

/** This many more mails double the work. */
const MAILS_PER_DOUBLING = 3
export const RESEND_SECONDS = PACE.seconds
/** The most ages that a limit considers. */
export const MOST_AGES = 40

/**
 * Seconds until the next mail is possible; 0 is now. `ages`: seconds since each mail of the last day, youngest first.
 */
export function secondsToWait(ages: readonly number[], share: MailShare): number {
  const waits = most[share].map(({ count, seconds }) => seconds - (ages[count - 1] ?? seconds))
  return Math.max(0, Math.ceil(Math.max(...waits)))
}

/** The work that one more mail costs a stranger, as a power of two of the least; null: none. */
export function workLevel(ages: readonly number[]): number | null {
  const beyond = Math.max(...free.map(({ count, seconds }) => ages.filter((age) => age < seconds).length - count))
  return beyond < 0 ? null : Math.floor(beyond / MAILS_PER_DOUBLING)
}
