/** A server in another process, with the interface of a test app. */
import { type RouteName, routes } from '@waybill/contract/core/routes'
import type { Site } from '../people/people.ts'
import { MAILBOX_JSON } from './operator-token.ts'
import type { Answer, CallOptions, OutboxMail } from './test-app.ts'
import { until } from './until.ts'

export function remoteSite(origin: string): Site {
  const fetchThere: Site['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    return fetch(new URL(path, origin), { redirect: 'manual', ...init, headers })
  }
  return {
    origin,
    fetch: fetchThere,
    async call(name: RouteName, { params, body, headers }: CallOptions = {}): Promise<Answer> {
      const { method, path } = routes[name]
      const url = path.replaceAll(/:(\w+)/g, (_all, key: string) => encodeURIComponent(params?.[key] ?? ''))
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await fetchThere(url, { method, headers: { ...type, ...headers }, ...sent })
      const text = await answer.text()
      const isJson = /json/.test(answer.headers.get('content-type') ?? '')
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
    },
    /** Waits for the first one. */
    async mails(address?: string): Promise<OutboxMail[]> {
      let found: OutboxMail[] = []
      await until(async () => {
        const mails = (await (await fetch(new URL(MAILBOX_JSON, origin))).json()) as OutboxMail[]
        found = address === undefined ? mails : mails.filter((mail) => mail.to === address)
        return found.length > 0
      })
      return found
    },
  }
}
