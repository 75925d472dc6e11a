import { Problem } from '@waybill/contract/core/problems'
import type { PromotionState } from '../payment-particulars.ts'
import { type Books, discountEnd, noteEvent, type PromotionRow, type SubscriptionRow } from './books.ts'
import { usd } from './present-sandbox.ts'

export const isRedeemable = (row: PromotionRow, now: Date): boolean => statusOf(row, now) === 'open'

function statusOf(row: PromotionRow, now: Date): PromotionState['status'] {
  const { redeem_by, max_redemptions, redemptions, ended_at } = row
  if (ended_at !== null || (redeem_by !== null && redeem_by <= now)) return 'ended'
  return max_redemptions !== null && redemptions >= max_redemptions ? 'used-up' : 'open'
}

export const presentPromotion = (row: PromotionRow, now: Date): PromotionState => ({
  id: row.id,
  code: row.code,
  percentOff: row.percent_off,
  amountOff: row.off_cents === null ? null : usd(row.off_cents),
  months: row.months,
  redeemBy: row.redeem_by,
  maxRedemptions: row.max_redemptions,
  redemptions: row.redemptions,
  status: statusOf(row, now),
  createdAt: row.created_at,
})

/** A promotion may be given while none runs. */
const hasPromotion = ({ now }: Books, { promotion_id, discount_ends_at }: SubscriptionRow): boolean =>
  promotion_id !== null && (discount_ends_at === null || discount_ends_at > now)

/** @throws Problem 'promotion-used-up', 'promotion-unfit' {because: 'has-one'} */
export function givePromotion(books: Books, subscription: SubscriptionRow, promotion: PromotionRow): void {
  if (hasPromotion(books, subscription)) throw new Problem('promotion-unfit', { because: 'has-one' })
  if (!isRedeemable(promotion, books.now)) throw new Problem('promotion-used-up')
  promotion.redemptions += 1
  Object.assign(subscription, { promotion_id: promotion.id, discount_ends_at: discountEnd(promotion, books.now) })
  noteEvent(books, 'subscription-changed', books.now, { subscription: subscription.id })
}
