/** Requests as bytes, and their expected results. */
export interface WireCase {
  name: string
  bytes: (port: number) => string | Buffer | Array<string | Buffer>
  /** The status of every answer, where the case concerns one; any sound one otherwise. */
  statuses?: number[]
  /** How many answers are expected. */
  answers?: number
  methods?: string[]
  ends?: boolean
}

const CRLF = '\r\n'
const hostOf = (port: number) => `Host: localhost:${port}`

/** A request from a line and header lines; `host` false leaves the Host out. */
export function request(port: number, line: string, headers: readonly string[] = [], body = '', host = true): string {
  return [line, ...(host ? [hostOf(port)] : []), ...headers, '', body].join(CRLF)
}

/** Well formed, and refused for its extra field: it mails nothing, whichever request gets through. */
export const JSON_BODY = '{"email":"framing@example.com","extra":1}'
export const post = (port: number, headers: readonly string[], body = JSON_BODY) =>
  request(
    port,
    'POST /verifyEmail HTTP/1.1',
    [`Origin: http://localhost:${port}`, 'Content-Type: application/json', ...headers],
    body,
  )
export const get = (port: number, headers: readonly string[]) => request(port, 'GET /-/health HTTP/1.1', headers)
