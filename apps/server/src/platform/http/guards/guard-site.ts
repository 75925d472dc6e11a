import { programAuths } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origins } from '../origins.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a call that changes something unless it comes from a page of ours: an exact Origin, else Sec-Fetch-Site
 * same-origin, else a Referer of ours (browsers send at least one; a script can send Origin). Where only a token
 * authorises a call, a foreign page can borrow nothing, and programs need none of these headers.
 */
export function guardSite(origins: Origins, request: FastifyRequest): void {
  if (SAFE.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const isProgram = origin === undefined && site === undefined
  const { endpoint, isForDevices, isStorageDoor } = request.routeOptions.config
  if (isForDevices || isStorageDoor) return
  const mayBorrow = endpoint?.auth === 'bearer' && request.headers.cookie !== undefined
  if (isProgram && endpoint && programAuths.has(endpoint.auth) && !mayBorrow) return
  requireOwnPage(origins, request)
}

/**
 * The same for a GET that returns or ends a session: a page of ours must send it, not a browser that prefetches.
 *
 * @throws Problem 'cross-site'
 */
export function requireOwnPage(origins: Origins, request: FastifyRequest): void {
  const { origin, referer, 'sec-fetch-site': site, 'sec-purpose': purpose } = request.headers
  if (purpose !== undefined) throw new Problem('cross-site')
  if (origin !== undefined) {
    if (!origins.pageOriginsOf(request).includes(origin)) throw new Problem('cross-site')
    return
  }
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Problem('cross-site')
    return
  }
  if (!origins.pageOriginsOf(request).includes(originOf(referer))) throw new Problem('cross-site')
}

function originOf(referer: string | undefined): string {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : ''
}

/** What our pages send with parts, and with ranges of downloads. */
const OWN_HEADERS = 'authorization, content-type, range, if-range, waybill-offset, waybill-crc32'

/** CORS for the endpoints that cross our own ports: only our pages, with one preflight per URL in two hours. */
export function allowOwnPorts(origins: Origins, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (origin === undefined || !origins.pageOriginsOf(request).includes(origin)) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', 'x-request-id, retry-after, content-range, etag')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (request.method !== 'OPTIONS') return
  reply.header('access-control-allow-methods', 'GET, PUT')
  reply.header('access-control-allow-headers', OWN_HEADERS)
  reply.header('access-control-max-age', '7200')
}
