import { soldRoles } from '@waybill/contract/billing/plans'
import type { PlanName } from './words/en.ts'

/** The plans with a price, cheapest first; a paying account sees only the paid ones. */
export const soldPlans = (isPaying: boolean): readonly PlanName[] => (isPaying ? soldRoles : ['free', ...soldRoles])
