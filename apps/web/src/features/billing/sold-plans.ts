import type { PlanName } from '@waybill/contract/billing/plan-names'
import { soldRoles } from '@waybill/contract/billing/plans'

/** The plans with a price, cheapest first; a paying account sees only the paid ones. */
export const soldPlans = (isPaying: boolean): readonly PlanName[] => (isPaying ? soldRoles : ['free', ...soldRoles])
