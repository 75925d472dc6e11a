/**
 * Bytes that are not a request: Node's parser refuses them before any route, hook or request id exists, so this writes
 * the answer to the socket.
 */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import { bareHeaders, problemBody } from '../answer-problem.ts'
import { continueWhenRead } from '../guards/continue-when-read.ts'

const RETRY_SECONDS = 5

/** Our codes for the errors of Node's parser; anything else is 'invalid-input'. */
const parserCodes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
}

/**
 * For 'clientError': refuses bytes that are not a request and ends the connection, because nothing after them can be
 * parsed.
 */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering(socket)) socket.write(refusal(error))
  socket.destroy(error)
}

/** Node keeps the answer in progress here; a refusal in the middle of it would look like part of it. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return answer?.headersSent ?? false
}

/** For a connection above the limit. */
export const refuseConnection = (socket: Socket): void =>
  endWith(socket, new Problem('busy', { retryAfterSeconds: RETRY_SECONDS }))

/** For a plain HTTP request on a port that expects a TLS handshake: `socket` is the connection without TLS. */
export const refusePlain = (socket: Socket): void => endWith(socket, new Problem('https-needed'))

function endWith(socket: Socket, problem: Problem): void {
  socket.on('error', () => {})
  socket.end(written(problem))
  socket.destroySoon()
}

const refusal = ({ code = '' }: NodeJS.ErrnoException): string =>
  written(new Problem(parserCodes[code] ?? 'invalid-input'))

function written(problem: Problem): string {
  const { retryAfterSeconds } = problem.facts
  const status = problems[problem.code]
  const body = JSON.stringify(problemBody(problem))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...bareHeaders.map(([name, value]) => `${name}: ${value}`),
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Sets up every listening server of ours, whichever port it serves. */
export function settleWire(server: Server): void {
  // Once read, a connection's address stays known after the connection breaks.
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => void socket.remoteAddress)
  }
  // An unknown expectation is no reason to refuse (RFC 9110, 10.1.1): it is answered like any other request.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}
