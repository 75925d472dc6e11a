import { redirect } from '@tanstack/react-router'
import { clearFinishedSend } from '../transfers/clear-finished-send.ts'
import { keep } from '../ui/kept.ts'
import { accountNow, hasSession, restoreSession } from './session.ts'

/** Who may see the dashboard: an account. A draft and a running upload come along; a finished send does not. */
export async function dashGuard(): Promise<void> {
  clearFinishedSend()
  if (!accountNow()) await checkSession()
  keep('sends', null)
}

async function checkSession(): Promise<void> {
  if (!hasSession()) return leaveForLogin()
  const account = await restoreSession().catch(() => {
    throw redirect({ to: '/' })
  })
  if (!account) throw redirect({ to: '/login' })
}

/** Out of the app and in again, so that nothing of an account stays in memory. */
function leaveForLogin(): Promise<never> {
  location.replace('/login')
  return new Promise(() => undefined)
}
