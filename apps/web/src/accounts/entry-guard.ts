import { redirect } from '@tanstack/react-router'
import { isReturning, returningSearch } from './returning.ts'
import { accountNow, forgetSession, hasSession, restoreSession } from './session.ts'

/**
 * Who may see the home page: a visitor without a session. With one that is good the way leads to the dashboard, with
 * one that is not to the login.
 */
export async function entryGuard({ search }: { search: { ref?: string | undefined } }): Promise<void> {
  if (accountNow()) throw redirect({ to: '/dash' })
  if (hasSession()) {
    const account = await restoreSession().catch(() => null)
    if (account) throw redirect({ to: '/dash' })
    forgetSession()
    throw redirect({ to: '/login' })
  }
  if (search.ref === 'trial_ending') throw redirect({ to: '/login' })
  if (await isReturning()) throw redirect({ to: '/welcomeback', search: returningSearch() })
}
