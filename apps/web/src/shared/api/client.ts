import type { BodyOf, Endpoints, QueryOf, ReplyOf } from '@waybill/contract'
import { Problem, type ProblemBody, problemType } from '@waybill/contract/core/problems'
import type { RouteName } from '@waybill/contract/core/routes'
import { fillPath, type Route, visitorRoutes } from '@waybill/contract/core/visitor-routes'
import { lineFailed, lineWorks, lookAgainSoon } from '../loading/line.ts'
import { currentBearer, newerBearer } from './bearer.ts'
import { backoffMs, isWorthRetrying, RETRIES } from './retry.ts'

/** No answer came: the network is down, or no server listens. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The upload's own token, for the calls that require it, in place of the session's. */
  token?: string | undefined
  headers?: Record<string, string> | undefined
  /** Called before each new try. */
  onRetry?: (() => void) | undefined
}

interface Call<Name extends RouteName> extends CallOptions {
  params?: Record<string, string>
  query?: QueryOf<Endpoints[Name]>
  body?: BodyOf<Endpoints[Name]>
  /** A body that is not JSON, sent unchanged. */
  raw?: Blob
}

/**
 * Makes one call of the contract, as the account where someone is signed in. Retries up to six times where the network
 * or the server may recover. Where the server requires a proof of work first, the browser does it and says so. Throws
 * the server's `Problem`, a `ConnectionError`, or the signal's reason.
 */
export async function call<Name extends RouteName>(name: Name, options: Call<Name>): Promise<ReplyOf<Endpoints[Name]>> {
  const text = await atItsPrice(options, () => askSignedIn(name, options, (answer) => answer.text()))
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<Endpoints[Name]>
}

/** The required work may have grown while the browser worked; it does it twice, and then shows the refusal. */
const MOST_WORK = 2

async function atItsPrice<T>({ signal }: CallOptions, ask: () => Promise<T>): Promise<T> {
  for (let worked = 0; ; worked++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'proof-required' || worked === MOST_WORK) throw error
      const { workOff } = await import('../proof/work-off.ts')
      const challenge = String(error.facts.challenge)
      const answers = await workOff(challenge, signal)
      if (answers === null) throw error
      await call('proveWork', { body: { challenge, answers }, signal })
    }
  }
}

/** The same for an answer that is a file. */
export function callForFile<Name extends RouteName>(name: Name, options: Call<Name>): Promise<Blob> {
  return askSignedIn(name, options, (answer) => answer.blob())
}

let beforeProblem: () => Promise<void> = async () => undefined

/** Runs before a caller gets a problem: loads its words where they did not come with the page. */
export function onProblem(prepare: () => Promise<void>): void {
  beforeProblem = prepare
}

type Read<T> = (answer: Response) => Promise<T>

const known: Partial<Record<RouteName, Route>> = visitorRoutes

/** The methods and paths of an account's calls: they come once someone is signed in, at the latest with such a call. */
export const loadRoutes = () => import('@waybill/contract/core/routes')

/** Renews an expired access token once, and repeats the call with the new one. */
async function askSignedIn<Name extends RouteName, T>(name: Name, options: Call<Name>, read: Read<T>): Promise<T> {
  if (options.token !== undefined || known[name]?.auth === 'cookie') return ask(name, options, read)
  const token = (await currentBearer()) ?? undefined
  try {
    return await ask(name, { ...options, token }, read)
  } catch (error) {
    if (token === undefined || !(error instanceof Problem) || error.code !== 'signed-out') throw error
    const newer = await newerBearer(token)
    if (newer === null) throw error
    return ask(name, { ...options, token: newer }, read)
  }
}

async function ask<Name extends RouteName, T>(name: Name, options: Call<Name>, read: Read<T>): Promise<T> {
  const request = makeRequest(known[name] ?? (await loadRoutes()).routeOf(name), options)
  for (let tries = 0; ; tries++) {
    try {
      return await send(request, read)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (tries === RETRIES || !isWorthRetrying(error)) throw error
      options.onRetry?.()
      await lookAgainSoon(options.signal, backoffMs(tries, Math.random()))
      options.signal?.throwIfAborted()
    }
  }
}

interface PreparedRequest {
  path: string
  init: RequestInit
}

function makeRequest<Name extends RouteName>(route: Route, options: Call<Name>): PreparedRequest {
  const { params, query, body, raw, token, signal } = options
  const { method, path, creates } = route
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (creates) headers['idempotency-key'] = makeKey()
  const sent = body === undefined ? raw : JSON.stringify(body)
  return {
    path: fillPath(path, params) + search(query),
    init: {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    },
  }
}

/** Undefined values are left out. */
function search(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Not `randomUUID`, which browsers limit to secure origins. */
function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send<T>({ path, init }: PreparedRequest, read: Read<T>): Promise<T> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, init)
    if (answer.ok) {
      const got = await read(answer)
      lineWorks()
      return got
    }
    text = await answer.text()
  } catch (cause) {
    if (!init.signal?.aborted) lineFailed()
    throw new ConnectionError(`${init.method} ${path} got no answer`, { cause })
  }
  const problem = asProblem(answer.status, text)
  if (isWorthRetrying(problem)) lineFailed()
  else lineWorks()
  if (problem instanceof Problem) await beforeProblem()
  throw problem
}

/** A proxy between us and the server may answer in its place, in its own words. */
function asProblem(status: number, text: string): Problem | ConnectionError {
  try {
    const body = JSON.parse(text) as Partial<ProblemBody>
    if (body.code !== undefined && body.type === problemType(body.code)) return new Problem(body.code, body.facts)
  } catch {
    // Not our server's.
  }
  return new ConnectionError(`answered ${status} in words that are not ours`)
}
