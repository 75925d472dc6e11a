import { pathOf, type RouteName, routeOf } from '@waybill/contract/core/routes'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  body: any
  headers: Headers
}

export interface CallOptions {
  params?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** One call of the contract by its name, over whatever fetches from the site. A body that is not JSON comes as text. */
export async function callOver(
  fetchThere: (path: string, init: RequestInit) => Promise<Response>,
  name: RouteName,
  { params, body, headers }: CallOptions = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const { method } = routeOf(name)
  const answer = await fetchThere(pathOf(name, params), { method, headers: { ...type, ...headers }, ...sent })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
}
