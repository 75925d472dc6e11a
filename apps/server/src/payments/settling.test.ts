import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt, dropEvents } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { GOOD } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { readBought } from '../billing/index.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { signBody } from '../platform/payments/sandbox/sandbox-signature.ts'
import { settlePayments } from './settle-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { start, pay, billing, checkout, buy, settle, customerOf } = buyingAt(() => app)
const PRO = 'sandbox_pro_monthly'
const payments = () => app.ctx.payments as NonNullable<TestApp['ctx']['payments']>

test('twenty trials at once with one card are one, and the others are told and pay nothing', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => makeAccount(app)))
  const sessions = await Promise.all(people.map((person) => start(person, PRO)))
  await Promise.all(people.map((person, nth) => pay(person, sessions[nth] as string, '5555555555554444')))
  await app.runJobs()
  const states = await Promise.all(people.map((person, nth) => checkout(person, sessions[nth] as string)))
  expect(states.map(({ state }) => state).sort()).toEqual(['done', ...Array(19).fill('trial-refused')])
  const views = await Promise.all(people.map(billing))
  expect(views.filter(({ role }) => role === 'pro')).toHaveLength(1)
  const refused = people[states.findIndex(({ state }) => state === 'trial-refused')] as AccountPerson
  expect((await refused.call('listInvoices')).body.invoices).toEqual([])
  // The plan can be bought all the same.
  await buy(refused, PRO, { trial: false })
  expect(await billing(refused)).toMatchObject({ role: 'pro', status: 'active' })
})

test('a refused trial leaves the role that the operator gave', async () => {
  const [first, given] = [await makeAccount(app), await makeAccount(app, { role: 'business', subscription: 'active' })]
  await buy(first, PRO, { number: '5555555555554444' })
  const session = await start(given, PRO)
  await pay(given, session, '5555555555554444')
  await app.runJobs()
  expect((await checkout(given, session)).state).toBe('trial-refused')
  expect(await billing(given)).toMatchObject({ role: 'business', status: 'active', subscription: null })
})

test('forty at once settle what was paid before, and few of them write', async () => {
  const person = await makeAccount(app)
  await pay(person, await start(person, PRO, { trial: false }))
  const { db } = app.ctx
  const version = async () => {
    const rows = db.selectFrom('payment_customers').select('version').where('workspace_id', '=', person.accountId)
    return (await rows.executeTakeFirstOrThrow()).version
  }
  const before = await version()
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      await settlePayments(app.ctx, person.accountId)
      expect((await readBought(db, person.accountId))?.role).toBe('pro')
    }),
  )
  expect((await version()) - before).toBeLessThan(40)
})

test('a call is told to try again where others keep writing what it has read', async () => {
  const person = await makeAccount(app)
  await start(person, PRO)
  const { provider } = payments()
  const real = provider.listSubscriptions
  provider.listSubscriptions = async (customer) => {
    await sql`update payment_customers set version = version + 1 where customer = ${customer}`.execute(app.ctx.db)
    return real(customer)
  }
  const answer = await person
    .call('createCheckoutSession', { body: { price_id: 'sandbox_personal_monthly' } })
    .finally(() => {
      provider.listSubscriptions = real
    })
  expect(answer).toMatchObject({ status: 409, body: { code: 'still-working', facts: { retryAfterSeconds: 1 } } })
})

test('a page that asks all the time has the provider asked once in two seconds', async () => {
  const person = await makeAccount(app)
  const session = await start(person, PRO, { trial: false })
  const { provider } = payments()
  const real = provider.readCheckout
  let asked = 0
  provider.readCheckout = async (one) => {
    if (one === session) asked += 1
    const read = await real(one)
    // Paid, while nothing is settled yet.
    return read && { ...read, status: 'processing' }
  }
  try {
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(person, session)))
    expect(answers.map(({ state }) => state)).toContain('confirming')
    expect(asked).toBe(1)
    expect((await checkout(person, session)).state).toBe('confirming')
    expect((await billing(person)).pending).toMatchObject({ session, state: 'confirming' })
    expect(asked).toBe(1)
  } finally {
    provider.readCheckout = real
  }
  await pay(person, session)
  await app.runJobs()
  expect((await checkout(person, session)).state).toBe('done')
})

test('an account tries once, and twenty presses are one checkout', async () => {
  const person = await makeAccount(app)
  const sessions = await Promise.all(Array.from({ length: 20 }, () => start(person, PRO)))
  expect(new Set(sessions).size).toBe(1)
  await pay(person, sessions[0] as string, '4000002500003155')
  await buy(person, PRO)
  await payments().provider.removeCustomer(await customerOf(person))
  await settle(person)
  expect(await billing(person)).toMatchObject({ role: 'free', mayTry: false })
  const again = await person.call('createCheckoutSession', { body: { price_id: PRO, trial: true } })
  expect(again).toMatchObject({ status: 409, body: { code: 'trial-used' } })
})

test('of two tabs that buy two plans, one can be paid', async () => {
  const person = await makeAccount(app)
  const first = await start(person, PRO, { trial: false })
  const second = await start(person, 'sandbox_business_monthly', { trial: false })
  expect((await pay(person, first)).body.code).toBe('checkout-closed')
  await pay(person, second)
  expect((await person.call('createCheckoutSession', { body: { price_id: PRO } })).body.code).toBe('already-subscribed')
  await app.runJobs()
  expect((await checkout(person, first)).state).toBe('expired')
  expect(await billing(person)).toMatchObject({ role: 'business', status: 'active', pending: null })
})

