import { redirect } from '@tanstack/react-router'
import { nextSearch } from '../../features/account/sign-in/destination.ts'
import { accountNow, hasSession, restorePatiently } from '../../shared/api/session.ts'
import { isReturning, returningSearch } from './returning.ts'

interface Asked {
  search: { ref?: string | undefined }
  abortController: AbortController
}

/**
 * Who may see the home page: a visitor without a session. A valid session leads to the dashboard, an invalid one to the
 * login. The mail about a trial that ends leads to the plan, in both cases. Without an answer the page waits, says so,
 * and asks again.
 */
export async function entryGuard({ search, abortController }: Asked): Promise<void> {
  const isTrialEnding = search.ref === 'trial_ending'
  const inside = isTrialEnding ? '/dash/account/billing' : '/dash'
  if (accountNow()) throw redirect({ href: inside })
  const hadSession = hasSession()
  if (hadSession && (await restorePatiently(abortController.signal))) throw redirect({ href: inside })
  if (hadSession || isTrialEnding) throw redirect({ to: '/login', search: nextSearch(inside) })
  if (await isReturning()) throw redirect({ to: '/welcomeback', search: returningSearch() })
}
