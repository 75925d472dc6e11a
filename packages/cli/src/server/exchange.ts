/**
 * One request and its answer. Not `fetch`: that of Node 24 ends the whole process by an assertion where a line breaks
 * while an answer is read slowly.
 */
import http from 'node:http'
import https from 'node:https'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Rejects where the line breaks. */
  body: AsyncIterable<Buffer>
}

export interface ExchangeOptions {
  method?: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Ends it when no byte comes for so long. */
  idleMs: number
}

/** Resolves with the head of the answer. Follows no redirect. Rejects with the system's error. */
export function exchange(
  url: URL,
  { method = 'GET', headers, body, signal, idleMs }: ExchangeOptions,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const ask = url.protocol === 'https:' ? https.request : http.request
  const request = ask(url, { method, headers: { ...headers, ...length }, signal })
  request.setTimeout(idleMs, () => request.destroy(new Error(`no byte came for ${idleMs / 1_000} seconds`)))
  request.on('response', (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }))
  request.on('error', reject)
  request.end(body)
  return promise
}

export async function textOf({ body }: Answer): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300
