import { plans, soldRoles } from './plans.ts'

/** The largest saving of a yearly payment, in whole percent of twelve months, over the plans that are sold. */
export function bestSavingPercent(): number {
  const shares = soldRoles.map((role) => {
    const { monthlyPriceUsd, yearlyPriceUsd } = plans[role]
    return monthlyPriceUsd && yearlyPriceUsd ? 1 - yearlyPriceUsd / (12 * monthlyPriceUsd) : 0
  })
  return Math.floor(Math.max(...shares) * 100)
}
