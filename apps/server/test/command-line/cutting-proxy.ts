import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Plans that name the server's own address for the bytes. */
const PLANS = new Set(['/fast', '/quicksend2'])

const rangeOf = ({ headers }: http.IncomingMessage) => ({
  offset: Number(headers['waybill-offset']),
  bytes: Number(headers['content-length']),
})

/** An HTTP proxy before a server, under an address of its own, that cuts answers of downloads and holds parts back. */
export class CuttingProxy {
  /** How many bytes of the nth download's answer pass, from 0; undefined: all. */
  cutAfter: (nth: number) => number | undefined = () => undefined
  #downloads = 0
  /** Bytes of downloads that passed. */
  passed = 0
  onPassed: (passed: number) => void = () => {}
  /** From the nth part on, counted from 0, parts get no answer. */
  holdFrom = Number.POSITIVE_INFINITY
  /** The ranges of bytes that parts brought, in order of arrival; a client may send one twice. */
  readonly parts: Array<{ offset: number; bytes: number }> = []
  /** How many parts have been answered. */
  answered = 0
  readonly #server: http.Server

  private constructor(target: string) {
    this.#server = http.createServer((request, response) => this.#carry(target, request, response))
  }

  static async before(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #carry(target: string, request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method = 'GET', url = '/' } = request
    if (method === 'PUT' && this.parts.push(rangeOf(request)) > this.holdFrom) return
    const { host } = new URL(target)
    const { origin, ...headers } = request.headers
    const onward = { ...headers, host, ...(origin !== undefined && { origin: target }) }
    const asked = http.request(new URL(url, target), { method, headers: onward, agent: false })
    request.pipe(asked)
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    asked.on('response', (answer) => {
      if (method === 'PUT') this.answered += 1
      if (PLANS.has(url)) return void this.#passPlan(target, answer, response)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (url.startsWith('/get/')) this.#cut(answer, response, this.cutAfter(this.#downloads++))
      else answer.pipe(response)
    })
  }

  async #passPlan(target: string, answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const plan = (await text(answer)).replace(target, this.origin)
    const { 'content-length': _length, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers).end(plan)
  }

  #cut(answer: http.IncomingMessage, response: http.ServerResponse, most = Number.POSITIVE_INFINITY): void {
    let left = most
    answer.on('data', (chunk: Buffer) => {
      const piece = chunk.subarray(0, left)
      left -= piece.length
      this.passed += piece.length
      this.onPassed(this.passed)
      if (!response.write(piece)) {
        answer.pause()
        response.once('drain', () => answer.resume())
      }
      if (left <= 0) response.destroy()
    })
    answer.on('end', () => response.end())
    answer.on('error', () => response.destroy())
  }
}
