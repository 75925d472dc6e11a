import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const prices = Object.fromEntries(
  ['PERSONAL', 'PRO', 'BUSINESS'].flatMap((role) =>
    ['MONTHLY', 'YEARLY'].map((period) => [`STRIPE_PRICE_${role}_${period}`, `price_${role}_${period}`]),
  ),
)
const keys = { STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x', STRIPE_WEBHOOK_SECRETS: 'whsec_a, whsec_b' }
const stripe = { ...keys, ...prices }
const open = { PUBLIC_URL: 'https://files.example.com' }

test('without keys the sandbox sells while people only try the server, or where it is asked for', () => {
  expect(readConfig({}).payments).toEqual({ kind: 'sandbox' })
  expect(readConfig({ SANDBOX_PAYMENTS: 'off' }).payments).toBe(null)
  expect(readConfig(open).payments).toBe(null)
  expect(readConfig({ ...open, SANDBOX_PAYMENTS: 'on' }).payments).toEqual({ kind: 'sandbox' })
})

test('with its keys and prices Stripe sells', () => {
  const { payments } = readConfig({ ...open, ...stripe, STRIPE_PRICE_PRO_YEARLY_PREPAID: 'price_prepaid' })
  expect(payments).toMatchObject({
    kind: 'stripe',
    secretKey: 'sk_x',
    publishableKey: 'pk_x',
    webhookSecrets: ['whsec_a', 'whsec_b'],
    ui: 'panel',
    apiBase: null,
    collectsTax: false,
  })
  const sold = payments?.kind === 'stripe' ? payments.prices : []
  expect(sold).toHaveLength(7)
  expect(sold).toContainEqual([{ role: 'pro', period: 'yearly', purchase: 'prepaid' }, 'price_prepaid'])
  expect(sold).toContainEqual([
    { role: 'business', period: 'monthly', purchase: 'subscription' },
    'price_BUSINESS_MONTHLY',
  ])
})

const onMachine = 'must be like http://127.0.0.1:12111, on this machine, not'

test.each([
  [{ STRIPE_UI: 'panel' }, 'STRIPE_SECRET_KEY is missing while STRIPE_UI is set.'],
  [{ ...keys }, 'STRIPE_PRICE_PERSONAL_MONTHLY is missing while STRIPE_SECRET_KEY is set.'],
  [{ ...prices }, 'STRIPE_SECRET_KEY is missing while STRIPE_PRICE_PERSONAL_MONTHLY is set.'],
  [{ ...stripe, STRIPE_PRICE_PRO_YEARLY: '' }, 'STRIPE_PRICE_PRO_YEARLY is missing while STRIPE_SECRET_KEY is set.'],
  [
    { ...stripe, STRIPE_PRICE_PRO_YEARLY: 'price_PRO_MONTHLY' },
    'STRIPE_PRICE_PRO_YEARLY is the same price as STRIPE_PRICE_PRO_MONTHLY. Each offer has its own.',
  ],
  [{ ...stripe, SANDBOX_PAYMENTS: 'on' }, 'SANDBOX_PAYMENTS is on, but STRIPE_SECRET_KEY is set. Keep one of the two.'],
  [{ SANDBOX_PAYMENTS: 'yes' }, "SANDBOX_PAYMENTS must be one of on, off, not 'yes'."],
  [
    { ...stripe, STRIPE_WEBHOOK_SECRETS: 'abc' },
    'STRIPE_WEBHOOK_SECRETS must hold secrets that begin with whsec_, separated by commas.',
  ],
  [{ ...stripe, STRIPE_UI: 'frame' }, "STRIPE_UI must be one of panel, redirect, not 'frame'."],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: undefined },
    "STRIPE_PUBLISHABLE_KEY is missing: Stripe's form in our page needs it. STRIPE_UI=redirect does without.",
  ],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_live_secret' },
    'STRIPE_PUBLISHABLE_KEY must be a publishable key, which begins with pk_.',
  ],
  ...['https://127.0.0.1:12111', 'http://127.0.0.1', 'http://stripe.example:80'].map(
    (base): [Record<string, string>, string] => [
      { ...stripe, STRIPE_API_BASE: base },
      `STRIPE_API_BASE ${onMachine} '${base}'.`,
    ],
  ),
])('%o is refused', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('without a panel no publishable key is needed', () => {
  const { payments } = readConfig({ ...stripe, STRIPE_PUBLISHABLE_KEY: undefined, STRIPE_UI: 'redirect' })
  expect(payments).toMatchObject({ ui: 'redirect', publishableKey: '' })
})

test('accepts only a server on this machine in place of Stripe', () => {
  const { payments } = readConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:12111' })
  expect(payments).toMatchObject({ apiBase: new URL('http://127.0.0.1:12111') })
})
