import { redirect } from '@tanstack/react-router'
import { ownDestination } from '../../features/account/sign-in/destination.ts'
import { accountNow, hasSession, restoreSession } from '../../shared/api/session.ts'

/** Who is signed in already need not log in. Whoever has forgotten a password may say so all the same. */
export async function loginGuard({ search }: { search: { forgotPass?: string; next?: string } }): Promise<void> {
  if (search.forgotPass !== undefined) return
  const account = accountNow() ?? (hasSession() ? await restoreSession().catch(() => null) : null)
  if (account) throw redirect({ href: ownDestination(search.next) ?? '/dash' })
}
