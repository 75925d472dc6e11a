import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { presentStripeInvoice, presentStripeSubscription } from './present-stripe.ts'
import { presentPromotion } from './stripe-promotions.ts'

const line = (price: string, amount: number) => ({
  amount,
  pricing: { price_details: { price, product: 'prod_1' }, type: 'price_details', unit_amount_decimal: null },
})

/** An invoice as Stripe sends it, as far as it is read. */
const invoice = (more: object) =>
  presentStripeInvoice({
    id: 'in_1',
    number: 'T-1',
    status: 'paid',
    created: 0,
    currency: 'usd',
    amount_paid: 3_451,
    amount_due: 3_451,
    total_taxes: null,
    automatic_tax: { enabled: false },
    lines: { data: [line('price_pro', 2_900)] },
    parent: null,
    ...more,
  } as unknown as Stripe.Invoice)

test.each([
  [{}, null],
  [{ automatic_tax: { enabled: true }, total_taxes: [] }, 0],
  [{ total_taxes: [{ amount: 551 }] }, 551],
  [{ total_taxes: [{ amount: 500 }, { amount: 51 }], automatic_tax: { enabled: true } }, 551],
])('the tax of an invoice is what Stripe worked out: %j', (more, minor) => {
  expect(invoice(more)?.tax).toEqual(minor === null ? null : { minor, currency: 'usd' })
})

test('a switch is for the price that is switched to, whatever comes first', () => {
  const lines = { data: [line('price_pro', -1_200), line('price_business', 4_900)] }
  expect(invoice({ lines })?.price).toBe('price_business')
  expect(invoice({ lines: { data: [] } })?.price).toBe(null)
})

test('a draft, which nobody has been shown, is none', () => {
  expect(invoice({ status: 'draft' })).toBe(null)
})

const coupon = (more: object) => ({
  id: 'coupon_1',
  name: null,
  percent_off: 50,
  amount_off: null,
  currency: null,
  redeem_by: null,
  ...more,
})

test.each([
  [{ duration: 'forever', duration_in_months: null }, null],
  [{ duration: 'repeating', duration_in_months: 3 }, 3],
  [{ duration: 'once', duration_in_months: null }, 1],
])('a promotion lasts as long as its coupon says: %j', (more, months) => {
  const code = {
    id: 'promo_1',
    code: 'HALF',
    active: true,
    created: 0,
    expires_at: null,
    max_redemptions: null,
    times_redeemed: 0,
    promotion: { type: 'coupon', coupon: coupon(more) },
  }
  expect(presentPromotion(code as unknown as Stripe.PromotionCode).months).toBe(months)
})

test.each([
  [{ duration: 'forever' }, null, null],
  [{ duration: 'repeating' }, 9_000, 9_000_000],
  // It still lowers the charge at the end of the period, and no later one.
  [{ duration: 'once' }, null, 5_001_000],
])('the discount of a subscription ends when its coupon says: %j', (more, end, endsAtMs) => {
  const item = {
    price: { id: 'price_pro', unit_amount: 2_900, currency: 'usd' },
    current_period_start: 0,
    current_period_end: 5_000,
  }
  const subscription = {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    created: 0,
    trial_start: null,
    trial_end: null,
    ended_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
    schedule: null,
    default_payment_method: null,
    items: { data: [item] },
    discounts: [{ end, promotion_code: 'promo_1', source: { type: 'coupon', coupon: coupon(more) } }],
  }
  const { discount } = presentStripeSubscription(subscription as unknown as Stripe.Subscription)
  expect(discount?.endsAt?.getTime() ?? null).toBe(endsAtMs)
})
