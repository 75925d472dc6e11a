/** A proxy in front of the attacked server: every request comes from another network, as one caller. */
import { randomInt } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import { pipeline } from 'node:stream'

export interface Front {
  port: number
  requests: number
  /** Answers that reveal a bug of ours: `500 GET /path`. */
  failures: string[]
  server: Server
}

export interface FrontOptions {
  /** The server behind it. */
  port: number
  /** Headers that every request gets in addition to its own. */
  headers: Record<string, string>
  /** Answers requests under /control/ in place of the server. */
  control(name: string): Promise<boolean>
}

export function openFront({ port, headers, control }: FrontOptions): Promise<Front> {
  const front: Front = { port: 0, requests: 0, failures: [], server: createServer() }
  front.server.on('request', async (asked, answer) => {
    front.requests += 1
    const url = asked.url ?? '/'
    if (url.startsWith('/control/')) {
      const found = await control(decodeURIComponent(url.slice('/control/'.length))).catch(() => null)
      asked.resume()
      return answer.writeHead(found === null ? 500 : 200).end(JSON.stringify({ found }))
    }
    // Budgets are per network: a used-up budget would hide the code behind it.
    const ip = `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`
    const all = { ...asked.headers, ...headers, 'x-forwarded-for': ip }
    const passed = request({ port, host: '127.0.0.1', path: url, method: asked.method, headers: all }, (told) => {
      if (told.statusCode === 500) front.failures.push(`500 ${asked.method} ${url}`)
      answer.writeHead(told.statusCode ?? 502, told.headers)
      pipeline(told, answer, () => {})
    })
    passed.on('error', () => answer.destroy())
    pipeline(asked, passed, () => {})
  })
  return new Promise((resolve) =>
    front.server.listen(0, '127.0.0.1', () => {
      front.port = (front.server.address() as { port: number }).port
      resolve(front)
    }),
  )
}
