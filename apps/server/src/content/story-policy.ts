import { isHigherRole, isUnpaid } from '@waybill/contract/billing/plans'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Audience } from './reading/read-front-matter.ts'

/** Whether a story is for this account; a visitor reads none. 'company': the plans from Business on. */
export function mayRead(account: Pick<ActorAccount, 'role' | 'memberRole'> | null, audience: Audience): boolean {
  if (account === null) return false
  switch (audience) {
    case 'everyone':
      return true
    case 'unpaid':
      return isUnpaid(account.role)
    case 'paying':
      return !isUnpaid(account.role)
    case 'company':
      return account.role === 'business' || isHigherRole(account.role, 'business')
    case 'admin':
      return account.memberRole === 'admin'
  }
}
