import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TlsOptions } from 'node:tls'
import { settleWire } from './answer-broken.ts'

/** Limits of the wire, the same on every port. A missing Host is refused by `guardHost`, as a problem. */
const WIRE_OPTIONS = {
  maxHeaderSize: 16_384,
  headersTimeout: 20_000,
  requireHostHeader: false,
  requestTimeout: 0,
  keepAliveTimeout: 75_000,
}

/** How handshakes go, and who keeps a server's certificate up to date. */
interface TlsEnd {
  readonly options: TlsOptions
  mind(server: Server): void
}

/**
 * A server for one of our ports, which speaks TLS where `tls` is given. What is no request is for its 'clientError'.
 */
export function makeListener(onRequest: RequestListener, tls: TlsEnd | null): Server {
  const server = tls
    ? createTlsServer({ ...WIRE_OPTIONS, ...tls.options }, onRequest)
    : createServer(WIRE_OPTIONS, onRequest)
  tls?.mind(server)
  settleWire(server)
  return server
}
