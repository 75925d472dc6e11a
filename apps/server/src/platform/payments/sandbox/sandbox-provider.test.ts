import { Kysely, PostgresDialect } from 'kysely'
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
import { payAtPage, readSandboxPage, settleSandbox, typeCodeAtSandbox, untoldEvents } from './sandbox-page.ts'
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
    passDays: async (days) => {
      await passTime(parts.db, Math.round(days * 86_400))
      await settleSandbox(parts, 1_000)
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
