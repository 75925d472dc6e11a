import type { previewPromotion as previewEndpoint } from '@waybill/contract/billing/payment-endpoints'
import type { BillingView, SubscriptionView } from '@waybill/contract/billing/payment-shapes'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Actor } from '../../platform/http/actor.ts'
import type { PromotionState } from '../../platform/payments/payment-particulars.ts'
import { type Buyer, changeAtProvider, type PaymentContext, requireBuyer } from '../ask-provider.ts'
import { orWhatHolds, requireSubscription } from '../change-plan.ts'
import { readBilling } from '../read-billing.ts'
import { spendCode } from './promotion-codes.ts'

type Asking = Pick<Actor, 'account'>
type Preview = ReplyOf<typeof previewEndpoint>

interface Fitting {
  buyer: Buyer
  subscription: string
  promotion: PromotionState
  preview: Preview
}

/** What a typed promotion code takes off the next charge. @throws Problem as the endpoint says */
export async function previewPromotion(ctx: PaymentContext, actor: Asking, code: string): Promise<Preview> {
  return (await requireFitting(ctx, actor, code)).preview
}

/** Gives the promotion of a typed code to the subscription. @throws Problem as the endpoint says */
export async function applyPromotion(ctx: PaymentContext, actor: Asking, code: string): Promise<BillingView> {
  const { buyer, subscription, promotion } = await requireFitting(ctx, actor, code)
  const { workspaceId, payments, account } = buyer
  const wish = { subscription, promotion: promotion.id }
  const ask = (key: string) => payments.provider.applyPromotion(key, wish)
  await orStillCharged(ctx, buyer, () => changeAtProvider(ctx, { workspaceId, verb: 'promotion', wish }, ask))
  return readBilling(ctx, account.id)
}

/** @throws Problem where the code is not one, is over, or takes nothing off */
async function requireFitting(ctx: PaymentContext, actor: Asking, code: string): Promise<Fitting> {
  const buyer = await requireBuyer(ctx, actor)
  const { subscription, view } = await requireSubscription(ctx, buyer)
  const charge = requireCharge(view)
  await spendCode(ctx, buyer.account.id)
  const { provider } = buyer.payments
  const promotion = requireOpen(code.trim() === '' ? null : await provider.readPromotion(code.trim()))
  const wish = { subscription, promotion: promotion.id }
  const next = await orStillCharged(ctx, buyer, () => provider.previewPromotion(wish))
  if (next.amount.minor >= charge.amount.minor) throw new Problem('promotion-unfit', { because: 'no-gain' })
  const { code: name, percentOff, amountOff, months } = promotion
  const preview = {
    promotion: { code: name, percentOff, amountOff, months },
    ...{ now: charge.amount, next: next.amount, at: next.at.toISOString() },
  }
  return { buyer, subscription, promotion, preview }
}

/** Where the provider says that the subscription is closed, says whether it has ended or what else keeps the code off. */
const orStillCharged = <T>(ctx: PaymentContext, buyer: Buyer, act: () => Promise<T>): Promise<T> =>
  orWhatHolds(ctx, buyer, act, async () => requireCharge((await requireSubscription(ctx, buyer)).view))

/** The charge that would be lower. @throws Problem 'subscription-due', 'promotion-unfit' {because} */
function requireCharge({ status, discount, nextCharge }: SubscriptionView) {
  if (isOverdue(status)) throw new Problem('subscription-due')
  if (discount !== null) throw new Problem('promotion-unfit', { because: 'has-one' })
  if (nextCharge === null) throw new Problem('promotion-unfit', { because: 'ending' })
  return nextCharge
}

/** @throws Problem 'promotion-unknown' | 'promotion-used-up' | 'promotion-ended' */
function requireOpen(promotion: PromotionState | null): PromotionState {
  if (promotion === null) throw new Problem('promotion-unknown')
  if (promotion.status === 'used-up') throw new Problem('promotion-used-up')
  if (promotion.status === 'ended') throw new Problem('promotion-ended')
  return promotion
}
