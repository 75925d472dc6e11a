import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TlsOptions } from 'node:tls'
import { settleWire } from './answer-broken.ts'

/** Limits on requests, the same on every port. `guardHost` refuses a missing Host, as a problem. */
const WIRE_OPTIONS = {
  maxHeaderSize: 16_384,
  headersTimeout: 20_000,
  requireHostHeader: false,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
}

/** The handshake's parameters, and the object that keeps a server's certificate up to date. */
interface TlsEnd {
  readonly options: TlsOptions
  mind(server: Server): void
}

/**
 * A server for one of our ports, with TLS where `tls` is given. Its 'clientError' handles bytes that are not a request.
 */
export function makeListener(onRequest: RequestListener, tls: TlsEnd | null): Server {
  const server = tls
    ? createTlsServer({ ...WIRE_OPTIONS, ...tls.options }, onRequest)
    : createServer(WIRE_OPTIONS, onRequest)
  tls?.mind(server)
  settleWire(server)
  return server
}
