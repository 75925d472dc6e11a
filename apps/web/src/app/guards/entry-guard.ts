import { redirect } from '@tanstack/react-router'
import { accountNow, hasSession, restorePatiently } from '../../shared/api/session.ts'
import { isReturning, returningSearch } from './returning.ts'

interface Asked {
  search: { ref?: string | undefined }
  abortController: AbortController
}

/**
 * Who may see the home page: a visitor without a session. A valid session leads to the dashboard, an invalid one to the
 * login. Without an answer the page waits, says so, and asks again.
 */
export async function entryGuard({ search, abortController }: Asked): Promise<void> {
  if (accountNow()) throw redirect({ to: '/dash' })
  if (hasSession()) {
    const account = await restorePatiently(abortController.signal)
    throw redirect({ to: account ? '/dash' : '/login' })
  }
  if (search.ref === 'trial_ending') throw redirect({ to: '/login' })
  if (await isReturning()) throw redirect({ to: '/welcomeback', search: returningSearch() })
}
