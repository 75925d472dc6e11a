import type { OfferShape } from '@waybill/contract/billing/payment-shapes'

/** A plan that a visitor has chosen before there is an account. */
export type PlanChoice = Pick<OfferShape, 'role' | 'period'>

const roleCodes = { personal: 'PE', pro: 'PR', business: 'BU' } as const
const periodCodes = { monthly: 'M', yearly: 'Y' } as const

/** The choice as an address holds it, the specification's package code: Pro monthly is PRM. */
export const planCode = ({ role, period }: PlanChoice): string => `${roleCodes[role]}${periodCodes[period]}`

const choices = (['personal', 'pro', 'business'] as const).flatMap((role) =>
  (['monthly', 'yearly'] as const).map((period) => ({ role, period })),
)

/** The choice of an address; a trial without a package is Pro monthly. Null for every other text. */
export function readPlanCode(code: string | undefined): PlanChoice | null {
  const wanted = code === 'trial' ? 'PRM' : code
  return choices.find((choice) => planCode(choice) === wanted) ?? null
}
