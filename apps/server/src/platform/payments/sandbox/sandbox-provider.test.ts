import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/database/test-database'
import { type AtPage, actsOf, FAILS_LATER, newKey, type ProviderUnderTest } from '#test/payments/provider-acts'
import { systemClock } from '../../clock.ts'
import { createPool } from '../../database/pool.ts'
import type { Database } from '../../database/schema.ts'
import { describePaymentProvider } from '../payment-provider.conformance.ts'
import type { Payment } from './pay-checkout.ts'
import { type SandboxParts, sandboxPrices } from './sandbox-calls.ts'
import {
  disputeAtSandbox,
  payAtPage,
  readSandboxPage,
  settleSandbox,
  tidySandbox,
  typeCodeAtSandbox,
  untoldEvents,
} from './sandbox-page.ts'
import { openSandbox } from './sandbox-provider.ts'
import { signBody } from './sandbox-signature.ts'
import { passTime } from './sandbox-store.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const secret = Buffer.alloc(32, 5)
const PAGE = 'http://localhost:3000/pay/'

async function openParts(): Promise<{ parts: SandboxParts; close(): Promise<void> }> {
  const database = await cloneDatabase()
  const pool = createPool(database.connection, quiet, { max: 10, name: 'test' })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, controlClient: pg.Client }) })
  const pageOf = (session: string) => PAGE + session
  return {
    parts: { db, clock: systemClock, secret, pageOf, homeUrl: 'http://localhost:3000/' },
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

const asPayment = (how: AtPage): Payment =>
  'wallet' in how
    ? { method: how.wallet, outcome: how.outcome }
    : {
        method: 'card',
        card: { number: how.card, month: 12, year: how.year ?? 2090 },
        isConfirmed: how.isConfirmed ?? null,
      }

let parts: SandboxParts
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openParts()
  parts = opened.parts
  close = opened.close
})
afterAll(() => close?.())

async function openSubject(): Promise<ProviderUnderTest> {
  return {
    provider: openSandbox(parts),
    prices: sandboxPrices,
    pay: (session, how) => payAtPage(parts, session, asPayment(how)),
    payAt: (url, how) => payAtPage(parts, url.slice(PAGE.length), asPayment(how)),
    dispute: (payment, state) => disputeAtSandbox(parts, payment, state),
    passDays: async (days) => {
      await passTime(parts.db, Math.round(days * 86_400))
      await settleSandbox(parts, { limit: 1_000, log: quiet })
    },
    async takeEvents() {
      const events = await untoldEvents(parts, 10_000)
      for (const { told } of events) await told()
      return events.map(({ body, signature }) => ({ body, signature }))
    },
    sign: (body, seconds) => signBody(body, secret, systemClock.nowMs() + seconds * 1_000).signature,
    inOtherVersion: (body) => Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), version: 2 })),
    close: async () => {},
  }
}

describePaymentProvider('the sandbox', openSubject)

test('the page shows what is due, and a typed code takes its part off', async () => {
  const { provider, start, price, checkout } = actsOf(await openSubject())
  const wish = { code: 'Autumn', percentOff: 25, amountOff: null, months: null, redeemBy: null, maxRedemptions: 1 }
  await provider.makePromotion(newKey(), wish)
  const { session, go } = await start({ kind: 'subscription', price: price() })
  expect(go).toEqual({ kind: 'redirect', url: PAGE + session })
  const shown = { kind: 'subscription', price: price(), status: 'open', language: 'zh', trialDays: 0 }
  const pages = { backTo: `https://x.example/back?s=${session}`, leaveTo: 'https://x.example/' }
  expect(await readSandboxPage(parts, session)).toMatchObject({
    ...shown,
    ...pages,
    dueNow: { minor: 2_900 },
    dueAfterTrial: null,
  })
  expect(await typeCodeAtSandbox(parts, session, 'winter')).toBe(false)
  expect(await typeCodeAtSandbox(parts, session, 'autumn')).toBe(true)
  expect((await readSandboxPage(parts, session))?.dueNow).toEqual({ minor: 2_175, currency: 'usd' })
  const trial = await start({ kind: 'trial', price: price(), days: 7 })
  const begun = { trialDays: 7, dueNow: { minor: 0 } }
  expect(await readSandboxPage(parts, trial.session)).toMatchObject({ ...begun, dueAfterTrial: { minor: 2_900 } })
  expect(await typeCodeAtSandbox(parts, trial.session, 'AUTUMN')).toBe(true)
  expect(await readSandboxPage(parts, trial.session)).toMatchObject({ ...begun, dueAfterTrial: { minor: 2_175 } })
  const card = { number: '4242 4242 4242 4242', month: 1, year: 2090 }
  await payAtPage(parts, session, { method: 'card', card, isConfirmed: null })
  expect((await checkout(session)).status).toBe('paid')
  // The code was good for one: the other page shows a price that nobody gets any more.
  const second = payAtPage(parts, trial.session, { method: 'card', card, isConfirmed: null })
  await expect(second).rejects.toMatchObject({ code: 'checkout-closed' })
  expect(await readSandboxPage(parts, 'cs_nothing')).toBe(null)
})

