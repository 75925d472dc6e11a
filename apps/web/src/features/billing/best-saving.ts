import { plans } from '@waybill/contract/billing/plans'

/** What a year paid at once saves at most, in whole percent of twelve months, over the plans that are sold. */
export function bestSavingPercent(): number {
  const shares = Object.values(plans).flatMap(({ monthlyPriceUsd, yearlyPriceUsd }) =>
    monthlyPriceUsd && yearlyPriceUsd ? [1 - yearlyPriceUsd / (12 * monthlyPriceUsd)] : [],
  )
  return Math.floor(Math.max(0, ...shares) * 100)
}
