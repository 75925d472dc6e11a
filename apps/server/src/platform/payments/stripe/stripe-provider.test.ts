import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AtPage, actsOf, newKey, type ProviderUnderTest, refused } from '#test/payments/provider-acts'
import { stripePrices } from '#test/payments/stripe-books'
import { newSecret, type StripeServer, signLikeStripe, startStripeServer } from '#test/payments/stripe-server'
import { systemClock } from '../../clock.ts'
import type { StripeSettings } from '../../config/payment-settings.ts'
import { describePaymentProvider } from '../payment-provider.conformance.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { Payment } from '../sandbox/pay-checkout.ts'
import { API_VERSION } from './stripe-client.ts'
import { openStripe } from './stripe-provider.ts'

const [secret, nextSecret] = [newSecret(), newSecret()]
let server: StripeServer
let settings: StripeSettings
beforeAll(async () => {
  server = await startStripeServer()
  settings = {
    secretKey: 'sk_test_waybill',
    publishableKey: 'pk_test_waybill',
    webhookSecrets: [nextSecret, secret],
    ui: 'redirect',
    apiBase: server.base,
    collectsTax: false,
    prices: [],
  }
})
afterAll(() => server?.close())

const open = (more: Partial<StripeSettings> = {}): Promise<PaymentProvider> =>
  openStripe({ ...settings, ...more }, systemClock)

const asPayment = (how: AtPage): Payment =>
  'wallet' in how
    ? { method: how.wallet, outcome: how.outcome }
    : {
        method: 'card',
        card: { number: how.card, month: 12, year: how.year ?? 2090 },
        isConfirmed: how.isConfirmed ?? null,
      }

async function openSubject(): Promise<ProviderUnderTest> {
  return {
    provider: await open(),
    prices: stripePrices,
    pay: async (session, how) => server.pay(session, asPayment(how)),
    payAt: async (url, how) => server.payInvoice(url, asPayment(how)),
    dispute: async (payment, state) => server.books.dispute(payment, state),
    passDays: async (days) => server.books.pass(days),
    takeEvents: async () => {
      server.books.pass(0)
      return server.takeEvents(API_VERSION).map((body) => ({ body, signature: signLikeStripe(body, secret) }))
    },
    sign: (body, seconds) => signLikeStripe(body, secret, seconds),
    inOtherVersion: (body) => Buffer.from(body.toString().replace(API_VERSION, '2025-01-27.acacia')),
    close: async () => {},
  }
}

describePaymentProvider('Stripe, over a server that speaks like it', openSubject)

const who = { account: 'a', email: 'ada@lovelace.example', language: 'en' as const }

test('every call names the version, and every one that makes something carries our key', async () => {
  const { start, price } = actsOf(await openSubject())
  server.calls.length = 0
  await start({ kind: 'trial', price: price(), days: 7 })
  expect(server.calls.map(({ name, version }) => [name, version])).toEqual([
    ['POST /v1/customers', API_VERSION],
    ['POST /v1/checkout/sessions', API_VERSION],
  ])
  for (const { key } of server.calls) expect(key).toMatch(/^test-/)
})

test('an answer that is lost is asked for again with the same key, and the thing is there once', async () => {
  const provider = await open()
  const key = newKey()
  server.calls.length = 0
  server.fail('cut', 1, true)
  const customer = await provider.makeCustomer(key, who)
  expect(server.calls.map((call) => call.key)).toEqual([key, key])
  expect(await provider.makeCustomer(key, who)).toBe(customer)
})

test.each([
  ['cut', 3],
  [500, 3],
  [429, 1],
] as const)('Stripe that answers %s is unavailable, and the same key does it later', async (fault, calls) => {
  const provider = await open()
  const key = newKey()
  server.calls.length = 0
  server.fail(fault, calls)
  await expect(provider.makeCustomer(key, who)).rejects.toMatchObject({ code: 'payments-unavailable' })
  expect(server.calls).toHaveLength(calls)
  expect(await provider.makeCustomer(key, who)).toMatch(/^cus_/)
})

test('a path that Stripe does not know is a bug, not an absence', async () => {
  const answer = await fetch(new URL('/v1/nothing', server.base))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    error: { type: 'invalid_request_error', message: 'Unrecognized request URL (GET: /v1/nothing).' },
  })
})

