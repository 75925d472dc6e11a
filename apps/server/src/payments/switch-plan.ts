import type {
  previewSwitch as previewEndpoint,
  switchPlan as switchEndpoint,
} from '@waybill/contract/billing/payment-endpoints'
import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isHigherRole } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Actor } from '../platform/http/actor.ts'
import type { Money } from '../platform/payments/payment-provider.ts'
import type { Offer } from '../platform/payments/prices.ts'
import { type Buyer, changeAtProvider, type PaymentContext, requireBuyer, requireOffer } from './ask-provider.ts'
import { orWhatHolds, requireSubscription } from './change-plan.ts'
import { priceOf } from './judge-bought.ts'

/** A higher plan, or a year in place of a month, begins at once; anything less waits for the end of the period. */
function whenToSwitch(
  from: Pick<SubscriptionView, 'role' | 'period'>,
  to: Pick<Offer, 'role' | 'period'>,
): 'now' | 'later' {
  if (isHigherRole(to.role, from.role)) return 'now'
  return to.role === from.role && to.period === 'yearly' ? 'now' : 'later'
}

interface Switch {
  buyer: Buyer
  subscription: string
  view: SubscriptionView
  when: 'now' | 'later'
}

/** @throws Problem 'subscription-due' while a payment is overdue: it is paid first, for another invoice would hide it */
async function requireSwitch(ctx: PaymentContext, actor: Pick<Actor, 'account'>, price: string): Promise<Switch> {
  return requireSwitchOf(ctx, await requireBuyer(ctx, actor), price)
}

async function requireSwitchOf(ctx: PaymentContext, buyer: Buyer, price: string): Promise<Switch> {
  const offer = requireOffer(buyer.payments, price, 'price')
  const { subscription, view } = await requireSubscription(ctx, buyer)
  if (offer.purchase === 'prepaid' || price === view.price) {
    throw new Problem('invalid-input', { where: 'body', field: 'price', reason: 'is no other subscription' })
  }
  if (isOverdue(view.status)) throw new Problem('subscription-due')
  return { buyer, subscription, view, when: whenToSwitch(view, offer) }
}

/** What a switch costs, and when it happens. @throws Problem as the endpoint says */
export async function previewSwitch(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
  { price }: { price: string },
): Promise<ReplyOf<typeof previewEndpoint>> {
  const wanted = await requireSwitch(ctx, actor, price)
  const { buyer, subscription, view, when } = wanted
  const { provider, prices } = buyer.payments
  const sums = await orStillSwitch(ctx, wanted, price, () => provider.previewSwitch({ subscription, price }))
  const at = sums.at.toISOString()
  if (when === 'now') return { when, ...sums, next: { ...sums.next, at: sums.next.at.toISOString() }, at }
  const amount = priceOf(prices, price)
  const nothing = { minor: 0, currency: amount.currency }
  return { when, dueNow: nothing, credit: nothing, next: { amount, at: view.periodEndsAt }, at }
}

/** Switches, or has the switch wait for the end of the period. @throws Problem as the endpoint says */
export async function switchPlan(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account'>,
  { price, seen }: { price: string; seen: { dueNow: Money; at: string } },
): Promise<ReplyOf<typeof switchEndpoint>> {
  const wanted = await requireSwitch(ctx, actor, price)
  const { buyer, subscription, when } = wanted
  const { workspaceId, payments } = buyer
  const { provider } = payments
  const wish = { subscription, price }
  if (when === 'later') {
    const ask = (key: string) => provider.switchLater(key, wish)
    await orStillSwitch(ctx, wanted, price, () =>
      changeAtProvider(ctx, { workspaceId, verb: 'switch-later', wish }, ask),
    )
    return { kind: 'scheduled' }
  }
  const judged = { ...wish, seen: { dueNow: seen.dueNow, at: new Date(seen.at) } }
  const ask = (key: string) => provider.switchNow(key, judged)
  const outcome = await orStillSwitch(ctx, wanted, price, () =>
    changeAtProvider(ctx, { workspaceId, verb: 'switch', wish: judged }, ask),
  )
  return outcome.kind === 'paid' ? { kind: 'switched' } : outcome
}

/** Where the provider says that the subscription is closed, says whether it has ended or a payment is overdue. */
const orStillSwitch = <T>(ctx: PaymentContext, { buyer }: Switch, price: string, act: () => Promise<T>): Promise<T> =>
  orWhatHolds(ctx, buyer, act, () => requireSwitchOf(ctx, buyer, price))
