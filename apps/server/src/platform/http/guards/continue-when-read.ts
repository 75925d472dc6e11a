import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/** Whether the body has not been requested, so that it may never come. */
export const awaitsContinue = (request: IncomingMessage): boolean => waiting.has(request)

/**
 * A client that waits for '100 Continue' (RFC 9110, 10.1.1) gets it at the first read of the body: a call refused
 * before that gets its final status, its body is never requested, and the connection ends, because the client may still
 * send the body.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waiting.add(request)
  const read = request._read.bind(request)
  request._read = (bytes) => {
    request._read = read
    if (!response.headersSent) {
      waiting.delete(request)
      response.writeContinue()
    }
    read(bytes)
  }
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    if (waiting.has(request)) response.shouldKeepAlive = false
    return writeHead(...head)
  }
}
