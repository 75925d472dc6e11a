import { keep, readKept } from '../../../shared/storage/kept.ts'

/** As long as a reset mail is valid; a later visitor begins at the front page. */
const KEPT_MS = 86_400_000

/** The guarded pages. Their paths need no escapes, so that an escaped slash, backslash or control never hides in one. */
const guarded = /^\/(?:(?:dash|operator)(?:\/[\w-]+)*\/?|waybill-forever|pay\/[\w-]+|invite\/[\w-]{22})$/
const LONGEST = 2_000

/**
 * Where a login leads: the guarded page that was asked for, with its query and hash. Only pages of an account on
 * this site, parsed as the browser would; null for everything else, so that no link to us leads to another site.
 */
export function ownDestination(next: unknown, origin = location.origin): string | null {
  // A browser drops tabs and line breaks from an address, and reads a backslash as a slash.
  if (typeof next !== 'string' || next.length > LONGEST || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(next)) return null
  // A path always parses. The bar of every page asks here, also in a browser that has no `URL.parse` yet.
  const url = new URL(next, origin)
  if (url.origin !== origin || !guarded.test(url.pathname)) return null
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

/** Returns the waiting destination, once, so that no later login leads to an old one. */
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
