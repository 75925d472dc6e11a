import { type Period, periods, plans, type SoldRole, soldRoles } from '@waybill/contract/billing/plans'
import type { PriceId } from './payment-provider.ts'

/** Prepaid prices are apart: they are paid once, so that Alipay and WeChat Pay can pay them. */
const purchases = ['subscription', 'prepaid'] as const
export type PurchaseKind = (typeof purchases)[number]

export interface Offer {
  role: SoldRole
  period: Period
  purchase: PurchaseKind
}

/** Every offer, in the order of the plans. */
export const offers: readonly Offer[] = soldRoles.flatMap((role) =>
  purchases.flatMap((purchase) => periods.map((period) => ({ role, period, purchase }))),
)

/** Which price id stands for what: the one place that says what was bought. */
export interface Prices {
  /** Null: a price id that is not in the settings. */
  offerOf(price: PriceId): Offer | null
  /** Null: not sold here. */
  priceOf(offer: Offer): PriceId | null
}

/** @throws Error where one id stands for two offers */
export function makePrices(ids: Iterable<readonly [Offer, PriceId]>): Prices {
  const byId = new Map<PriceId, Offer>()
  const byOffer = new Map<string, PriceId>()
  for (const [offer, id] of ids) {
    if (byId.has(id)) throw new Error(`the price ${id} stands for two offers`)
    byId.set(id, offer)
    byOffer.set(nameOf(offer), id)
  }
  return {
    offerOf: (price) => byId.get(price) ?? null,
    priceOf: (offer) => byOffer.get(nameOf(offer)) ?? null,
  }
}

/** 'personal_yearly', 'personal_yearly_prepaid'. */
export const nameOf = ({ role, period, purchase }: Offer): string =>
  purchase === 'prepaid' ? `${role}_${period}_prepaid` : `${role}_${period}`

/** What a plan costs for one period, in US cents. @throws Error where the plan is not sold */
export function centsOf({ role, period }: Pick<Offer, 'role' | 'period'>): number {
  const { monthlyPriceUsd, yearlyPriceUsd } = plans[role]
  const usd = period === 'monthly' ? monthlyPriceUsd : yearlyPriceUsd
  if (usd === null) throw new Error(`${role} is not sold`)
  return Math.round(usd * 100)
}
