/** A test app as a browser at another of its hosts sees it: every request names that host. */
import { type IncomingMessage, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { callOver } from '../app/site-call.ts'
import type { TestApp } from '../app/test-app.ts'
import type { Site } from '../people/people.ts'

export interface SiteAtHost extends Site {
  host: string
}

/** `name` is a host without its port. `ca`: over TLS, with a certificate of this authority for the name. */
export function siteAtHost(app: TestApp, name: string, ca?: string): SiteAtHost {
  const host = `${name}:${app.config.port}`
  const origin = `${ca === undefined ? 'http' : 'https'}://${host}`
  const fetchThere: Site['fetch'] = async (path, init = {}) => {
    const given = Object.fromEntries(new Headers(init.headers).entries())
    const body = init.body ? Buffer.from(await new Response(init.body).arrayBuffer()) : undefined
    const headers = { origin, host, ...given, ...(body && { 'content-length': `${body.length}` }) }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const way = { host: '127.0.0.1', port: app.config.port, agent: false, path, method: init.method ?? 'GET' }
    const asking =
      ca === undefined
        ? request({ ...way, headers }, resolve)
        : requestOverTls({ ...way, headers, ca, servername: name }, resolve)
    asking.on('error', reject).end(body)
    const answer = await promise
    const pairs = Object.entries(answer.headersDistinct).flatMap(([one, values = []]) =>
      values.map((value): [string, string] => [one, value]),
    )
    const got = await buffer(answer)
    return new Response(got.length > 0 ? new Uint8Array(got) : null, { status: answer.statusCode ?? 0, headers: pairs })
  }
  return {
    host,
    origin,
    config: app.config,
    fetch: fetchThere,
    call: (name, options) => callOver(fetchThere, name, options),
    mails: (address) => app.mails(address),
  }
}
