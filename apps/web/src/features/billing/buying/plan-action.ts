import type { BillingView, OfferShape } from '@waybill/contract/billing/payment-shapes'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import type { Period } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'

/** What the button of a plan does. 'due': an overdue payment is paid first. Only 'switch' needs no checkout. */
export type PlanAction =
  | { kind: 'current' }
  | { kind: 'due'; isCurrent: boolean }
  | { kind: 'scheduled'; at: string }
  | { kind: 'switch'; offer: OfferShape }
  | { kind: 'try' | 'buy'; offer: OfferShape }
  | { kind: 'none' }

interface Standing extends Pick<BillingView, 'role' | 'status' | 'subscription' | 'prepaid' | 'mayTry'> {
  offers: readonly OfferShape[]
}

/** Undefined where it is not for sale. */
export const offerOf = (
  { offers }: { offers: readonly OfferShape[] },
  plan: PlanName,
  period: Period,
  purchase: OfferShape['purchase'],
): OfferShape | undefined =>
  offers.find((offer) => offer.role === plan && offer.period === period && offer.purchase === purchase)

/** The button of a plan at a period. Beside a prepaid plan that runs nothing else is sold. */
export function planAction(standing: Standing, plan: PlanName, period: Period): PlanAction {
  const { role, status, subscription, prepaid, mayTry } = standing
  if (subscription && isOverdue(subscription.status)) return { kind: 'due', isCurrent: subscription.role === plan }
  const offer = offerOf(standing, plan, period, 'subscription')
  const isCurrent = subscription ? subscription.role === plan && subscription.period === period : role === plan
  // A plan that the operator has set and marked overdue has no payment to try: buying it settles it.
  const isUnsettled = subscription === null && isOverdue(status) && offer !== undefined
  if (isCurrent && !isUnsettled) return { kind: 'current' }
  if (!offer || prepaid) return { kind: 'none' }
  const scheduled = subscription?.scheduled
  if (scheduled?.kind === 'switch' && scheduled.price === offer.price) return { kind: 'scheduled', at: scheduled.at }
  if (subscription) return { kind: 'switch', offer }
  return { kind: mayTry ? 'try' : 'buy', offer }
}

/** The same plan paid once for a period, by wallets too; null where it cannot be bought now. */
export function prepaidOffer(standing: Standing, plan: PlanName, period: Period): OfferShape | null {
  const { subscription, prepaid } = standing
  if (subscription || (prepaid && prepaid.role !== plan)) return null
  return offerOf(standing, plan, period, 'prepaid') ?? null
}