test('a real card is never taken, nor a wallet for what renews', async () => {
  const { start, price } = actsOf(await openSubject())
  const { session } = await start({ kind: 'subscription', price: price() })
  const card = { number: '4111111111111111', month: 1, year: 2090 }
  const refused = { code: 'payment-refused', facts: { reason: 'card-incorrect' } }
  await expect(payAtPage(parts, session, { method: 'card', card, isConfirmed: null })).rejects.toMatchObject(refused)
  await expect(payAtPage(parts, session, { method: 'alipay', outcome: 'at-once' })).rejects.toMatchObject(refused)
})

test.each([
  [3_000_000_000, 1],
  [10_000, 1],
  [-1, 1],
  [Number.NaN, 1],
  [2_090, 13],
  [2_090, 0],
])('a card of the year %s and the month %s is incorrect', async (year, month) => {
  const { start, price } = actsOf(await openSubject())
  const { session } = await start({ kind: 'subscription', price: price() })
  const card = { number: '4242424242424242', month, year }
  const refused = { code: 'payment-refused', facts: { reason: 'card-incorrect' } }
  await expect(payAtPage(parts, session, { method: 'card', card, isConfirmed: null })).rejects.toMatchObject(refused)
})

test('one number with another expiry is another card, so that a second tester can begin a trial', async () => {
  const { start, price, checkout, state } = actsOf(await openSubject())
  const fingerprints = []
  for (const year of [2_090, 2_090, 2_091]) {
    const { session } = await start({ kind: 'trial', price: price(), days: 7 })
    const card = { number: '4242 4242 4242 4242', month: 1, year }
    await payAtPage(parts, session, { method: 'card', card, isConfirmed: null })
    fingerprints.push((await state((await checkout(session)).subscription as string)).card?.fingerprint)
  }
  const [first, same, other] = fingerprints
  expect([same === first, other === first]).toEqual([true, false])
})

test('the job ends an unpaid subscription that is cancelled', async () => {
  const { provider, subscribed, price } = actsOf(await openSubject())
  const { id } = await subscribed({ kind: 'trial', price: price(), days: 7 }, FAILS_LATER)
  const { passDays } = await openSubject()
  await passDays(7.01)
  await passDays(16)
  await provider.cancel(newKey(), { subscription: id, at: 'period-end' })
  await passDays(16)
  const row = parts.db.selectFrom('sandbox_subscriptions').select('status').where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ status: 'canceled' })
})

test('sixty-four payments of one checkout at once make one subscription', async () => {
  const { start, price, provider } = actsOf(await openSubject())
  const { session, customer } = await start({ kind: 'subscription', price: price() })
  const card = { number: '4242424242424242', month: 1, year: 2090 }
  const paid = await Promise.allSettled(
    Array.from({ length: 64 }, () => payAtPage(parts, session, { method: 'card', card, isConfirmed: null })),
  )
  expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await provider.listSubscriptions(customer)).toHaveLength(1)
  expect(await provider.listInvoices(customer)).toHaveLength(1)
})

/** What PostgreSQL says of when each row of a customer was written last. */
async function versionsOf(customer: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; version: string }>`
    select id, xmin::text as version from sandbox_customers where id = ${customer}
    union all select id, xmin::text from sandbox_cards where customer_id = ${customer}
    union all select id, xmin::text from sandbox_subscriptions where customer_id = ${customer}
    union all select id, xmin::text from sandbox_invoices where customer_id = ${customer}
    union all select id, xmin::text from sandbox_checkouts where customer_id = ${customer}
    union all select id, xmin::text from sandbox_events where customer_id = ${customer}`.execute(parts.db)
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]))
}

