/** When a certificate is renewed, and how long to wait after a failure. Pure. */
const RENEW_AT = 2 / 3
/** Earlier by up to this share of its lifetime, so that many servers do not renew at once. */
const JITTER = 1 / 30
const LATE_AT = 3 / 4

const FIRST_WAIT_SECONDS = 60
const GROWTH = 4
/** Public authorities accept four failed orders an hour for a host; beyond that we try four times a day. */
const LONGEST_WAIT_SECONDS = 6 * 3_600
/** However long an authority asks us to wait: it may be mistaken, and the operator may fix the cause. */
const LONGEST_ASKED_SECONDS = 86_400

interface Life {
  startsAt: Date
  endsAt: Date
}

const at = ({ startsAt, endsAt }: Life, share: number): number =>
  startsAt.getTime() + (endsAt.getTime() - startsAt.getTime()) * share

/** `chance` is from 0 to 1. */
export const renewalTime = (life: Life, chance: number): Date => new Date(at(life, RENEW_AT - JITTER * chance))

/** Whether less than a quarter of its lifetime is left. */
export const isLate = (life: Life, nowMs: number): boolean => nowMs > at(life, LATE_AT)

/** After this many consecutive failures. */
export function waitSeconds(failures: number, askedFor: number | null): number {
  const own = Math.min(FIRST_WAIT_SECONDS * GROWTH ** Math.max(0, failures - 1), LONGEST_WAIT_SECONDS)
  return Math.max(own, Math.min(askedFor ?? 0, LONGEST_ASKED_SECONDS))
}
