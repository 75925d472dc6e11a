import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { FAILS_LATER, GOOD } from '#test/payments/provider-acts'
import { stripeEnv } from '#test/payments/stripe-env'
import { newSecret, type StripeServer, startStripeServer } from '#test/payments/stripe-server'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { settlePayments } from '../settle-payments.ts'

let stripe: StripeServer
let app: TestApp
beforeAll(async () => {
  stripe = await startStripeServer()
  const sells = stripeEnv({ base: stripe.base.origin, secret: newSecret() }, 'redirect')
  app = await makeTestApp({ env: { ...sells, STRIPE_TAX: 'true' } })
})
afterAll(async () => {
  await app?.close()
  await stripe?.close()
})

const payAt = (session: string, number: string) =>
  stripe.pay(session, { method: 'card', card: { number, month: 12, year: 2090 }, isConfirmed: null })

test('at Stripe too a refused charge is told with its sum, and paid by the link of its mail', async () => {
  const owner = await makeAccount(app)
  const price = { price_id: 'price_pro_monthly' }
  const { session } = (await owner.call('createCheckoutSession', { body: price })).body
  payAt(session, FAILS_LATER)
  await settlePayments(app.ctx, owner.accountId)
  stripe.books.pass(8)
  await settlePayments(app.ctx, owner.accountId)
  const [failed] = await app.mails(owner.address)
  expect(failed?.subject).toBe('Your payment for Pro monthly failed')
  expect(failed?.text).toContain('Amount due  US$29')
  const token = /\/card\/([\w-]{22})$/m.exec(failed?.text ?? '')?.[1] ?? ''

  const visitor = makePerson(app)
  const page = await visitor.fetch(`/card/${token}`, { method: 'POST', body: new URLSearchParams({ lang: 'en' }) })
  const url = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '')?.[1] ?? ''
  // Stripe's own page: our content policy would stop a redirect of the form to it.
  expect(new URL(url).origin).not.toBe(app.origin)
  expect(await page.text()).toContain(url.replaceAll('&', '&amp;'))
  const begun = await app.ctx.db
    .selectFrom('payment_checkouts')
    .select('session')
    .where('is_by_link', '=', true)
    .executeTakeFirstOrThrow()
  const bySession = begun.session as string
  payAt(bySession, GOOD)
  const back = async () => (await visitor.fetch(`/card?session=${bySession}`)).text()
  expect(await back()).toContain('Confirming your card')
  await settlePayments(app.ctx, owner.accountId)
  expect(await back()).toContain('later payments are charged to Visa ending in 4242')
  await settlePayments(app.ctx, owner.accountId)
  const [paid, ...older] = await app.mails(owner.address)
  expect(paid?.subject).toBe('Payment received: US$29 for Pro monthly')
  expect(paid?.text).toContain('Next charge  US$29 plus tax')
  expect(older).toHaveLength(1)
})

test('where Stripe works out tax, a subscription without a checkout asks for the address first', async () => {
  const owner = await makeAccount(app)
  const body = { price_id: 'price_pro_monthly', trial: false }
  const { session } = (await owner.call('createCheckoutSession', { body })).body
  payAt(session, GOOD)
  await settlePayments(app.ctx, owner.accountId)
  const { bought } = await app.ctx.db
    .selectFrom('subscriptions')
    .select('bought')
    .where('workspace_id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  await app.ctx.payments?.provider.cancel('ends', { subscription: String(bought?.subscription), at: 'now' })
  await settlePayments(app.ctx, owner.accountId)
  const subscribe = () => owner.call('createSubscription', { body: { priceId: 'price_pro_monthly' } })
  const missing = { code: 'payment-refused', facts: { reason: 'address-missing' } }
  expect(await subscribe()).toMatchObject({ status: 402, body: missing })
  const address = { line1: 'Main Street 1', line2: '', city: 'Berlin', region: '', postalCode: '10115', country: 'DE' }
  const saved = await owner.call('saveCompany', { body: { name: 'Gears', address, taxId: null } })
  expect(saved.status).toBe(200)
  expect((await subscribe()).status).toBe(200)
})
