import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { GOOD } from '#test/payments/provider-acts'
import { PUBLISHABLE_KEY, stripeEnv } from '#test/payments/stripe-env'
import { newSecret, type StripeServer, startStripeServer } from '#test/payments/stripe-server'
import { makeAccount } from '#test/people/account-person'

let server: StripeServer
let app: TestApp
beforeAll(async () => {
  server = await startStripeServer()
  app = await makeTestApp({ env: stripeEnv({ base: server.base.origin, secret: newSecret() }, 'panel') })
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})

const { start, checkout } = buyingAt(() => app)
const PRO = 'price_pro_monthly'
const card = { method: 'card', card: { number: GOOD, month: 12, year: 2090 }, isConfirmed: null } as const

test('a checkout in the panel is read by its account alone, with what the panel needs', async () => {
  const person = await makeAccount(app)
  const { body } = await person.call('createCheckoutSession', { body: { price_id: PRO } })
  const way = { kind: 'panel', clientSecret: `${body.session}_secret`, publishableKey: PUBLISHABLE_KEY }
  expect(body).toEqual({ session: body.session, go: way, clientSecret: way.clientSecret })
  expect(await checkout(person, body.session)).toMatchObject({ state: 'open', kind: 'trial', trialDays: 7, way })
  const other = await makeAccount(app)
  const answer = await other.call('readCheckout', { params: { session: body.session } })
  expect([answer.status, answer.body.code]).toEqual([404, 'checkout-not-found'])
  server.pay(body.session, card)
  // The provider is asked again after two seconds.
  const told = async () => {
    const { state, way: left } = await checkout(person, body.session)
    return [state, left]
  }
  await expect.poll(told, { timeout: 10_000 }).toEqual(['confirming', null])
})

test('where the panel does not load, the same goes on at the page of Stripe, and the panel is closed', async () => {
  const person = await makeAccount(app)
  await app.ctx.payments?.provider.makePromotion('panel-promotion', {
    code: 'TENTH',
    percentOff: 10,
    amountOff: null,
    months: null,
    redeemBy: null,
    maxRedemptions: null,
  })
  const first = await start(person, PRO, { promotion: 'TENTH' })
  const hosted = (await person.call('createCheckoutSession', { body: { price_id: PRO, hosted: true } })).body
  expect(hosted.go).toEqual({ kind: 'redirect', url: `${server.base.origin}/pay/${hosted.session}` })
  expect((await checkout(person, first)).state).toBe('expired')
  expect(() => server.pay(first, card)).toThrow('checkout-closed')
  const [row] = await app.ctx.db
    .selectFrom('payment_checkouts')
    .select('promotion')
    .where('session', '=', hosted.session)
    .execute()
  expect(row?.promotion).toMatch(/^promo_/)
  // A person who returns to the plans continues the same checkout.
  expect(await start(person, PRO, { promotion: 'TENTH' })).toBe(hosted.session)
})

test('one purchase asked for at once in the panel and on the page of Stripe can be paid once', async () => {
  const person = await makeAccount(app)
  const asked = [false, true, false, true].map((hosted) =>
    person.call('createCheckoutSession', { body: { price_id: PRO, hosted } }),
  )
  const answers = await Promise.all(asked)
  for (const { status, body } of answers) expect(status === 200 || body.code === 'still-working').toBe(true)
  await person.call('createCheckoutSession', { body: { price_id: PRO } })
  const open = [...server.books.checkoutsOf(person.address)].filter(({ status }) => status === 'open')
  expect(open).toHaveLength(1)
  const { body } = await person.call('readBilling')
  expect(body.pending.session).toBe(open[0]?.id)
})
