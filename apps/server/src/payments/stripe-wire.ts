import type { SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import type {
  addCard as addCardEndpoint,
  createSubscription as createEndpoint,
  readStripeData as readEndpoint,
} from '@waybill/contract/billing/stripe-wire-endpoints'
import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { readBought } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import type { Money } from '../platform/payments/payment-provider.ts'
import type { Offer } from '../platform/payments/prices.ts'
import {
  type Buyer,
  changeAtProvider,
  type PaymentContext,
  requireBuyer,
  requireInWorkspace,
  requireOffer,
  withCustomer,
} from './ask-provider.ts'
import { closePurchase, TRIAL_DAYS } from './begin-checkout.ts'
import { payOverdue, requireSubscription } from './change-plan.ts'
import { hasTrial } from './checkout-store.ts'
import { mayTry, requireNothingElse } from './create-checkout-session.ts'
import { nicknameOf, priceOf, statusOf } from './judge-bought.ts'
import { listCustomers } from './payment-store.ts'

type Asking = Pick<Actor, 'account'>
type StripeData = ReplyOf<typeof readEndpoint>
type Plan = ReplyOf<typeof createEndpoint>['plan']

/** What clients send in the place of an id that they do not have. */
const blank: readonly unknown[] = [undefined, '', 'null', 'undefined']

/**
 * The account's subscription in the specification's shape, from our own row.
 *
 * @param stripeId the header of that name
 * @throws Problem 'not-yours' for a customer that is not the account's
 */
export async function readStripeData(
  { db }: Pick<Context, 'db'>,
  actor: Asking,
  stripeId: unknown,
): Promise<StripeData> {
  const { id, role } = accountOf(actor)
  const account = await findAccount(db, id)
  if (account === null) throw new Problem('unauthenticated')
  const customers = await listCustomers(db, account.workspace_id)
  const isOwn = customers.some(({ customer }) => customer === stripeId)
  if (!blank.includes(stripeId) && !isOwn) throw new Problem('not-yours')
  const bought = await readBought(db, account.workspace_id)
  return presentStripeData(role, bought?.subscription ?? null, bought?.view ?? null)
}

const secondsOf = (instant: string | null): number | null =>
  instant === null ? null : Math.floor(Date.parse(instant) / 1_000)

function presentStripeData(role: string, id: string | null, view: SubscriptionView | null): StripeData {
  const metadata = { role }
  if (view === null || id === null) {
    const nothing = { default_payment_method: null }
    return { metadata, subscriptions: { data: [] }, invoice_settings: nothing, discount: null }
  }
  const { card, discount, period, status, trialDays, trialEndsAt, periodEndsAt } = view
  const subscription = {
    id,
    status,
    plan: planOf(view.price, view, view.amount),
    metadata: { period, role: view.role },
    trial_period_days: trialDays,
    trial_end: secondsOf(trialEndsAt),
    current_period_end: secondsOf(periodEndsAt),
  }
  const shown = card && { brand: card.brand, last4: card.last4, exp_month: card.month, exp_year: card.year }
  const coupon = discount && {
    name: discount.name,
    percent_off: discount.percentOff,
    amount_off: discount.amountOff?.minor ?? null,
    redeem_by: secondsOf(discount.redeemBy),
  }
  return {
    metadata,
    subscriptions: { data: [subscription] },
    invoice_settings: { default_payment_method: shown && { card: shown } },
    discount: coupon && { coupon },
  }
}

const planOf = (id: string, offer: Pick<Offer, 'role' | 'period'>, { minor, currency }: Money): Plan => ({
  id,
  nickname: nicknameOf(offer),
  amount: minor,
  currency,
  interval: offer.period === 'monthly' ? 'month' : 'year',
})

/** Has later payments charged to a card, and tries what is overdue with it. @throws Problem as the endpoint says */
export async function addCard(
  ctx: PaymentContext,
  actor: Asking,
  body: BodyOf<typeof addCardEndpoint>,
): Promise<ReplyOf<typeof addCardEndpoint>> {
  const buyer = await requireBuyer(ctx, actor, { accountId: body.SSuserId, customer: body.stripeCustomerId })
  const { workspaceId, payments } = buyer
  await withCustomer(ctx, buyer, (customer) => {
    const wish = { customer, paymentMethod: body.paymentMethodId }
    return changeAtProvider(ctx, { workspaceId, verb: 'card', wish }, (key) => payments.provider.useCard(key, wish))
  })
  const bought = await readBought(ctx.db, workspaceId)
  if (bought?.view == null || bought.subscription === null || !isOverdue(bought.view.status)) {
    return { overdue: { kind: 'none' } }
  }
  return { overdue: await payOverdue(ctx, buyer, bought.subscription) }
}

/** A subscription without a checkout, on the card of `addCard`. @throws Problem as the endpoint says */
export async function createSubscription(
  ctx: PaymentContext,
  actor: Asking,
  body: BodyOf<typeof createEndpoint>,
): Promise<ReplyOf<typeof createEndpoint>> {
  const { priceId: price, trial, addCardOnly } = body
  const buyer = await requireBuyer(ctx, actor, { accountId: body.SSuserId, customer: body.stripeCustomerId })
  const offer = requireOffer(buyer.payments, price, 'priceId')
  if (addCardOnly) {
    const { subscription, view } = await requireSubscription(ctx, buyer)
    await payOverdue(ctx, buyer, subscription)
    return { plan: planOf(view.price, view, view.amount) }
  }
  if (offer.purchase === 'prepaid') {
    throw new Problem('invalid-input', { where: 'body', field: 'priceId', reason: 'is no subscription' })
  }
  await requireNothingElse(ctx, buyer, offer)
  if (trial && !(await mayTry(ctx, buyer.account))) throw new Problem('trial-used')
  await withCustomer(ctx, buyer, async (customer) => {
    // A bank may still refuse after the unfinished purchase is closed; without any card it need not be closed at all.
    if (!(await buyer.payments.provider.hasCard(customer))) {
      throw new Problem('payment-refused', { reason: 'card-declined' })
    }
    await closePurchase(ctx, buyer)
    await requireNothingElse(ctx, buyer, offer)
    await subscribe(ctx, buyer, customer, { price, days: trial ? TRIAL_DAYS : 0 })
  })
  return { plan: planOf(price, offer, priceOf(buyer.payments.prices, price)) }
}

/**
 * @throws Problem 'trial-used' where the card had a trial before, 'admin-only' where the account has joined a team
 *   meanwhile: the subscription has ended again
 */
async function subscribe(
  ctx: PaymentContext,
  buyer: Buyer,
  customer: string,
  what: { price: string; days: number },
): Promise<void> {
  const { workspaceId, payments } = buyer
  const wish = { customer, ...what }
  const id = await changeAtProvider(ctx, { workspaceId, verb: 'subscribe', wish }, (key) =>
    payments.provider.subscribe(key, wish),
  )
  // What was subscribed for a workspace that the account has left has ended, and is paid back.
  await requireInWorkspace(ctx.db, buyer)
  if (what.days === 0 || (await hasTrial(ctx.db, id))) return
  // Where the provider does not answer, the trial is judged later.
  const state = await payments.provider.readSubscription(id).catch(() => null)
  if (state !== null && statusOf(state.status) === 'ended') throw new Problem('trial-used')
}
