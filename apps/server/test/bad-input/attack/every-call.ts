/**
 * Every call of the contract as its owner would make it, with one thing wrong; and whether the answer follows the
 * contract.
 */
import { endpoints } from '@waybill/contract'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import type { TestApp } from '../../app/test-app.ts'
import type { Owner } from '../../authorisation/owner.ts'
import { rows } from '../../authorisation/rows.ts'
import { makePerson } from '../../people/people.ts'
import type { Json } from '../cases/field-cases.ts'
import { codeOf, faultOf, type Told, toldBy } from './sound-answer.ts'

export const callNames = Object.keys(routes) as RouteName[]

export interface Wrong {
  /** Replaces the row's own. */
  body?: string
  /** Encoded; replaces the row's own. */
  params?: Record<string, string>
  query?: string
  headers?: Record<string, string>
}

/** What any call may answer, before its content is checked. */
const general: readonly ProblemCode[] = [
  'invalid-input',
  'unknown-field',
  'invalid-json',
  'body-too-large',
  'media-type-unsupported',
  'not-found',
  'method-not-allowed',
  'cross-site',
]

export class EveryCall {
  readonly #app: TestApp
  readonly #owner: Owner
  asked = 0

  constructor(app: TestApp, owner: Owner) {
    this.#app = app
    this.#owner = owner
  }

  /** The body from the row. */
  bodyOf(name: RouteName): Json {
    return (rows[name].ask(this.#owner).body ?? {}) as Json
  }

  /** As the owner, on a separate network, so that no budget answers before the field is checked. */
  async ask(name: RouteName, wrong: Wrong = {}): Promise<Told> {
    this.asked += 1
    const { method, path } = routes[name]
    const row = rows[name].ask(this.#owner)
    const url = path.replaceAll(
      /:(\w+)/g,
      (_all, key: string) => wrong.params?.[key] ?? encodeURIComponent(row.params?.[key] ?? ''),
    )
    const given = row.body === undefined ? undefined : JSON.stringify(row.body)
    const body = method === 'GET' ? undefined : (wrong.body ?? given)
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const network = { 'x-forwarded-for': makePerson(this.#app).ip }
    const headers = this.#owner.person.headers({ ...type, ...row.headers, ...network, ...wrong.headers })
    const init = body === undefined ? { method, headers } : { method, headers, body }
    return toldBy(await this.#app.fetch(url + (wrong.query ?? row.query ?? ''), init))
  }
}

/** Why the answer violates the contract, or null. */
export function breachOf(name: RouteName, told: Told): string | null {
  const fault = faultOf(told)
  if (fault !== null) return fault
  const code = codeOf(told)
  if (code === undefined || general.includes(code) || endpoints[name].problems.includes(code)) return null
  return `'${code}' is none of its problems`
}
