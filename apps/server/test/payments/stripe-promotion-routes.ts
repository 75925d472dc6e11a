import { newId } from '../../src/platform/ids.ts'
import type { PromotionRow } from '../../src/platform/payments/sandbox/books.ts'
import { isRedeemable } from '../../src/platform/payments/sandbox/promotions.ts'
import { badRequest, noSuch } from './stripe-answers.ts'
import type { StripeBooks } from './stripe-books.ts'
import type { Route } from './stripe-routes.ts'
import * as shapes from './stripe-shapes.ts'

function promotionNamed(all: StripeBooks, id: string): PromotionRow {
  const row = all.promotions.find((one) => one.id === id)
  if (row === undefined) throw noSuch('promotion code', id)
  return row
}

/** One that may be given now. */
export function redeemable(all: StripeBooks, id: string): PromotionRow {
  const row = all.promotions.find((one) => one.id === id)
  if (row === undefined || !isRedeemable(row, all.now())) {
    throw badRequest('discounts[0][promotion_code]', 'This promotion code is expired.')
  }
  return row
}

export const stripePromotionRoutes: Record<string, Route> = {
  'POST /v1/coupons': (all, { form }) => {
    const id = `coupon_${newId()}`
    all.coupons.set(id, form)
    return { id, object: 'coupon' }
  },
  'POST /v1/promotion_codes': (all, { form }) => {
    const coupon = all.coupons.get(form.promotion.coupon)
    if (coupon === undefined) throw badRequest('promotion[coupon]', 'no such coupon')
    const number = (text: string | undefined) => (text === undefined ? null : Number(text))
    const row = {
      id: `promo_${newId()}`,
      code: form.code.toUpperCase(),
      percent_off: number(coupon.percent_off),
      off_cents: number(coupon.amount_off),
      months: number(coupon.duration_in_months),
      redeem_by: coupon.redeem_by === undefined ? null : new Date(Number(coupon.redeem_by) * 1_000),
      max_redemptions: number(form.max_redemptions),
      redemptions: 0,
      ended_at: null,
      created_at: all.now(),
    }
    all.promotions.push(row)
    return shapes.promotionShape(row, all.now())
  },
  'GET /v1/promotion_codes': (all, { form }) => {
    const isWanted = (row: PromotionRow) =>
      (form.code === undefined || row.code === form.code.toUpperCase()) &&
      (form.active !== 'true' || isRedeemable(row, all.now()))
    const rows = all.promotions.filter(isWanted).toReversed().slice(0, form.limit)
    return shapes.listOf(rows.map((row) => shapes.promotionShape(row, all.now())))
  },
  'GET /v1/promotion_codes/*': (all, { ids: [id = ''] }) => shapes.promotionShape(promotionNamed(all, id), all.now()),
  'POST /v1/promotion_codes/*': (all, { ids: [id = ''], form }) => {
    const row = promotionNamed(all, id)
    if (form.active === 'false') row.ended_at ??= all.now()
    return shapes.promotionShape(row, all.now())
  },
}
