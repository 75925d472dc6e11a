import { isIP } from 'node:net'

/** `host:port` pairs whose operator wants them reached wherever they are. */
export type AllowedHosts = ReadonlySet<string>

const MAX_CHARS = 2_000

/**
 * A URL that this server may send to on somebody's wish; null for any other. Pure: says nothing of where the name
 * leads. https on 443 alone, no user, no password, a name with a dot, and the very spelling that a parser would give
 * it: numbers written as hosts, escapes, letters of other scripts, a dot at the end are all refused. The fragment,
 * never sent, goes.
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

/** Whether the operator lets this one be reached wherever it is. */
export const isAllowed = (url: URL, allowed: AllowedHosts): boolean =>
  allowed.has(`${url.hostname}:${url.port === '' ? 443 : url.port}`)
