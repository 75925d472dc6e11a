import { redirect } from '@tanstack/react-router'
import { ownDestination } from '../../features/account/sign-in/destination.ts'
import { accountNow, hasSession, restoreSession } from '../../shared/api/session.ts'

/** A signed-in visitor skips the login, but can still open the forgotten-password form. */
export async function loginGuard({ search }: { search: { forgotPass?: string; next?: string } }): Promise<void> {
  if (search.forgotPass !== undefined) return
  const account = accountNow() ?? (hasSession() ? await restoreSession().catch(() => null) : null)
  if (account) throw redirect({ href: ownDestination(search.next) ?? '/dash' })
}
