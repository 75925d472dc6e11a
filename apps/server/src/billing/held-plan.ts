import { isHigherRole, lifetimeRole, type Role } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'

export interface HeldPlan {
  role: Role
  status: SubscriptionStatus
}

/**
 * What a workspace has: the higher of what it bought and what its lifetime codes grant. Lifetime codes are paid for, so
 * their owner is a paying customer also during the trial of a higher plan, and an overdue subscription does not reduce
 * what they grant.
 */
export function heldPlan(bought: HeldPlan, lifetimeCodes: number): HeldPlan {
  const role = lifetimeRole(lifetimeCodes)
  if (role === null) return bought
  const isHigher = isHigherRole(bought.role, role) && !isOverdue(bought.status)
  return { role: isHigher ? bought.role : role, status: 'active' }
}
