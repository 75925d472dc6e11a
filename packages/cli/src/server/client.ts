/** Calls of the contract, as the owner of a key or as a visitor of a link. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf, Endpoints, QueryOf, ReplyOf } from '@waybill/contract'
import { Problem, type ProblemBody, problemType, temporaryProblems } from '@waybill/contract/core/problems'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { fillPath, type Route } from '@waybill/contract/core/visitor-routes'
import { ConnectionError, reasonOf } from './connection-error.ts'
import { type Answer, exchange, isOk, textOf } from './exchange.ts'

const CALL_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

interface Call<Name extends RouteName> {
  params?: Record<string, string>
  query?: QueryOf<Endpoints[Name]>
  body?: BodyOf<Endpoints[Name]>
  /** The upload's own token, in place of the key. */
  token?: string
  /** How often to try where no answer comes; 4 unless told. */
  tries?: number
}

export interface ClientOptions {
  /** An origin: 'https://files.example.com'. */
  url: string
  /** Null: a visitor, who has cookies and names the server's own pages as the origin. */
  key: string | null
  signal: AbortSignal
}

export class Client {
  readonly url: string
  readonly #key: string | null
  readonly #signal: AbortSignal
  readonly #cookies = new Map<string, string>()

  constructor({ url, key, signal }: ClientOptions) {
    this.url = url
    this.#key = key
    this.#signal = signal
  }

  /** Makes one call. Throws the server's `Problem`, a `ConnectionError`, or the signal's reason. */
  async call<Name extends RouteName>(name: Name, options: Call<Name> = {}): Promise<ReplyOf<Endpoints[Name]>> {
    const route: Route = routes[name]
    const key: Record<string, string> = route.creates ? { 'idempotency-key': randomBytes(16).toString('hex') } : {}
    for (let tried = 1; ; tried++) {
      try {
        const text = await this.#ask(route, options, key)
        return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<Endpoints[Name]>
      } catch (error) {
        const mayPass =
          error instanceof ConnectionError || (error instanceof Problem && temporaryProblems.has(error.code))
        if (!mayPass || tried >= (options.tries ?? 4)) throw error
        await sleep(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1)), undefined, { signal: this.#signal })
      }
    }
  }

  /** Headers of a plain GET on this server, such as one of a download. */
  headers(): Record<string, string> {
    if (this.#key !== null) return { authorization: `Bearer ${this.#key}` }
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { origin: this.url, ...(cookie && { cookie }) }
  }

  async #ask(
    route: Route,
    { params, query, body, token }: Call<RouteName>,
    more: Record<string, string>,
  ): Promise<string> {
    const url = new URL(fillPath(route.path, params), this.url)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers = {
      ...(token === undefined ? this.headers() : { authorization: `Bearer ${token}` }),
      ...more,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const options = { method: route.method, headers, ...sent, signal: this.#signal, idleMs: CALL_TIMEOUT_MS }
    try {
      // A key never follows to another address.
      const answer = await exchange(url, options)
      const text = await textOf(answer)
      this.#keepCookies(answer)
      if (isOk(answer)) return text
      throw refusalOf(answer, text, this.url)
    } catch (error) {
      this.#signal.throwIfAborted()
      if (error instanceof Problem || error instanceof ConnectionError) throw error
      throw new ConnectionError(`No answer from ${this.url} (${reasonOf(error)})`)
    }
  }

  #keepCookies(answer: Answer): void {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
    }
  }
}

/** The problem that an answer names; the answer of something else in between is no answer of the server. */
export function refusalOf(answer: Answer, text: string, url: string): Problem | ConnectionError {
  const problem = parseProblem(text)
  if (problem && problem.type === problemType(problem.code)) return new Problem(problem.code, problem.facts)
  const to = answer.headers.location
  if (to !== undefined && URL.canParse(to, url)) {
    return new ConnectionError(`${url} leads to ${new URL(to, url).origin}: use that URL`)
  }
  return new ConnectionError(`${url} does not answer as a Waybill server does (status ${answer.status})`)
}

function parseProblem(text: string): ProblemBody | null {
  try {
    return JSON.parse(text) as ProblemBody
  } catch {
    return null
  }
}
