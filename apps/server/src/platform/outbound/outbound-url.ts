import { isIP } from 'node:net'

/** `host:port` pairs that the operator allows at any address. */
export type AllowedHosts = ReadonlySet<string>

const MAX_CHARS = 2_000

/**
 * A URL that this server may call at somebody's request; null for any other. Pure: does not check where the name leads.
 * It must use https on port 443, no user, no password, a name with a dot, and exactly the spelling that a parser
 * returns: numeric hosts, escapes, letters of other scripts and a trailing dot are refused. Drops the fragment, which
 * is never sent.
 */
export function parseOutboundUrl(text: string, allowed: AllowedHosts): URL | null {
  if (text.length > MAX_CHARS || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || !URL.canParse(text)) return null
  const url = new URL(text)
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1]?.toLowerCase().replace(/:443$/, '')
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || authority !== url.host) return null
  url.hash = ''
  if (isAllowed(url, allowed)) return url
  const isName = isIP(url.hostname) === 0 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(url.hostname)
  return isName && url.port === '' ? url : null
}

/** Whether the operator allows this host and port at any address. */
export const isAllowed = (url: URL, allowed: AllowedHosts): boolean =>
  allowed.has(`${url.hostname}:${url.port === '' ? 443 : url.port}`)
