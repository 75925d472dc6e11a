import type { Auth } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../origins.ts'
import { isAtContent } from './content-origin.ts'

/** These take another bearer token, or none. For a key, the operator's desk is an unknown path. */
const WITHOUT_KEYS: ReadonlySet<Auth> = new Set([
  'operator',
  'cookie',
  'upload-token',
  'mail-post',
  'signature',
  'scraper',
])

/**
 * The API key of a call, unchecked; null where the call presents none, or goes where keys do not count. Such a call needs
 * no page of ours: whatever made it had to know the key, and a browser that a foreign page leads here adds none. So a key
 * never comes together with what a browser adds by itself.
 *
 * @throws Problem 'key-in-browser' beside a cookie, an Origin or a Sec-Fetch-Site; 'key-not-here' where no key may
 */
export function presentedKey(origins: Origins, request: FastifyRequest): string | null {
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined || WITHOUT_KEYS.has(endpoint.auth)) return null
  // A custom host has no accounts.
  if (request.customHost !== null || isAtContent(origins, request)) return null
  const { authorization, cookie, origin, 'sec-fetch-site': site } = request.headers
  const [, key] = /^Bearer (wbk_.{0,200})$/.exec(authorization ?? '') ?? []
  if (key === undefined) return null
  if (cookie !== undefined || origin !== undefined || site !== undefined) throw new Problem('key-in-browser')
  if (endpoint.keyScope === null) throw new Problem('key-not-here')
  return key
}
