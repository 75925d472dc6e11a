/** When a certificate is replaced, and how long a failure waits. Pure. */
const RENEW_AT = 2 / 3
/** Earlier by up to this share of its life, so that many servers do not come at once. */
const JITTER = 1 / 30
const LATE_AT = 3 / 4

const FIRST_WAIT_SECONDS = 60
const GROWTH = 4
/** Four times an hour is what public authorities take of a host whose orders fail; beyond that it is as often a day. */
const LONGEST_WAIT_SECONDS = 6 * 3_600
/** However long an authority asks for: it may be mistaken, and the operator may change what was wrong. */
const LONGEST_ASKED_SECONDS = 86_400

interface Life {
  startsAt: Date
  endsAt: Date
}

const at = ({ startsAt, endsAt }: Life, share: number): number =>
  startsAt.getTime() + (endsAt.getTime() - startsAt.getTime()) * share

/** `chance` is from 0 to 1. */
export const renewalTime = (life: Life, chance: number): Date => new Date(at(life, RENEW_AT - JITTER * chance))

/** Whether less than a quarter of its life is left. */
export const isLate = (life: Life, nowMs: number): boolean => nowMs > at(life, LATE_AT)

/** After so many failures in a row. */
export function waitSeconds(failures: number, askedFor: number | null): number {
  const own = Math.min(FIRST_WAIT_SECONDS * GROWTH ** Math.max(0, failures - 1), LONGEST_WAIT_SECONDS)
  return Math.max(own, Math.min(askedFor ?? 0, LONGEST_ASKED_SECONDS))
}
