import { isWithin, planThatLifts, type Wanted, wantedSearch } from '@waybill/contract/billing/lifts'
import { accountNow } from '../../api/session.ts'

/** The page that shows the plans, with what is wanted of them; the page marks the plan that lifts the limit. */
export interface UpgradeTarget {
  to: '/dash/account/plans' | '/pricing'
  search: { limit: string; need: string; plan?: string; next?: string }
}

/**
 * Where the reader has a limit lifted: 'within' where their plan allows it by now, null where no plan on the price list
 * does, 'ask-admin' where a team's admin chooses the plan. A visitor is led to the free plan where that is enough.
 */
export function upgradeTarget(wanted: Wanted): UpgradeTarget | 'within' | 'ask-admin' | null {
  const account = accountNow()
  const role = account?.role ?? 'anon'
  if (isWithin(wanted.limit, role, wanted.need)) return 'within'
  const plan = planThatLifts(wanted.limit, role, wanted.need)
  if (plan === null) return null
  if (account?.isTeamMember) return 'ask-admin'
  const search = wantedSearch(wanted)
  if (account) return { to: '/dash/account/plans', search }
  // Somebody who has an account goes on to the same plan after the login.
  const next = `/dash/account/plans?${new URLSearchParams(search)}`
  return { to: '/pricing', search: { ...search, ...(plan === 'free' ? { plan } : { next }) } }
}
