/**
 * Stripe's own test mode as a provider under test: customers on test clocks, and its hosted page in a real browser. It
 * was written from Stripe's documentation and has never been run; its first run has to be expected to find mistakes here
 * as well as in the adapter.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type Stripe from 'stripe'
import { systemClock } from '../../src/platform/clock.ts'
import type { StripeSettings } from '../../src/platform/config/payment-settings.ts'
import type { PaymentProvider } from '../../src/platform/payments/payment-provider.ts'
import { centsOf, makePrices, nameOf, type Offer, offers } from '../../src/platform/payments/prices.ts'
import { API_VERSION, openStripeClient } from '../../src/platform/payments/stripe/stripe-client.ts'
import { openStripe } from '../../src/platform/payments/stripe/stripe-provider.ts'
import type { ProviderUnderTest } from './provider-acts.ts'
import { openStripePage } from './stripe-live-page.ts'
import { newSecret, signLikeStripe } from './stripe-server.ts'

const DAY_SECONDS = 86_400
const CLOCK_TRIES = 120

/** @throws Error where the key is not one of the test mode: the suite buys things */
export async function openStripeTestMode(key: string): Promise<ProviderUnderTest> {
  if (!/^(?:sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_KEY must be a key of the test mode')
  const secret = newSecret()
  const settings: StripeSettings = {
    secretKey: key,
    publishableKey: '',
    webhookSecrets: [secret],
    ui: 'redirect',
    apiBase: null,
    collectsTax: false,
    prices: [],
  }
  const stripe = await openStripeClient(settings)
  const prices = await Promise.all(offers.map(async (offer) => [offer, await priceFor(stripe, offer)] as const))
  const clocks = makeClocks(stripe)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = openStripePage(browser)
  return {
    provider: { ...(await openStripe(settings, systemClock)), makeCustomer: clocks.makeCustomer },
    prices: makePrices(prices),
    pay: async (session, how) => page.pay(session, (await stripe.checkout.sessions.retrieve(session)).url ?? '', how),
    payAt: (url, how) => page.pay(url, url, how),
    // Stripe makes a dispute of a charge with a card of its own, some time after it; no call opens or closes one.
    dispute: () => Promise.reject(new Error('the test mode has no call that opens a dispute')),
    passDays: clocks.passDays,
    takeEvents: followEvents(stripe, secret),
    sign: (body, seconds) => signLikeStripe(body, secret, seconds),
    inOtherVersion: (body) => Buffer.from(body.toString().replace(API_VERSION, '2025-01-27.acacia')),
    close: async () => {
      await browser.close()
      await clocks.remove()
    },
  }
}

/** Made once in the account, and found again by its lookup key. */
async function priceFor(stripe: Stripe, offer: Offer): Promise<string> {
  const lookup_key = `waybill_test_${nameOf(offer)}_${centsOf(offer)}`
  const { data } = await stripe.prices.list({ lookup_keys: [lookup_key], limit: 1 })
  if (data[0] !== undefined) return data[0].id
  const interval = offer.period === 'monthly' ? 'month' : 'year'
  const made = await stripe.prices.create({
    currency: 'usd',
    unit_amount: centsOf(offer),
    lookup_key,
    product_data: { name: `Waybill test: ${nameOf(offer)}` },
    ...(offer.purchase === 'prepaid' ? {} : { recurring: { interval } }),
  })
  return made.id
}

/** Each customer has a clock of its own: Stripe puts few on one. All of them pass together. */
function makeClocks(stripe: Stripe) {
  const clocks = new Map<string, Promise<string>>()
  const clockFor = (key: string): Promise<string> => {
    const made = clocks.get(key) ?? stripe.testHelpers.testClocks.create({ frozen_time: now() }).then(({ id }) => id)
    clocks.set(key, made)
    return made
  }
  const advance = async (clock: string, days: number): Promise<void> => {
    const { frozen_time } = await stripe.testHelpers.testClocks.retrieve(clock)
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: frozen_time + Math.round(days * DAY_SECONDS) })
    for (let left = CLOCK_TRIES; left > 0; left -= 1) {
      if ((await stripe.testHelpers.testClocks.retrieve(clock)).status === 'ready') return
      await sleep(1_000)
    }
    throw new Error(`the test clock ${clock} did not advance`)
  }
  const all = () => Promise.all(clocks.values())
  const makeCustomer: PaymentProvider['makeCustomer'] = async (key, { account, email, language }) => {
    const preferred_locales = [language === 'zh' ? 'zh-CN' : 'en']
    const params = { email, preferred_locales, metadata: { account }, test_clock: await clockFor(key) }
    return (await stripe.customers.create(params, { idempotencyKey: key })).id
  }
  return {
    makeCustomer,
    passDays: async (days: number) => void (await Promise.all((await all()).map((clock) => advance(clock, days)))),
    /** Removes their customers too. */
    remove: async () =>
      void (await Promise.all((await all()).map((clock) => stripe.testHelpers.testClocks.del(clock)))),
  }
}

const now = () => Math.floor(Date.now() / 1_000)

/** What Stripe would post, oldest first; each once. */
function followEvents(stripe: Stripe, secret: string): ProviderUnderTest['takeEvents'] {
  const since = now()
  const told = new Set<string>()
  return async () => {
    const events = await stripe.events.list({ created: { gte: since }, limit: 100 }).autoPagingToArray({ limit: 1_000 })
    const untold = events.filter(({ id }) => !told.has(id)).toReversed()
    for (const { id } of untold) told.add(id)
    return untold.map((event) => {
      const body = Buffer.from(JSON.stringify(event))
      return { body, signature: signLikeStripe(body, secret) }
    })
  }
}
