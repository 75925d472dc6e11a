import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { CONFIRMED_ONCE, FAILS_LATER } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount } from '#test/people/account-person'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { start, pay, billing, checkout, buy, pass, customerOf, limitOf } = buyingAt(() => app)
const PRO = 'sandbox_pro_monthly'

test('a trial begins with a card, holds every limit, and is charged after 7 days', async () => {
  const person = await makeAccount(app)
  expect(await billing(person)).toMatchObject({
    provider: 'sandbox',
    role: 'free',
    subscription: null,
    mayTry: true,
    usage: { storageBytes: { used: 0, limit: 10e9, renewsAt: null }, transfers: { used: 0, limit: 10 } },
  })
  const session = await start(person, PRO)
  expect(await checkout(person, session)).toMatchObject({ state: 'open', kind: 'trial', offer: { role: 'pro' } })
  const shown = await person.call('readSandboxCheckout', { params: { session } })
  expect(shown.body).toMatchObject({ kind: 'trial', status: 'open', trialDays: 7, dueNow: { minor: 0 } })
  const declined = await pay(person, session, '4000000000000002')
  expect(declined).toMatchObject({ status: 402, body: { code: 'payment-refused', facts: { reason: 'card-declined' } } })
  await pay(person, session)
  await app.runJobs()
  expect((await checkout(person, session)).state).toBe('done')
  const trial = await billing(person)
  expect(trial).toMatchObject({
    role: 'pro',
    status: 'trialing',
    mayTry: false,
    subscription: { nickname: 'Pro monthly', trialDays: 7, card: { last4: '4242' }, amount: { minor: 2_900 } },
  })
  expect(trial.subscription.nextCharge).toEqual({
    amount: trial.subscription.amount,
    at: trial.subscription.trialEndsAt,
  })
  expect(await limitOf(person)).toBe(200e9)
  await pass(7.01)
  const charged = await billing(person)
  expect(charged).toMatchObject({ role: 'pro', status: 'active', subscription: { status: 'active' } })
  const { invoices } = (await person.call('listInvoices')).body
  expect(invoices).toMatchObject([{ amount: { minor: 2_900 }, status: 'paid' }])
})

test('a renewal that fails stops sending, and another card pays it', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_personal_monthly', { number: FAILS_LATER })
  expect(await billing(person)).toMatchObject({ role: 'personal', status: 'trialing' })
  await pass(7.01)
  expect(await billing(person)).toMatchObject({
    role: 'personal',
    status: 'past_due',
    subscription: { nextCharge: null },
  })
  const file = { path: 'a.txt', bytes: 1, modifiedAt: 1, fingerprint: 'f' }
  const plan = { emailTo: [{ email: 'x@example.com' }], expirySeconds: 604_800, files: [file] }
  const refused = await person.call('planTransfer', { body: { senderEmail: person.address, ...plan } })
  expect(refused.body.code).toBe('subscription-due')
  const price = 'sandbox_business_monthly'
  const seen = { dueNow: { minor: 0, currency: 'usd' }, at: new Date().toISOString() }
  const switches = [
    await person.call('previewSwitch', { body: { price } }),
    await person.call('switchPlan', { body: { price, seen } }),
  ]
  for (const answer of switches) expect(answer).toMatchObject({ status: 403, body: { code: 'subscription-due' } })
  expect((await person.call('payOpenInvoice')).body).toMatchObject({ kind: 'unpaid', payUrl: expect.any(String) })
  await pass(20)
  expect((await billing(person)).status).toBe('unpaid')
  const { body } = await person.call('changeCard', { body: {} })
  expect((await person.call('changeCard', { body: {} })).body.session).toBe(body.session)
  await pay(person, body.session)
  await app.runJobs()
  expect((await checkout(person, body.session)).state).toBe('done')
  expect(await billing(person)).toMatchObject({ status: 'active', subscription: { card: { last4: '4242' } } })
  expect((await person.call('planTransfer', { body: { senderEmail: person.address, ...plan } })).status).toBe(200)
})

