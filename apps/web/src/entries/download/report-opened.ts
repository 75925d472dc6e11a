import { call } from '../../shared/api/client.ts'
import { whenStayed } from './when-stayed.ts'

/**
 * Tells the server once that a person sees the page: it is visible and scripts run. A preview in the background is
 * neither. A page opened within seconds of the mail waits until its reader does something, or stays.
 */
export function reportOpened(
  link: { slug: string; user: string | null },
  { pass, isHasty }: { pass: string; isHasty: boolean },
): void {
  const { slug, user } = link
  const tell = () => {
    const body = { slug, ...(user === null ? {} : { user }), visit: pass, stayed: isHasty }
    // A lost report costs one entry in the sender's record; the reader need not know.
    call('reportOpened', { body }).catch(() => undefined)
  }
  const report = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', report)
    if (isHasty) whenStayed(tell)
    else tell()
  }
  document.addEventListener('visibilitychange', report)
  report()
}
