import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/** Whether the body has not been asked for, so that it may never come. */
export const awaitsContinue = (request: IncomingMessage): boolean => waiting.has(request)

/**
 * Whoever waits for '100 Continue' (RFC 9110, 10.1.1) is told it by the first reading of the body: what was refused
 * before gets its final status, the body is never asked for, and the connection ends, since the body may come all the
 * same.
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
