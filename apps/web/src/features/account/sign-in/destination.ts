import { keep, readKept } from '../../../shared/storage/kept.ts'

/** As long as a reset mail is valid; a later visitor begins at the front page. */
const KEPT_MS = 86_400_000

/**
 * Where a login leads: the guarded page that was asked for, with its query and hash. Only pages of an account on
 * this site, parsed as the browser would; null for everything else, so that no link to us leads to another site.
 */
export function ownDestination(next: unknown, origin = location.origin): string | null {
  if (typeof next !== 'string' || !next.startsWith('/')) return null
  const url = URL.parse(next, origin)
  if (
    url?.origin !== origin ||
    !/^\/(?:dash(?:\/|$)|waybill-forever$|pay\/[\w-]+$|invite\/[\w-]{22}$)/.test(url.pathname) ||
    url.pathname.includes('//')
  )
    return null
  return url.pathname + url.search + url.hash
}

/** The query of a link to the login; empty where the login leads to the dashboard's front page anyway. */
export function nextSearch(destination: string): { next?: string } {
  const own = ownDestination(destination)
  return own === null || own === '/dash' ? {} : { next: own }
}

/** The destination of the page's own address. */
export const destinationNow = (): string | null =>
  ownDestination(new URLSearchParams(location.search).get('next') ?? undefined)

/** A reset mail opens in another tab: the destination waits there. */
export function keepDestination(): void {
  const destination = destinationNow()
  keep('destination', destination && JSON.stringify([Date.now(), destination]))
}

/** Returns the waiting destination, once. */
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