test('a second subscription that slips through ends, and what it cost is paid back', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  const customer = await customerOf(person)
  const wish = { customer, price: 'sandbox_business_monthly', days: 0 }
  const id = await payments().provider.subscribe('slipped-through', wish)
  await settle(person)
  expect((await payments().provider.readSubscription(id))?.status).toBe('canceled')
  expect((await billing(person)).role).toBe('pro')
  const { rows } = await sql<{ left: number }>`
    select amount_cents - refunded_cents as left from sandbox_invoices where subscription_id = ${id}`.execute(
    app.ctx.db,
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('events that come three times, shuffled, or never, end in the same state', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  const before = await billing(person)
  const customer = await customerOf(person)
  const { secret } = payments().sandbox as { secret: Uint8Array }
  const kinds = ['subscription-changed', 'invoice-paid', 'checkout-finished', 'payment-failed']
  const events = kinds.map((kind, nth) =>
    Buffer.from(
      JSON.stringify({
        version: 1,
        id: `evt_again_${nth}`,
        at: '2026-01-01T00:00:00.000Z',
        kind,
        customer,
        subscription: null,
        session: null,
      }),
    ),
  )
  const post = (body: Buffer, signature: string) =>
    app.fetch('/api/payments/events', {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', 'stripe-signature': signature, 'x-no-origin': '1' },
    })
  const now = app.ctx.clock.nowMs()
  for (const body of [...events.toReversed(), ...events, ...events]) {
    expect((await post(body, signBody(body, secret, now).signature)).status).toBe(204)
  }
  const [body] = events as [Buffer]
  for (const seconds of [-301, 400]) {
    const answer = await post(body, signBody(body, secret, now + seconds * 1_000).signature)
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'webhook-refused'])
  }
  const forged = await post(Buffer.from(`${body.toString()} `), signBody(body, secret, now).signature)
  expect(forged.status).toBe(400)
  await app.runJobs()
  expect(await billing(person)).toEqual(before)
})

test('the nightly job finds what no event told', async () => {
  const person = await makeAccount(app)
  const session = await start(person, PRO, { trial: false })
  await app.ctx.db.updateTable('sandbox_events').set({ told_at: sql<Date>`now()` }).execute()
  const tellAgain = await dropEvents(app)
  await pay(person, session)
  await app.runJobs()
  await tellAgain()
  expect((await billing(person)).role).toBe('free')
  await addJob(app.ctx.db, 'reconcile-payments', {})
  await app.runJobs()
  expect((await billing(person)).role).toBe('pro')
})

test.each(['before', 'after'] as const)('a provider that fails %s it acts leaves nothing half done', async (when) => {
  const person = await makeAccount(app)
  const unavailable = { status: 503, body: { code: 'payments-unavailable' } }
  const ask = () => person.call('createCheckoutSession', { body: { price_id: PRO, trial: false } })
  for (const name of ['makeCustomer', 'startCheckout'] as const) {
    failOnce(payments().provider, name, when)
    expect(await ask()).toMatchObject(unavailable)
  }
  const { body } = await ask()
  await pay(person, body.session)
  await app.runJobs()
  expect((await billing(person)).role).toBe('pro')
  const { rows } = await sql<{ customers: number; checkouts: number }>`
    select count(distinct c.id)::int as customers, count(*)::int as checkouts
    from sandbox_customers c join sandbox_checkouts k on k.customer_id = c.id
    where c.account = ${person.accountId}`.execute(app.ctx.db)
  expect(rows).toEqual([{ customers: 1, checkouts: 1 }])
  failOnce(payments().provider, 'cancel', when)
  expect(await person.call('cancelPlan')).toMatchObject(unavailable)
  expect((await person.call('cancelPlan')).body.subscription.scheduled).toMatchObject({ kind: 'cancel' })
})

test('a subscription on a card that is known, and its trial once', async () => {
  const person = await makeAccount(app)
  const session = await start(person, PRO, { trial: false })
  const customer = await customerOf(person)
  await sql`insert into sandbox_cards (id, customer_id, number, month, year, created_at)
    values (${`pm_${customer}`}, ${customer}, ${GOOD}, 12, 2090, now())`.execute(app.ctx.db)
  const card = await person.call('addCard', { body: { paymentMethodId: `pm_${customer}`, stripeCustomerId: customer } })
  expect(card.body).toEqual({ overdue: { kind: 'none' } })
  const made = await person.call('createSubscription', { body: { priceId: 'sandbox_personal_yearly' } })
  expect(made.body).toMatchObject({ plan: { amount: 10_800, interval: 'year' } })
  expect((await checkout(person, session)).state).toBe('expired')
  expect(await billing(person)).toMatchObject({ role: 'personal', status: 'active' })
})

test('deleting an account ends what it pays for first, and waits for the provider', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  const customer = await customerOf(person)
  failOnce(payments().provider, 'removeCustomer', 'before')
  const remove = () => person.call('deleteAccount', { body: { password: PASSWORD } })
  expect(await remove()).toMatchObject({ status: 503, body: { code: 'payments-unavailable' } })
  expect((await billing(person)).role).toBe('pro')
  expect((await remove()).status).toBe(204)
  const [subscription] = await payments().provider.listSubscriptions(customer)
  expect(subscription?.status).toBe('canceled')
})
