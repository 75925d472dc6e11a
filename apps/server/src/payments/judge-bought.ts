import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import type { Role } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { Discount, Money, SubscriptionState } from '../platform/payments/payment-provider.ts'
import { centsOf, type Offer, type Prices } from '../platform/payments/prices.ts'

/** What a provider's word means here. Null: as before, for nothing was paid yet. */
export function statusOf(status: SubscriptionState['status']): SubscriptionStatus | 'ended' | null {
  switch (status) {
    case 'trialing':
    case 'active':
    case 'past_due':
    case 'unpaid':
      return status
    case 'paused':
      return 'unpaid'
    case 'canceled':
    case 'incomplete_expired':
      return 'ended'
    case 'incomplete':
      return null
    case 'unknown':
      return 'past_due'
  }
}

/** Those that run, oldest first. */
export const runningOf = (states: readonly SubscriptionState[]): SubscriptionState[] =>
  states
    .filter(({ status }) => ![null, 'ended'].includes(statusOf(status)))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** 'Pro yearly'. */
export const nicknameOf = ({ role, period }: Pick<Offer, 'role' | 'period'>): string => `${capital(role)} ${period}`

/** @throws Error for a price that is not in the settings: a price that is changed at the provider must be added there */
export function requireOfferOf(prices: Prices, price: string): Offer {
  const offer = prices.offerOf(price)
  if (offer === null) throw new Error(`a subscription has the price ${price}, which is in no setting`)
  return offer
}

const DAY_MS = 86_400_000

/** A subscription that runs, as pages show it. */
export function viewSubscription(prices: Prices, state: SubscriptionState): SubscriptionView {
  const { role, period } = requireOfferOf(prices, state.price)
  const status = statusOf(state.status)
  if (status === null || status === 'ended') throw new Error('a subscription that does not run')
  const { trialStartsAt, trialEndsAt, periodEndsAt, card, discount } = state
  return {
    role,
    period,
    price: state.price,
    status,
    nickname: nicknameOf({ role, period }),
    amount: state.amount,
    trialDays: trialStartsAt && trialEndsAt && Math.round((trialEndsAt.getTime() - trialStartsAt.getTime()) / DAY_MS),
    trialEndsAt: trialEndsAt?.toISOString() ?? null,
    periodEndsAt: periodEndsAt.toISOString(),
    scheduled: viewScheduled(prices, state),
    card: card && { brand: card.brand, last4: card.last4, month: card.month, year: card.year },
    discount: discount && {
      name: discount.name,
      percentOff: discount.percentOff,
      amountOff: discount.amountOff,
      redeemBy: discount.redeemBy?.toISOString() ?? null,
      endsAt: discount.endsAt?.toISOString() ?? null,
    },
    nextCharge: nextCharge(prices, state, status),
  }
}

function viewScheduled(prices: Prices, { scheduled, periodEndsAt }: SubscriptionState): SubscriptionView['scheduled'] {
  if (scheduled === null) return null
  const at = periodEndsAt.toISOString()
  if (scheduled.kind === 'cancel') return { kind: 'cancel', at }
  const { role, period } = requireOfferOf(prices, scheduled.price)
  return { kind: 'switch', at, role, period, price: scheduled.price }
}

function nextCharge(
  prices: Prices,
  { scheduled, amount, discount, periodEndsAt }: SubscriptionState,
  status: SubscriptionStatus,
): SubscriptionView['nextCharge'] {
  if (scheduled?.kind === 'cancel' || isOverdue(status)) return null
  const full = scheduled === null ? amount : priceOf(prices, scheduled.price)
  const isDiscounted = discount !== null && (discount.endsAt === null || discount.endsAt > periodEndsAt)
  return { amount: isDiscounted ? discounted(full, discount) : full, at: periodEndsAt.toISOString() }
}

/** What an offer costs for one period, before discount and tax. */
export const priceOf = (prices: Prices, price: string): Money => ({
  minor: centsOf(requireOfferOf(prices, price)),
  currency: 'usd',
})

function discounted({ minor, currency }: Money, { percentOff, amountOff }: Discount): Money {
  const off = percentOff === null ? (amountOff?.minor ?? 0) : Math.round((minor * percentOff) / 100)
  return { minor: Math.max(0, minor - off), currency }
}

/** What a workspace has bought: a subscription that runs, else what it has paid ahead, else nothing. */
export function judgeBought(
  view: SubscriptionView | null,
  prepaid: { role: string } | null,
): { role: Role; status: SubscriptionStatus } {
  if (view !== null) return { role: view.role, status: view.status }
  return { role: (prepaid?.role ?? 'free') as Role, status: 'active' }
}
