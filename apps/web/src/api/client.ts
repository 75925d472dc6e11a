import type { BodyOf, Endpoints, ReplyOf } from '@waybill/contract'
import { Problem, type ProblemBody, problems } from '@waybill/contract/problems'
import { type RouteName, routes } from '@waybill/contract/routes'
import { backoffMs, isWorthRetrying, RETRIES } from './retry.ts'

/** No answer came: the line is down, or nobody listens. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The upload's own token, for the calls that ask for it. */
  token?: string | undefined
  /** Told before each new try. */
  onRetry?: (() => void) | undefined
}

interface Call<Name extends RouteName> extends CallOptions {
  params?: Record<string, string>
  body?: BodyOf<Endpoints[Name]>
}

/** The calls that create something: their retries carry one key, so that the server does it once. */
export const creatingCalls: readonly RouteName[] = ['planTransfer', 'completeTransfer', 'grantDownload']

/**
 * Makes one call of the contract. Tries again up to six times where the line or the server may recover. Throws the
 * server's `Problem`, a `ConnectionError`, or the signal's reason.
 */
export async function call<Name extends RouteName>(name: Name, options: Call<Name>): Promise<ReplyOf<Endpoints[Name]>> {
  const request = makeRequest(name, options)
  for (let tries = 0; ; tries++) {
    try {
      return (await send(request)) as ReplyOf<Endpoints[Name]>
    } catch (error) {
      options.signal?.throwIfAborted()
      if (tries === RETRIES || !isWorthRetrying(error)) throw error
      options.onRetry?.()
      await pause(backoffMs(tries, Math.random()), options.signal)
    }
  }
}

interface PreparedRequest {
  path: string
  init: RequestInit
}

function makeRequest<Name extends RouteName>(name: Name, { params, body, token, signal }: Call<Name>): PreparedRequest {
  const { method, path } = routes[name]
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (creatingCalls.includes(name)) headers['idempotency-key'] = makeKey()
  return {
    path: path.replace(/:(\w+)/g, (_whole, param: string) => encodeURIComponent(params?.[param] ?? '')),
    init: {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    },
  }
}

/** Not `randomUUID`, which browsers keep to secure origins. */
function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send({ path, init }: PreparedRequest): Promise<unknown> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, init)
    text = await answer.text()
  } catch (cause) {
    throw new ConnectionError(`${init.method} ${path} got no answer`, { cause })
  }
  if (answer.ok) return text === '' ? undefined : JSON.parse(text)
  throw asProblem(answer.status, text)
}

/** What is between us and the server may answer in its place, with anything but our own words. */
function asProblem(status: number, text: string): Problem | ConnectionError {
  try {
    const body = JSON.parse(text) as Partial<ProblemBody>
    if (body.code !== undefined && Object.hasOwn(problems, body.code)) return new Problem(body.code, body.facts)
  } catch {
    // Not ours.
  }
  return new ConnectionError(`answered ${status} in words that are not ours`)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
