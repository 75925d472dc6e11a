import { keep, readKept } from '../../../shared/storage/kept.ts'

/** A reset mail is good for as long; whoever comes back later begins at the front. */
const KEPT_MS = 86_400_000

/**
 * Where a login leads: the guarded page that was asked for, with its query and hash. Only paths below /dash and the
 * page of the lifetime deal, of this very site, judged as the browser would read them; null for everything else, so that no link to us leads elsewhere.
 */
export function ownDestination(next: unknown, origin = location.origin): string | null {
  if (typeof next !== 'string' || !next.startsWith('/')) return null
  const url = URL.parse(next, origin)
  if (
    url?.origin !== origin ||
    !/^\/(?:dash(?:\/|$)|waybill-forever$)/.test(url.pathname) ||
    url.pathname.includes('//')
  )
    return null
  return url.pathname + url.search + url.hash
}

/** The query a way to the login carries; none where the login leads to the dashboard's front anyway. */
export function nextSearch(destination: string): { next?: string } {
  const own = ownDestination(destination)
  return own === null || own === '/dash' ? {} : { next: own }
}

/** The destination of the page's own address. */
export const destinationNow = (): string | null =>
  ownDestination(new URLSearchParams(location.search).get('next') ?? undefined)

/** A reset mail opens in a tab of its own: the destination waits there. */
export function keepDestination(): void {
  const destination = destinationNow()
  keep('destination', destination && JSON.stringify([Date.now(), destination]))
}

/** What waited, once. */
export function takeKeptDestination(): string | null {
  const kept = readKept('destination')
  keep('destination', null)
  try {
    const [at, destination] = JSON.parse(kept ?? 'null') as [number, string]
    return Date.now() - at < KEPT_MS ? ownDestination(destination) : null
  } catch {
    return null
  }
}
