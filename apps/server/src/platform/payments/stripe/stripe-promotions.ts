import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { PromotionState } from '../payment-particulars.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { itemOf } from './present-stripe.ts'
import { dateOf, dateOrNull, idOf, keyed, type StripeParts, secondsOf } from './stripe-client.ts'
import { inOurWords, isRefusedFor } from './stripe-faults.ts'
import { liveStripeSubscription, release, scheduleSwitch } from './stripe-subscriptions.ts'
import { scheduledPrice } from './stripe-switch.ts'

type PromotionVerbs = Pick<
  PaymentProvider,
  | 'makePromotion'
  | 'findPromotion'
  | 'readPromotion'
  | 'listPromotions'
  | 'endPromotion'
  | 'previewPromotion'
  | 'applyPromotion'
>

const MOST = 100
const COUPON = 'data.promotion.coupon'

/** Promotion codes of Stripe, each with a coupon of its own, and giving one to a subscription that runs. */
export function stripePromotions({ stripe }: Pick<StripeParts, 'stripe'>): PromotionVerbs {
  return {
    async makePromotion(key, { code, percentOff, amountOff, months, redeemBy, maxRedemptions }) {
      const until = redeemBy === null ? {} : { redeem_by: secondsOf(redeemBy) }
      const most = maxRedemptions === null ? {} : { max_redemptions: maxRedemptions }
      const off = amountOff === null ? {} : { amount_off: amountOff.minor, currency: amountOff.currency }
      const coupon: Stripe.CouponCreateParams = {
        name: code,
        ...(percentOff === null ? off : { percent_off: percentOff }),
        ...(months === null ? { duration: 'forever' } : { duration: 'repeating', duration_in_months: months }),
        ...until,
        ...most,
      }
      const { id } = await inOurWords(stripe.coupons.create(coupon, keyed(key, 'coupon')))
      const promotion = { type: 'coupon', coupon: id } as const
      const expires = redeemBy === null ? {} : { expires_at: secondsOf(redeemBy) }
      const params = { promotion, code, ...expires, ...most }
      return (await inOurWords(stripe.promotionCodes.create(params, keyed(key)))).id
    },
    async findPromotion(code) {
      const { data } = await inOurWords(stripe.promotionCodes.list({ code, active: true, limit: 1 }))
      return data[0]?.id ?? null
    },
    async readPromotion(code) {
      const { data } = await inOurWords(stripe.promotionCodes.list({ code, limit: MOST, expand: [COUPON] }))
      const found = data.find(({ active }) => active) ?? data[0]
      return found === undefined ? null : presentPromotion(found)
    },
    async listPromotions() {
      const { data } = await inOurWords(stripe.promotionCodes.list({ limit: MOST, expand: [COUPON] }))
      return data.map(presentPromotion)
    },
    async endPromotion(id) {
      await inOurWords(stripe.promotionCodes.update(id, { active: false }))
    },
    async previewPromotion({ subscription: id, promotion }) {
      const subscription = await liveStripeSubscription(stripe, id)
      const params = { subscription: id, discounts: [{ promotion_code: promotion }] }
      const preview = await inOurWords(stripe.invoices.createPreview(params)).catch((error) => {
        throw asUnfit(error)
      })
      const { total, total_excluding_tax, currency } = preview
      return {
        amount: { minor: total_excluding_tax ?? total, currency },
        at: dateOf(itemOf(subscription).current_period_end),
      }
    },
    applyPromotion: (key, wish) => givePromotion(stripe, key, wish),
  }
}

/** A schedule names the discounts of its phases: it ends before, and is made again with the promotion. */
async function givePromotion(
  stripe: Stripe,
  key: string,
  { subscription: id, promotion }: { subscription: string; promotion: string },
): Promise<void> {
  const subscription = await liveStripeSubscription(stripe, id)
  const held = await inOurWords(stripe.subscriptions.retrieve(id, { expand: ['discounts'] }))
  const given = held.discounts.map((one) => (typeof one === 'string' ? null : idOf(one.promotion_code)))
  // The answer to an earlier call with this key was lost.
  if (given.includes(promotion)) return
  if (given.length > 0) throw new Problem('promotion-unfit', { because: 'has-one' })
  const scheduled = scheduledPrice(subscription)
  if (scheduled !== null) await release(stripe, key, subscription)
  const params = { discounts: [{ promotion_code: promotion }] }
  const changed = await inOurWords(stripe.subscriptions.update(id, params, keyed(key))).catch((error) => error)
  const now = changed instanceof Error ? { ...subscription, schedule: null } : { ...changed, schedule: null }
  if (scheduled !== null) await scheduleSwitch(stripe, `${key}-again`, now, scheduled)
  if (changed instanceof Error) throw await asRefusal(stripe, promotion, changed)
}

/** A code that has run out since it was found is refused as one that does not fit. */
async function asRefusal(stripe: Stripe, promotion: string, error: unknown): Promise<unknown> {
  const refusal = asUnfit(error)
  if (refusal === error) return error
  const { active } = await inOurWords(stripe.promotionCodes.retrieve(promotion))
  return active ? refusal : new Problem('promotion-used-up', {}, { cause: error })
}

function asUnfit(error: unknown): unknown {
  const isRefused = isRefusedFor(error, /^(?:discounts|promotion_code|coupon)/)
  return isRefused ? new Problem('promotion-unfit', { because: 'refused' }, { cause: error }) : error
}

export function presentPromotion(code: Stripe.PromotionCode): PromotionState {
  const { coupon } = code.promotion
  if (coupon === null || typeof coupon === 'string') throw new Error(`the promotion ${code.id} has no coupon`)
  const { percent_off, amount_off, currency, duration, duration_in_months, redeem_by } = coupon
  const { max_redemptions: most, times_redeemed: redemptions } = code
  const isUsedUp = most !== null && redemptions >= most
  return {
    id: code.id,
    code: code.code,
    percentOff: percent_off,
    amountOff: amount_off === null ? null : { minor: amount_off, currency: currency ?? 'usd' },
    months: duration === 'forever' ? null : (duration_in_months ?? 1),
    redeemBy: dateOrNull(code.expires_at ?? redeem_by),
    maxRedemptions: most,
    redemptions,
    status: code.active ? 'open' : isUsedUp ? 'used-up' : 'ended',
    createdAt: dateOf(code.created),
  }
}