test('a plan with an overdue payment is cancelled at once', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_personal_monthly', { trial: false })
  const { body } = await person.call('changeCard', { body: {} })
  await pay(person, body.session, FAILS_LATER)
  await app.runJobs()
  await pass(31.1)
  expect((await billing(person)).status).toBe('past_due')
  expect((await person.call('cancelPlan')).body).toMatchObject({ role: 'free', status: 'active', subscription: null })
})

describe('switching', () => {
  test('up costs what was shown, is refused where that has moved, and down waits and can be undone', async () => {
    const person = await makeAccount(app)
    await buy(person, PRO, { trial: false })
    await pass(10)
    const price = 'sandbox_business_monthly'
    const { body: preview } = await person.call('previewSwitch', { body: { price } })
    expect(preview).toMatchObject({ when: 'now', next: { amount: { minor: 6_900 } } })
    const { dueNow, at } = preview
    const less = { dueNow: { ...dueNow, minor: dueNow.minor - 1 }, at }
    const moved = await person.call('switchPlan', { body: { price, seen: less } })
    expect(moved).toMatchObject({ status: 409, body: { code: 'price-moved', facts: { minor: dueNow.minor } } })
    expect((await billing(person)).role).toBe('pro')
    expect((await person.call('switchPlan', { body: { price, seen: { dueNow, at } } })).body).toEqual({
      kind: 'switched',
    })
    expect(await billing(person)).toMatchObject({ role: 'business', status: 'active' })
    expect(await limitOf(person)).toBe(1e12)
    const down = { price: 'sandbox_personal_yearly' }
    const later = (await person.call('previewSwitch', { body: down })).body
    expect(later).toMatchObject({ when: 'later', dueNow: { minor: 0 }, next: { amount: { minor: 10_800 } } })
    const seen = { dueNow: later.dueNow, at: later.at }
    expect((await person.call('switchPlan', { body: { ...down, seen } })).body).toEqual({ kind: 'scheduled' })
    expect(await billing(person)).toMatchObject({
      role: 'business',
      subscription: { scheduled: { kind: 'switch', role: 'personal' }, nextCharge: { amount: { minor: 10_800 } } },
    })
    expect((await person.call('undoScheduled')).body).toMatchObject({ subscription: { scheduled: null } })
    for (const same of [price, 'sandbox_pro_monthly_prepaid', 'price_of_nobody']) {
      expect((await person.call('previewSwitch', { body: { price: same } })).body.code).toBe('invalid-input')
    }
  })

  test('a cancelled plan runs to its end, can be kept, and leaves a free account', async () => {
    const person = await makeAccount(app)
    await buy(person, PRO, { trial: false })
    expect((await person.call('cancelPlan')).body).toMatchObject({
      role: 'pro',
      subscription: { scheduled: { kind: 'cancel' }, nextCharge: null },
    })
    expect((await person.call('undoScheduled')).body).toMatchObject({ subscription: { scheduled: null } })
    await person.call('cancelPlan')
    await pass(31.1)
    expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', subscription: null, mayTry: true })
    expect(await limitOf(person)).toBe(10e9)
    expect((await person.call('cancelPlan')).body.code).toBe('no-subscription')
  })

  test('an unpaid switch changes nothing, and the bank is asked at a page', async () => {
    const person = await makeAccount(app)
    await buy(person, PRO, { trial: false })
    const { body } = await person.call('changeCard', { body: {} })
    await pay(person, body.session, FAILS_LATER)
    await app.runJobs()
    const price = 'sandbox_business_monthly'
    const { dueNow, at } = (await person.call('previewSwitch', { body: { price } })).body
    const outcome = (await person.call('switchPlan', { body: { price, seen: { dueNow, at } } })).body
    expect(outcome.kind).toBe('unpaid')
    expect((await billing(person)).role).toBe('pro')
    await pay(person, new URL(outcome.payUrl).pathname.split('/').at(-1) ?? '')
    await app.runJobs()
    expect((await billing(person)).role).toBe('business')
  })
})

