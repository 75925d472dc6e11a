import { Problem } from '@waybill/contract/core/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origins } from '../origins.ts'

/**
 * Where users' bytes have an origin of their own (`CONTENT_URL`), so that a browser's list of dangerous hosts never takes
 * the app down, and nothing that a sender uploaded is ever at the origin of a session. A link with a grant leads there
 * from every other host; that origin serves nothing else, reads no cookie and sets none.
 */
const bytePaths: ReadonlySet<string> = new Set([
  '/get/:grant/file/:file/:name',
  '/get/:grant/preview/:file',
  '/get/:grant/zip/:selection/:name',
  '/library/:grant/:name',
])

/** Whether the request came to the content origin. Its Host header was checked. */
export const isAtContent = ({ contentUrl }: Origins, { headers: { host = '' } }: Pick<FastifyRequest, 'headers'>) =>
  contentUrl !== null && host.toLowerCase() === contentUrl.host

/**
 * Leads a link to users' bytes to the content origin, and answers preflights there; null where the request stays.
 *
 * @throws Problem 'not-found' at the content origin for everything else
 */
export function leadToContent(origins: Origins, request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const { contentUrl } = origins
  if (contentUrl === null) return null
  const isBytes = bytePaths.has(request.routeOptions.url ?? '') && /^(?:GET|HEAD)$/.test(request.method)
  if (isAtContent(origins, request)) {
    // Pages of every host read sealed files by script. The link is the permission, and no cookie counts here.
    reply.header('access-control-allow-origin', '*')
    // Browsers to which Range is no simple header ask before a script continues a file.
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-headers', 'range, if-range').header('access-control-max-age', '7200')
      return reply.code(204).send()
    }
    if (!isBytes) throw new Problem('not-found')
    reply.header('access-control-expose-headers', 'content-range, etag, retry-after')
    return null
  }
  if (!isBytes) return null
  // A target may be a whole URL; its host decides nothing.
  const path = request.url.replace(/^https?:\/\/[^/]*/i, '')
  return reply.header('cache-control', 'no-store').redirect(`${contentUrl.origin}${path}`, 307)
}
