/**
 * A server that speaks like Stripe, for the adapter and the journeys: its paths, its errors, its idempotency and its
 * signed events, on a clock that a test moves. It shows what we have understood of Stripe; only Stripe's own test mode
 * can show that we have understood it.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Problem } from '@waybill/contract/core/problems'
import Stripe from 'stripe'
import { newId } from '../../src/platform/ids.ts'
import type { Books, SandboxEventRow } from '../../src/platform/payments/sandbox/books.ts'
import { subscriptionOf } from '../../src/platform/payments/sandbox/change-subscription.ts'
import {
  openInvoiceCheckout,
  type Payment,
  type PayResult,
  payCheckout,
} from '../../src/platform/payments/sandbox/pay-checkout.ts'
import { asRefusal, StripeRefusal } from './stripe-answers.ts'
import { StripeBooks } from './stripe-books.ts'
import { expandOnly } from './stripe-expand.ts'
import { readForm } from './stripe-form.ts'
import { stripePage } from './stripe-pages.ts'
import { stripeRoutes } from './stripe-routes.ts'
import { disputeShape, invoiceShape, secondsOf, sessionShape, subscriptionShape } from './stripe-shapes.ts'

interface Kept {
  asked: string
  status: number
  body: string
}

/** What goes wrong with the next calls: no answer at all, or one of this status. */
export type Fault = 'cut' | 429 | 500

export interface StripeServer {
  base: URL
  /** What was asked: `POST /v1/customers`, and the form that came with it. */
  calls: Array<{ name: string; form: string; key: string | undefined; version: string | undefined }>
  books: StripeBooks
  pay(session: string, payment: Payment): PayResult
  payInvoice(url: string, payment: Payment): PayResult
  /** Fails this many calls before they are read, or, with `isAfter`, when they are done. */
  fail(fault: Fault, count: number, isAfter?: boolean): void
  /** Bodies of events since the last time, oldest first. */
  takeEvents(version: string): Buffer[]
  close(): Promise<void>
}