test('a prepaid plan is confirmed later, is extended from its end, and ends', async () => {
  const person = await makeAccount(app)
  const price = 'sandbox_pro_monthly_prepaid'
  const session = await start(person, price)
  const body = { method: 'alipay', outcome: 'later' }
  expect((await person.call('payAtSandbox', { params: { session }, body })).body).toEqual({ result: 'processing' })
  await app.runJobs()
  expect((await checkout(person, session)).state).toBe('confirming')
  expect(await billing(person)).toMatchObject({ role: 'free', pending: { session, state: 'confirming' } })
  const other = await person.call('createCheckoutSession', { body: { price_id: PRO } })
  expect(other.body.code).toBe('already-subscribed')
  await pass(1.1)
  const first = await billing(person)
  expect(first).toMatchObject({ role: 'pro', status: 'active', prepaid: { role: 'pro' }, pending: null })
  await buy(person, price)
  const { prepaid } = await billing(person)
  const gained = Date.parse(prepaid.endsAt) - Date.parse(first.prepaid.endsAt)
  expect(Math.round(gained / 86_400_000)).toBeGreaterThanOrEqual(28)
  expect((await person.call('createCheckoutSession', { body: { price_id: PRO } })).body.code).toBe('already-subscribed')
  await app.passTime(63 * 86_400_000)
  await app.runJobs()
  const row = await app.ctx.db
    .selectFrom('subscriptions')
    .select(['role', 'status'])
    .where('workspace_id', '=', person.accountId)
    .executeTakeFirst()
  expect(row).toEqual({ role: 'free', status: 'active' })
})

test('the specification’s calls show the account’s own, and believe nothing that a client says of itself', async () => {
  const [person, stranger] = [await makeAccount(app), await makeAccount(app)]
  const data = async (who: AccountPerson, stripeId = '') =>
    who.call('readStripeData', { headers: stripeId === '' ? {} : { stripeId } })
  expect((await data(person)).body).toEqual({
    metadata: { role: 'free' },
    subscriptions: { data: [] },
    invoice_settings: { default_payment_method: null },
    discount: null,
  })
  const lies = { role: 'teamelite', customer: { id: 'cus_x' }, referrer: 'x', client_reference_id: stranger.accountId }
  const session = await start(person, 'sandbox_personal_yearly', { ...lies, mongo_id: person.accountId, trial: false })
  expect((await pay(person, session, CONFIRMED_ONCE)).body).toEqual({ result: 'confirm' })
  const card = { method: 'card', number: CONFIRMED_ONCE, month: 12, year: 2090, isConfirmed: true }
  await person.call('payAtSandbox', { params: { session }, body: card })
  await app.runJobs()
  const { body } = await data(person)
  expect(body).toMatchObject({
    metadata: { role: 'personal' },
    subscriptions: {
      data: [
        {
          status: 'active',
          plan: { amount: 10_800, interval: 'year' },
          metadata: { period: 'yearly', role: 'personal' },
        },
      ],
    },
    invoice_settings: { default_payment_method: { card: { last4: '3155' } } },
  })
  const customer = await customerOf(person)
  expect((await data(person, customer)).body).toEqual(body)
  expect(await data(stranger, customer)).toMatchObject({ status: 403, body: { code: 'not-yours' } })
  const foreign = { paymentMethodId: 'pm_x', stripeCustomerId: customer }
  expect((await stranger.call('addCard', { body: foreign })).body.code).toBe('not-yours')
  for (const price_id of ['', 'price_of_nobody', 'teamelite']) {
    const refused = await stranger.call('createCheckoutSession', { body: { price_id } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  }
  const again = await person.call('createSubscription', { body: { priceId: PRO, role: 'teamelite' } })
  expect(again.body.code).toBe('already-subscribed')
})

test('a subscription without a card is refused, and the open checkout can still be paid', async () => {
  const person = await makeAccount(app)
  const session = await start(person, PRO, { trial: false })
  const refused = await person.call('createSubscription', { body: { priceId: 'sandbox_personal_yearly' } })
  expect(refused).toMatchObject({ status: 402, body: { code: 'payment-refused' } })
  expect((await pay(person, session)).body).toEqual({ result: 'paid' })
  await app.runJobs()
  expect((await billing(person)).role).toBe('pro')
})
