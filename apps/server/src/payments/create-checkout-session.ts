import type { createCheckoutSession as endpoint } from '@waybill/contract/billing/payment-endpoints'
import { Problem } from '@waybill/contract/core/problems'
import type { z } from 'zod'
import { readBought } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import type { Offer } from '../platform/payments/prices.ts'
import { type Buyer, type PaymentContext, requireBuyer, requireOffer } from './ask-provider.ts'
import { beginCheckout, type StartedCheckout } from './begin-checkout.ts'
import { usedMarks } from './checkout-store.ts'
import { spendCode } from './promotions/promotion-codes.ts'
import { trialMarks } from './tidy-purchases.ts'

type Wish = z.output<NonNullable<typeof endpoint.body>>

/**
 * Begins to buy or to try a plan.
 *
 * @throws Problem as the endpoint says
 */
export async function createCheckoutSession(
  ctx: PaymentContext,
  actor: Pick<Actor, 'account' | 'language'>,
  body: Wish,
): Promise<StartedCheckout> {
  const claimed = { accountId: body.mongo_id, customer: body.stripe_customerid }
  const buyer = await requireBuyer(ctx, actor, claimed)
  const offer = requireOffer(buyer.payments, body.price_id, 'price_id')
  await requireNothingElse(ctx, buyer, offer)
  const wish = {
    kind: await kindOf(ctx, buyer, offer, body.trial),
    price: body.price_id,
    promotion: await promotionOf(ctx, buyer, body.promotion),
    language: body.language ?? actor.language,
    isHosted: body.hosted ?? false,
  }
  return beginCheckout(ctx, buyer, wish, () => requireNothingElse(ctx, buyer, offer))
}

/** @throws Problem 'trial-used' */
async function kindOf(
  ctx: PaymentContext,
  buyer: Buyer,
  { purchase }: Offer,
  trial: boolean | undefined,
): Promise<'trial' | 'subscription' | 'prepaid'> {
  if (purchase === 'prepaid') {
    if (trial) throw new Problem('invalid-input', { where: 'body', field: 'trial', reason: 'prepaid has no trial' })
    return 'prepaid'
  }
  if (trial === false) return 'subscription'
  if (await mayTry(ctx, buyer.account)) return 'trial'
  if (trial) throw new Problem('trial-used')
  return 'subscription'
}

/** Whether neither the account nor its mailbox had a trial at the provider that sells. */
export async function mayTry(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  account: { id: string; email: string },
): Promise<boolean> {
  if (payments === null) return false
  const { kind: provider } = payments.provider
  return (await usedMarks(db, { provider, marks: trialMarks(account) })).length === 0
}

/**
 * Beside what runs nothing else is bought, except more of the same prepaid plan.
 *
 * @throws Problem 'already-subscribed'
 */
export async function requireNothingElse(
  { db }: Pick<Context, 'db'>,
  { workspaceId, payments }: Buyer,
  offer: Offer,
): Promise<void> {
  const bought = await readBought(db, workspaceId)
  // Purchases by test cards end with the next reconciliation, and block nothing until then.
  if (bought?.provider === 'sandbox' && payments.provider.kind !== 'sandbox') return
  const isMore = offer.purchase === 'prepaid' && bought?.prepaid?.role === offer.role
  const isOtherPrepaid = bought?.prepaid != null && !isMore
  if (bought?.view != null || isOtherPrepaid) throw new Problem('already-subscribed')
}

/** @throws Problem 'promotion-unknown' | 'too-many-requests' {retryAfterSeconds} */
async function promotionOf(
  ctx: PaymentContext,
  { payments: { provider }, account }: Buyer,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined || code.trim() === '') return null
  await spendCode(ctx, account.id)
  const promotion = await provider.findPromotion(code.trim())
  if (promotion === null) throw new Problem('promotion-unknown')
  return promotion
}