test('reading the page writes nothing, and shows what is due as happened', async () => {
  const { start, price } = actsOf(await openSubject())
  const { session, customer } = await start({ kind: 'subscription', price: price() })
  await passTime(parts.db, 90_000)
  const before = await versionsOf(customer)
  expect((await readSandboxPage(parts, session))?.status).toBe('expired')
  expect(await versionsOf(customer)).toEqual(before)
  await settleSandbox(parts, { limit: 1_000, log: quiet })
  expect(await versionsOf(customer)).not.toEqual(before)
})

test('a change writes the rows that it changes alone', async () => {
  const { start, provider, price, subscribed } = actsOf(await openSubject())
  const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
  await start({ kind: 'card' }, { customer })
  const before = await versionsOf(customer)
  await provider.cancel(newKey(), { subscription: id, at: 'period-end' })
  const after = await versionsOf(customer)
  const written = Object.keys(after).filter((row) => after[row] !== before[row])
  expect(written).toEqual([id, expect.stringMatching(/^evt_/)])
})

test('six thousand checkouts of one customer expire at once', async () => {
  const { start, price } = actsOf(await openSubject())
  const { session, customer } = await start({ kind: 'subscription', price: price() })
  await sql`
    insert into sandbox_checkouts (id, customer_id, kind, language, back_to, leave_to, created_at, expires_at)
    select id || '_' || n, customer_id, 'card', language, back_to, leave_to, created_at, expires_at
      from sandbox_checkouts, generate_series(1, 6000) n where id = ${session}`.execute(parts.db)
  await (await openSubject()).passDays(1.01)
  const open = parts.db.selectFrom('sandbox_checkouts').select('id').where('customer_id', '=', customer)
  expect(await open.where('status', '=', 'open').execute()).toEqual([])
})

test('a customer whose books fail is logged and does not hold up the others', async () => {
  const { price, subscribed } = actsOf(await openSubject())
  const made = []
  for (let i = 0; i < 3; i++) made.push(await subscribed({ kind: 'subscription', price: price() }))
  const [broken, ...others] = made.sort((a, b) => (a.customer < b.customer ? -1 : 1))
  const setPrice = (to: string) =>
    parts.db.updateTable('sandbox_subscriptions').set({ price: to }).where('id', '=', String(broken?.id)).execute()
  await setPrice('nothing')
  await passTime(parts.db, 32 * 86_400)
  const failed: unknown[] = []
  const log = { error: (facts: unknown) => void failed.push(facts) }
  await settleSandbox(parts, { limit: 1, log })
  expect(failed).toEqual([expect.objectContaining({ customer: broken?.customer })])
  for (const { id } of others) {
    const row = parts.db.selectFrom('sandbox_subscriptions').select('periods').where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ periods: 2 })
  }
  await setPrice(price())
})

test('calls and finished checkouts are deleted after 30 days, open ones and subscriptions are not', async () => {
  const { start, price, subscribed, state, checkout, provider } = actsOf(await openSubject())
  const { id } = await subscribed({ kind: 'subscription', price: price() })
  const old = await start({ kind: 'card' })
  await passTime(parts.db, 20 * 86_400)
  const young = await start({ kind: 'card' })
  await (await openSubject()).passDays(12)
  const key = newKey()
  const who = { account: 'a', email: 'ada@lovelace.example', language: 'en' as const }
  const customer = await provider.makeCustomer(key, who)
  await tidySandbox(parts)
  expect(await provider.readCheckout(old.session)).toBe(null)
  expect((await checkout(young.session)).status).toBe('expired')
  expect((await state(id)).status).toBe('active')
  expect(await provider.makeCustomer(key, who)).toBe(customer)
  const age = sql<Date>`now() - interval '31 days'`
  await parts.db.updateTable('sandbox_calls').set({ created_at: age }).where('key', '=', key).execute()
  await tidySandbox(parts)
  expect(await parts.db.selectFrom('sandbox_calls').select('key').where('key', '=', key).execute()).toEqual([])
})
