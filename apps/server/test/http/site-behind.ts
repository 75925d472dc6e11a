/** A site as a client of a proxy sees it: by its name, over HTTPS, from a separate address. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { readMailbox } from '../../src/platform/mail-transport/mailbox/mailbox.ts'
import { callOver } from '../app/site-call.ts'
import type { OutboxMail } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import type { Site } from '../people/people.ts'
import { HOST, type RunningProxy } from './documented-proxy.ts'

/** The clients' address, which is no trusted proxy's. */
export const CLIENT = '127.0.0.9'
const ORIGIN = `https://${HOST}`
/** A browser's: without a program's name, Waybill would see a bot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** The name that is asked for, where it is not the document's host. */
  name?: string
  /** Over plain HTTP, at the proxy's other port. */
  isPlain?: boolean
}

/** One request on a separate connection. */
export function askThrough(proxy: RunningProxy, path: string, asked: Asked = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, name = HOST, isPlain = false } = asked
  const way = { host: '127.0.0.1', localAddress: CLIENT, agent: false, method, path }
  const all = { host: name, 'user-agent': BROWSER, ...headers, ...(body && { 'content-length': `${body.length}` }) }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asking = isPlain
    ? requestHttp({ ...way, port: proxy.httpPort, headers: all }, resolve)
    : request({ ...way, port: proxy.httpsPort, servername: name, ca: proxy.ca, headers: all }, resolve)
  asking.on('error', reject).end(body)
  return promise
}

/** `dataDir`: where the processes behind it store mails. */
export function siteBehind(proxy: RunningProxy, dataDir: string): Site {
  const fetchThere: Site['fetch'] = async (path, init = {}) => {
    const headers = { origin: ORIGIN, ...Object.fromEntries(new Headers(init.headers).entries()) }
    const body = init.body ? new Uint8Array(await new Response(init.body).arrayBuffer()) : undefined
    const answer = await askThrough(proxy, path, { method: init.method ?? 'GET', headers, ...(body && { body }) })
    const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const got = await buffer(answer)
    return new Response(got.length > 0 ? new Uint8Array(got) : null, { status: answer.statusCode ?? 0, headers: pairs })
  }
  return {
    origin: ORIGIN,
    fetch: fetchThere,
    call: (name, options) => callOver(fetchThere, name, options),
    /** Waits for the first one. */
    async mails(address?: string): Promise<OutboxMail[]> {
      let found: OutboxMail[] = []
      await until(async () => {
        const mails = (await readMailbox(`${dataDir}/outbox`)) as unknown as OutboxMail[]
        found = mails.filter(({ to }) => address === undefined || to === address)
        return found.length > 0
      })
      return found
    },
  }
}
