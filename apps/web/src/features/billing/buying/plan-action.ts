import type { BillingView, OfferShape } from '@waybill/contract/billing/payment-shapes'
import { isUnpaid } from '@waybill/contract/billing/plans'
import type { PlanName } from '../words/en.ts'

/** What the button of a plan does. 'due': the current plan, whose payment is overdue. */
export type PlanAction =
  | { kind: 'current' }
  | { kind: 'due' }
  | { kind: 'scheduled'; at: string }
  | { kind: 'try' | 'buy' | 'switch'; offer: OfferShape; isCheckout: boolean }
  | { kind: 'none' }

interface Standing extends Pick<BillingView, 'role' | 'status' | 'subscription' | 'prepaid' | 'mayTry'> {
  offers: readonly OfferShape[]
}

const offerOf = (
  { offers }: Standing,
  plan: PlanName,
  period: OfferShape['period'],
  purchase: OfferShape['purchase'],
) => offers.find((offer) => offer.role === plan && offer.period === period && offer.purchase === purchase)

/** The button of a plan at a period. Beside a prepaid plan that runs nothing else is sold. */
export function planAction(standing: Standing, plan: PlanName, period: OfferShape['period']): PlanAction {
  const { role, status, subscription, prepaid, mayTry } = standing
  const isCurrent = subscription ? subscription.role === plan && subscription.period === period : role === plan
  if (isCurrent) return status === 'past_due' ? { kind: 'due' } : { kind: 'current' }
  const offer = offerOf(standing, plan, period, 'subscription')
  if (!offer || prepaid) return { kind: 'none' }
  const scheduled = subscription?.scheduled
  if (scheduled?.kind === 'switch' && scheduled.price === offer.price) return { kind: 'scheduled', at: scheduled.at }
  if (subscription) return { kind: 'switch', offer, isCheckout: false }
  if (!isUnpaid(role)) return { kind: 'switch', offer, isCheckout: true }
  return { kind: mayTry ? 'try' : 'buy', offer, isCheckout: true }
}

/** The same plan paid once for a period, by wallets too; null where it cannot be bought now. */
export function prepaidOffer(standing: Standing, plan: PlanName, period: OfferShape['period']): OfferShape | null {
  const { subscription, prepaid } = standing
  if (subscription || (prepaid && prepaid.role !== plan)) return null
  return offerOf(standing, plan, period, 'prepaid') ?? null
}
