import { type IncomingMessage, request } from 'node:http'
import type { CrowdReader } from '../../apps/server/test/transfers/crowd.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

type Headers = Record<string, string>

export interface ReaderOptions {
  origin: string
  path: string
  /** The address that a proxy in front reports. */
  ip: string
  link: object
  /** What the download button opens. */
  press: (headers: Headers) => ReturnType<CrowdReader['grant']>
  /** What the page's scripts report once it is shown; null for a server without such a page. */
  report: ((headers: Headers) => Promise<unknown>) | null
}

/** One of the crowd, over real sockets, on any server with a page, files and a zip. */
export function crowdReader({ origin, path, ip, link, press, report }: ReaderOptions): CrowdReader {
  const from = (headers: Headers = {}): Headers => ({ 'user-agent': chrome, 'x-forwarded-for': ip, ...headers })
  const get = (url: string, headers?: Headers, method = 'GET') =>
    fetch(new URL(url, origin), { method, headers: from(headers) })
  const open = (url: string, headers?: Headers): Promise<IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(new URL(url, origin), { headers: from(headers), agent: false }, resolve)
      .once('error', reject)
      .end()
    return promise
  }
  const read = async (answer: IncomingMessage, most: number): Promise<number> => {
    let length = 0
    for await (const chunk of answer) {
      length += (chunk as Buffer).length
      if (length >= most) break
    }
    return length
  }
  return {
    path,
    link,
    get,
    grant: (_files, headers) => press(from(headers)),
    take: async (url, headers) => read(await open(url, headers), Number.POSITIVE_INFINITY),
    async readAndBreak(url, bytes, headers) {
      const answer = await open(url, headers)
      const length = await read(answer, bytes)
      answer.socket.resetAndDestroy()
      return { length }
    },
    app: { fetch: async (url, { headers }) => (await get(url, headers)).arrayBuffer() },
    browser: { call: async (_name, { headers }) => report?.(from(headers)) },
  }
}