test('the panel gets a secret of the session, and the key that may be shown', async () => {
  const provider = await open({ ui: 'panel' })
  const { start, price } = actsOf({ ...(await openSubject()), provider })
  const { session, go } = await start({ kind: 'subscription', price: price() })
  expect(go).toEqual({ kind: 'panel', clientSecret: `${session}_secret`, publishableKey: 'pk_test_waybill' })
})

test('where the panel does not load, a session of its own leads to the page of Stripe', async () => {
  const provider = await open({ ui: 'panel' })
  const { customer, price } = actsOf({ ...(await openSubject()), provider })
  const wish = {
    customer: await customer(),
    purchase: { kind: 'subscription', price: price() },
    promotion: null,
    language: 'en',
    backTo: 'https://x.example/back?s={session}',
    leaveTo: 'https://x.example/',
    isHosted: true,
  } as const
  const { session, go } = await provider.startCheckout(newKey(), wish)
  expect(go).toEqual({ kind: 'redirect', url: `${server.base.origin}/pay/${session}` })
})

test('events signed with any of the secrets are read, with none of them refused', async () => {
  const { provider, subscribed, price } = actsOf(await openSubject())
  await subscribed({ kind: 'subscription', price: price() })
  server.books.pass(0)
  const [body] = server.takeEvents(API_VERSION)
  if (body === undefined) throw new Error('nothing was told')
  for (const good of [secret, nextSecret]) {
    expect(provider.readEvent(body, signLikeStripe(body, good)).id).toMatch(/^evt_/)
  }
  expect(() => provider.readEvent(body, signLikeStripe(body, newSecret()))).toThrow('webhook-refused')
  const thin = Buffer.from(JSON.stringify({ id: 'evt_x', object: 'v2.core.event', type: 'v1.billing.meter.no_meter' }))
  expect(() => provider.readEvent(thin, signLikeStripe(thin, secret))).toThrow('webhook-refused')
})

test.each([true, false])(
  'a checkout has Stripe work out the tax where the settings say so: %s',
  async (collectsTax) => {
    const { start, price } = actsOf({ ...(await openSubject()), provider: await open({ collectsTax }) })
    for (const kind of ['subscription', 'prepaid'] as const) {
      server.calls.length = 0
      await start({ kind, price: price({ purchase: kind }) })
      const form = new URLSearchParams(server.calls.at(-1)?.form)
      expect([form.get('automatic_tax[enabled]'), form.get('customer_update[address]')]).toEqual([
        `${collectsTax}`,
        'auto',
      ])
      expect([form.get('tax_id_collection[enabled]'), form.get('customer_update[name]')]).toEqual(['true', 'auto'])
      expect(form.get('invoice_creation[enabled]')).toBe(kind === 'prepaid' ? 'true' : null)
    }
  },
)

test('asking for a card writes nothing, and a subscription sets it as the default with a key', async () => {
  const { provider, price, subscribed } = actsOf(await openSubject())
  const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
  await provider.cancel(newKey(), { subscription: id, at: 'now' })
  // Stripe's checkout makes a card the default of its subscription alone.
  server.books.open(customer).customer.card_id = null
  server.calls.length = 0
  expect(await provider.hasCard(customer)).toBe(true)
  expect(server.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
  await provider.subscribe(newKey(), { customer, price: price(), days: 0 })
  const written = server.calls.filter(({ name }) => name.startsWith('POST'))
  expect(written.map(({ name }) => name)).toEqual([`POST /v1/customers/${customer}`, 'POST /v1/subscriptions'])
  for (const { key } of written) expect(key).toMatch(/^test-/)
})

test('a subscription of a customer without an address is refused by that name where tax is worked out', async () => {
  const { price, subscribed } = actsOf(await openSubject())
  const { customer, id } = await subscribed({ kind: 'subscription', price: price() })
  const provider = await open({ collectsTax: true })
  await provider.cancel(newKey(), { subscription: id, at: 'now' })
  await provider.saveCompany(newKey(), { customer, company: { name: 'Gears', address: null, taxId: null } })
  const wish = { customer, price: price(), days: 0 }
  await expect(provider.subscribe(newKey(), wish)).rejects.toMatchObject(refused('address-missing'))
  const address = { line1: 'Main Street 1', line2: '', city: 'Berlin', region: '', postalCode: '10115', country: 'DE' }
  await provider.saveCompany(newKey(), { customer, company: { name: 'Gears', address, taxId: null } })
  expect(await provider.subscribe(newKey(), wish)).toMatch(/^sub_/)
})
