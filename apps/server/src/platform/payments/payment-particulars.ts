import type { Company, CompanyView } from '@waybill/contract/billing/company-shapes'
import type { MoneyShape } from '@waybill/contract/billing/payment-shapes'

/** The part of the payment port about whom invoices are made out to. The errors and keys of the port hold. */
export interface CompanyBooks {
  /**
   * Has later invoices made out to this company, in the place of what was there; an empty one takes it away.
   * @throws Problem 'tax-id-refused': nothing has changed
   */
  saveCompany(key: string, wish: { customer: string; company: Company }): Promise<void>
  /** What a checkout has written is read too. Null: there is no such customer any more. */
  readCompany(customer: string): Promise<CompanyView | null>
}

export interface PromotionWish {
  /** What a customer types, compared without case. */
  code: string
  /** One of the two is set. */
  percentOff: number | null
  amountOff: MoneyShape | null
  /** For how many months of a subscription; null: for ever. */
  months: number | null
  redeemBy: Date | null
  maxRedemptions: number | null
}

export interface PromotionState {
  id: string
  code: string
  /** One of the two is set. */
  percentOff: number | null
  amountOff: MoneyShape | null
  /** For how many months of a subscription; null: for ever. */
  months: number | null
  redeemBy: Date | null
  maxRedemptions: number | null
  redemptions: number
  /** Whether it may be redeemed now; 'ended': its time is over, or the operator has ended it. */
  status: 'open' | 'used-up' | 'ended'
  createdAt: Date
}

/** The part of the payment port about promotions and what becomes of them. The errors and keys of the port hold. */
export interface Promotions {
  /** By what a customer types; the one that is open, else the newest. Null: there is none. */
  readPromotion(code: string): Promise<PromotionState | null>
  /** Newest first, at most 100. */
  listPromotions(): Promise<PromotionState[]>
  /** Nobody redeems it any more; subscriptions that have it keep it. Idempotent. */
  endPromotion(promotion: string): Promise<void>
  /**
   * What the next period would cost with a promotion, before tax.
   * @throws Problem 'checkout-closed' where the subscription has ended; 'promotion-unfit' {because: 'refused'}
   */
  previewPromotion(wish: { subscription: string; promotion: string }): Promise<{ amount: MoneyShape; at: Date }>
  /**
   * Gives a promotion to a subscription, for its next invoices. A subscription has one at a time.
   * @throws Problem 'promotion-used-up' where it may not be redeemed any more; 'promotion-unfit' {because: 'has-one' |
   *   'refused'}; 'checkout-closed' where the subscription has ended
   */
  applyPromotion(key: string, wish: { subscription: string; promotion: string }): Promise<void>
}
