import { call } from '../api/client.ts'

/** Tells the server once that a person sees the page: it is visible and scripts run. A preview in the background is neither. */
export function reportOpened(link: { slug: string; user: string | null }): void {
  const { slug, user } = link
  const report = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', report)
    // A lost report costs one line of the sender's record; it is no trouble of the reader's.
    call('reportOpened', { body: { slug, ...(user === null ? {} : { user }) } }).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', report)
  report()
}
