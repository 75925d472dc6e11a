import { Problem } from '@waybill/contract/core/problems'
import type { SubscriptionState } from './payment-provider.ts'

/** How long the sums of a preview hold. */
const PREVIEW_MS = 3_600_000
/** How far the clocks of two machines may be apart. */
const SKEW_MS = 5_000

/**
 * Whether a switch may be worked out for the instant that the client names. A client that chose any instant of the
 * period would choose what it pays. An invalid date is refused too.
 */
export function isSwitchInstant(
  at: Date,
  { now, periodStartsAt, periodEndsAt }: { now: Date; periodStartsAt: Date; periodEndsAt: Date },
): boolean {
  const earliest = Math.max(now.getTime() - PREVIEW_MS, periodStartsAt.getTime())
  const latest = Math.min(now.getTime() + SKEW_MS, periodEndsAt.getTime())
  return at.getTime() >= earliest && at.getTime() <= latest
}

/**
 * What is left of a period counts in a switch, so that the period has to be paid, or free as a trial.
 *
 * @throws Problem 'checkout-closed' where a payment is overdue, or nothing runs
 */
export function requireSwitchable(status: SubscriptionState['status'] | (string & {})): void {
  if (status !== 'active' && status !== 'trialing') throw new Problem('checkout-closed')
}