export async function startStripeServer(): Promise<StripeServer> {
  const books = new StripeBooks()
  const kept = new Map<string, Kept>()
  const calls: StripeServer['calls'] = []
  const faults: Array<{ fault: Fault; isAfter: boolean }> = []
  let base = ''
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const form = request.method === 'POST' ? new URLSearchParams(text) : null
    const page = stripePage(books, { path: url.pathname, isPanel: url.searchParams.has('panel'), form })
    if (page !== null) {
      const { status, location, body } = page
      const headers = { 'content-type': 'text/html; charset=utf-8', ...(location === undefined ? {} : { location }) }
      return response.writeHead(status, headers).end(body)
    }
    const key = header(request, 'idempotency-key')
    calls.push({
      name: `${request.method} ${url.pathname}`,
      form: text,
      key,
      version: header(request, 'stripe-version'),
    })
    const fault = faults.shift()
    const early = fault !== undefined && !fault.isAfter ? fault.fault : null
    if (early === 'cut') return request.socket.destroy()
    const asked = `${request.method} ${url.pathname} ${text}`
    const answer = early === null ? once(kept, key, asked, () => act(books, request, url, text, base)) : failed(early)
    if (fault?.isAfter) return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base: new URL(base),
    calls,
    books,
    pay: (session, payment) => pay(books, session, payment),
    payInvoice: (url, payment) => payInvoice(books, url, payment),
    fail: (fault, count, isAfter = false) => {
      for (let i = 0; i < count; i++) faults.push({ fault, isAfter })
    },
    takeEvents: (version) =>
      books.events.splice(0).map(({ event, books: of }) => eventBody({ all: books, base }, of, event, version)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const failed = (status: number): Kept => ({
  asked: '',
  status,
  body: JSON.stringify({ error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: 'on purpose' } }),
})

/** The first answer to a key is the answer to it, also where it was a refusal; what was not understood is not kept. */
function once(kept: Map<string, Kept>, key: string | undefined, asked: string, act: () => Omit<Kept, 'asked'>): Kept {
  const before = key === undefined ? undefined : kept.get(key)
  if (before !== undefined && before.asked !== asked) {
    const error = { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' }
    return { asked, status: 400, body: JSON.stringify({ error }) }
  }
  const answer = before ?? { asked, ...act() }
  if (key !== undefined && answer.status !== 400 && answer.status !== 404) kept.set(key, answer)
  return answer
}

function act(books: StripeBooks, request: IncomingMessage, url: URL, text: string, base: string): Omit<Kept, 'asked'> {
  try {
    const isQuery = request.method === 'GET' || request.method === 'DELETE'
    const form = readForm(isQuery ? url.search : text) as Record<string, string[]>
    for (const { method, path, route } of stripeRoutes) {
      const match = method === request.method ? path.exec(url.pathname) : null
      if (match === null) continue
      const answer = route(books, { form, ids: match.slice(1).map(decodeURIComponent) }, { base })
      return { status: 200, body: JSON.stringify(expandOnly(answer, form.expand ?? [])) }
    }
    const message = `Unrecognized request URL (${request.method}: ${url.pathname}).`
    throw new StripeRefusal(404, { type: 'invalid_request_error', message })
  } catch (error) {
    const { status, error: body } = asRefusal(error)
    return { status, body: JSON.stringify({ error: body }) }
  }
}

function pay(all: StripeBooks, session: string, payment: Payment): PayResult {
  const books = all.holding('checkouts', session)
  return payCheckout(books, session, payment)
}

function payInvoice(all: StripeBooks, url: string, payment: Payment): PayResult {
  const id = new URL(url).pathname.split('/')[2] as string
  const books = all.holding('invoices', id)
  const invoice = books.invoices.find((one) => one.id === id)
  if (invoice?.status !== 'open') throw new Problem('checkout-closed')
  const { id: page } = openInvoiceCheckout(books, invoice, { language: 'en', backTo: '' })
  return payCheckout(books, page, payment)
}

/** Stripe's name of each event, and what it carries. */
function eventBody(from: From, books: Books, event: SandboxEventRow, version: string): Buffer {
  const { type, object } = carried(from, books, event)
  const shape = {
    id: event.id.replace('evt_', 'evt_1'),
    object: 'event',
    api_version: version,
    created: secondsOf(event.at),
    type,
    data: { object: expandOnly(object, []) },
    livemode: false,
    pending_webhooks: 1,
    request: null,
  } satisfies Record<keyof Pick<Stripe.EventBase, 'id' | 'object' | 'api_version' | 'created' | 'type'>, unknown> &
    Record<string, unknown>
  return Buffer.from(JSON.stringify(shape))
}

interface From {
  all: StripeBooks
  base: string
}

function carried(
  { all, base }: From,
  books: Books,
  { kind, subscription_id, checkout_id }: SandboxEventRow,
): { type: Stripe.Event['type']; object: unknown } {
  const checkout = books.checkouts.find(({ id }) => id === checkout_id)
  if (checkout !== undefined) {
    const object = sessionShape(books, checkout, { base: '', isPanel: false })
    if (kind === 'checkout-expired') return { type: 'checkout.session.expired', object }
    return { type: 'checkout.session.completed', object }
  }
  const invoice = books.invoices.findLast((one) => one.subscription_id === subscription_id)
  if (kind === 'invoice-paid' && invoice) return { type: 'invoice.paid', object: invoiceShape(books, invoice, base) }
  if (kind === 'payment-failed' && invoice)
    return { type: 'invoice.payment_failed', object: invoiceShape(books, invoice, base) }
  if (kind === 'refunded') return { type: 'charge.refunded', object: { object: 'charge', customer: books.customer.id } }
  if (kind === 'disputed') {
    const disputed = books.invoices.findLast(({ id }) => all.disputes.has(id)) as Books['invoices'][number]
    const status = all.disputes.get(disputed.id) ?? 'won'
    const type = status === 'won' ? 'charge.dispute.closed' : 'charge.dispute.created'
    return { type, object: disputeShape(disputed, status) }
  }
  const row = subscriptionOf(books, subscription_id ?? '')
  const object = subscriptionShape(books, row, { isScheduled: all.scheduled.has(row.id), base })
  const isOver = row.status === 'canceled'
  return { type: isOver ? 'customer.subscription.deleted' : 'customer.subscription.updated', object }
}

/** Signs a body as Stripe does, so many seconds from now. */
export const signLikeStripe = (body: Buffer, secret: string, secondsFromNow = 0): string =>
  new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload: body.toString('utf8'),
    secret,
    timestamp: Math.floor(Date.now() / 1_000) + secondsFromNow,
  })

export const newSecret = (): string => `whsec_${newId()}`
