import { redirect } from '@tanstack/react-router'
import { accountNow, hasSession, restoreSession } from './session.ts'

/** Who is signed in already need not log in. Whoever has forgotten a password may say so all the same. */
export async function loginGuard({ search }: { search: { forgotPass?: string | undefined } }): Promise<void> {
  if (search.forgotPass !== undefined) return
  const account = accountNow() ?? (hasSession() ? await restoreSession().catch(() => null) : null)
  if (account) throw redirect({ to: '/dash' })
}
