/**
 * A requester on a running Waybill who asks many suppliers, and the suppliers: each on a separate network, with a
 * separate link.
 */
import { createHash } from 'node:crypto'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { hashPassword } from '../../apps/server/src/identity/accounts/password-hash.ts'
import { queryBeside } from '../../apps/server/test/database/query-beside.ts'
import { OWNER } from '../dashboard/dashboard-rows.ts'
import { logIn } from '../dashboard/dashboard-server.ts'
import type { Waybill } from '../servers.ts'
import type { BenchFile } from '../uploads/sender.ts'

/** The network of the nth supplier. */
export const addressOf = (nth: number): string => `198.51.${100 + (nth >> 8)}.${nth & 255}`

export interface Arrived {
  files: Array<{ fileName: string; sha256: string | null }>
  supplier: { email: string | null }
}

interface Asked {
  link: string | null
}

/** Asks again where the server says to come later, as the page does. @throws Error unless the answer is a 2xx */
async function ask(
  server: Waybill,
  name: RouteName,
  given: { body?: unknown; query?: string; params?: string },
  headers: Record<string, string>,
  triesLeft = 6,
): Promise<ReturnType<typeof JSON.parse>> {
  const { method, path } = routes[name]
  const url = new URL(path.replace(/:\w+/, given.params ?? '') + (given.query ?? ''), server.origin)
  const own = { origin: server.origin, 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method, headers: own, ...(given.body ? { body: JSON.stringify(given.body) } : {}) })
  const text = await answer.text()
  if (answer.status === 503 && triesLeft > 0) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return ask(server, name, given, headers, triesLeft - 1)
  }
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

export class Requester {
  readonly #server: Waybill
  readonly #headers: Record<string, string>
  readonly request: string
  readonly suppliers: Supplier[]

  private constructor(server: Waybill, headers: Record<string, string>, request: string, suppliers: Supplier[]) {
    this.#server = server
    this.#headers = headers
    this.request = request
    this.suppliers = suppliers
  }

  /** Asks this many suppliers by one form. */
  static async asking(server: Waybill, count: number): Promise<Requester> {
    await queryBeside(
      server.dir,
      `with workspace as (insert into workspaces (id, admin_id) values ($1, $1)),
         paid as (insert into subscriptions (workspace_id, role, status) values ($1, 'business', 'active')),
         made as (insert into accounts (id, workspace_id, email, password_hash, created_at)
         values ($1, $1, $2, $3, now() - interval '60 days') returning id, email)
       insert into account_addresses (address, account_id) select email, id from made`,
      [OWNER.id, OWNER.email, await hashPassword(OWNER.password)],
    )
    const headers = { authorization: `Bearer ${await logIn(server)}`, 'x-forwarded-for': '203.0.113.9' }
    const people = Array.from({ length: count }, (_none, nth) => ({ email: `supplier-${nth}@many.example` }))
    const body = { title: 'Papers for order 7731', items: [{ name: 'Papers' }], suppliers: people }
    const { request } = await ask(server, 'createRequest', { body }, headers)
    const table = await ask(server, 'listRequestSuppliers', { params: request._id, query: '?take=200' }, headers)
    const suppliers = table.suppliers.map(({ link }: Asked, nth: number) => {
      const asked = { slug: request.slug, user: link?.split('/').at(-1) ?? '', item: request.items[0]._id }
      return new Supplier(server, asked, addressOf(nth))
    })
    return new Requester(server, headers, request._id, suppliers)
  }

  /** The submitted files of each supplier, once the server has read the stored bytes back. */
  async inbox(): Promise<Arrived[]> {
    const query = `?request=${this.request}&take=100`
    return (await ask(this.#server, 'listInbox', { query }, this.#headers)).submissions
  }

  async counts(): Promise<{ complete: number; files: number; bytes: number }> {
    return (await ask(this.#server, 'readRequest', { params: this.request }, this.#headers)).request.counts
  }
}

export class Supplier {
  readonly #server: Waybill
  readonly #asked: { slug: string; user: string; item: string }
  readonly #headers: Record<string, string>

  constructor(server: Waybill, asked: { slug: string; user: string; item: string }, ip: string) {
    this.#server = server
    this.#asked = asked
    this.#headers = { 'x-forwarded-for': ip }
  }

  async plan(files: readonly BenchFile[]): Promise<UploadPlan> {
    const { item, ...link } = this.#asked
    const named = files.map(({ path, bytes }) => ({
      item,
      path,
      bytes,
      modifiedAt: 1_790_000_000_000,
      fingerprint: createHash('sha256').update(`${path}:${bytes}`).digest('hex'),
    }))
    return (await ask(this.#server, 'planSubmission', { body: { ...link, files: named } }, this.#headers)).plan
  }

  async submit({ upload, token }: UploadPlan): Promise<void> {
    await ask(this.#server, 'completeSubmission', { body: { upload, token } }, this.#headers)
  }
}
