import { plans } from '@waybill/contract/billing/plans'

/** The largest saving of a yearly payment, in whole percent of twelve months, over the plans that are sold. */
export function bestSavingPercent(): number {
  const shares = Object.values(plans).flatMap(({ monthlyPriceUsd, yearlyPriceUsd }) =>
    monthlyPriceUsd && yearlyPriceUsd ? [1 - yearlyPriceUsd / (12 * monthlyPriceUsd)] : [],
  )
  return Math.floor(Math.max(0, ...shares) * 100)
}
