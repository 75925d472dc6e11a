import { redirect } from '@tanstack/react-router'
import { nextSearch } from '../../features/account/sign-in/destination.ts'
import { clearFinishedSend } from '../../features/send/upload/return-to-form.ts'
import { accountNow, hasSession, restorePatiently } from '../../shared/api/session.ts'
import { keep } from '../../shared/storage/kept.ts'

interface Asked {
  location: { href: string }
  abortController: AbortController
}

/**
 * Who may see the dashboard: an account. A draft and a running upload stay; a finished send is cleared. Without an
 * answer nobody is signed out: the page waits, says so, and asks again.
 */
export async function dashGuard({ location: asked, abortController }: Asked): Promise<void> {
  clearFinishedSend()
  if (!accountNow()) {
    if (!hasSession()) return leaveForLogin(asked.href)
    const account = await restorePatiently(abortController.signal)
    if (!account) throw redirect({ to: '/login', search: nextSearch(asked.href) })
  }
  keep('sends', null)
}

/** Reloads the app, so that nothing of an account stays in memory. */
function leaveForLogin(asked: string): Promise<never> {
  location.replace(`/login?${new URLSearchParams(nextSearch(asked))}`.replace(/\?$/, ''))
  return new Promise(() => undefined)
}
