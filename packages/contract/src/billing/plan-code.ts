import { type Period, periods, type SoldRole, soldRoles } from './plans.ts'

/** A plan that a visitor has chosen before there is an account. */
export interface PlanChoice {
  role: SoldRole
  period: Period
}

const roleCodes = { personal: 'PE', pro: 'PR', business: 'BU' } as const satisfies Record<SoldRole, string>
const periodCodes = { monthly: 'M', yearly: 'Y' } as const satisfies Record<Period, string>

/** The choice as an address holds it, the specification's package code: Pro monthly is PRM. */
export const planCode = ({ role, period }: PlanChoice): string => `${roleCodes[role]}${periodCodes[period]}`

const choices = soldRoles.flatMap((role) => periods.map((period) => ({ role, period })))

/** The choice of an address; a trial without a package is Pro monthly. Null for every other text. */
export function readPlanCode(code: string | undefined): PlanChoice | null {
  const wanted = code === 'trial' ? 'PRM' : code
  return choices.find((choice) => planCode(choice) === wanted) ?? null
}
