import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Origins } from '../origins.ts'

/**
 * Refuses a Host that is not this server's (421), so that no link, cache or check ever depends on one. An upload port
 * only serves parts and downloads.
 */
export function guardHost(origins: Origins, request: FastifyRequest): void {
  // Node keeps the first of several Host headers; a proxy in front may have used the last (RFC 9112, 3.2).
  const { length: hosts } = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts !== 1) throw new Problem('invalid-input', { where: 'headers', field: 'host' })
  const host = request.headers.host?.toLowerCase() ?? ''
  if (request.customHost === null && !origins.hosts.has(host)) throw new Problem('wrong-host', {})
  const isUploadPort = origins.uploadPorts.includes(request.socket.localPort ?? 0)
  if (isUploadPort && request.routeOptions.config.endpoint?.crossesPorts !== true && request.method !== 'OPTIONS') {
    throw new Problem('wrong-host', {})
  }
}
