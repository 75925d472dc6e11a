import { plans } from '@waybill/contract/billing/plans'
import type { PlanName } from './words/en.ts'

const boxes: readonly PlanName[] = ['free', 'personal', 'pro', 'business']

/** The plans with a price, cheapest first; a paying account sees only the paid ones. */
export const soldPlans = (isPaying: boolean): readonly PlanName[] =>
  boxes.filter((role) => !isPaying || plans[role].monthlyPriceUsd !== 0)
