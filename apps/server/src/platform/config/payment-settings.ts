import { nameOf, type Offer, offers } from '../payments/prices.ts'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseChoice, parseFlag, parseOrigin, splitList } from './setting-forms.ts'

export interface StripeSettings {
  secretKey: string
  /** For the panel; empty where checkouts lead to Stripe's own page. */
  publishableKey: string
  /** Several while one takes the place of another. */
  webhookSecrets: readonly string[]
  /** Whether the card is typed at Stripe's page, or at our own page that holds Stripe's panel. */
  ui: 'redirect' | 'panel'
  /** A server of the tests on this machine; null is Stripe. */
  apiBase: URL | null
  /** Whether Stripe works out the tax; the account must be set up for it. */
  collectsTax: boolean
  /** Which price id stands for which offer. Prepaid offers may be left out, and are then not sold. */
  prices: ReadonlyArray<readonly [Offer, string]>
}

/** Who takes the money; null: nothing is on sale. */
export type PaymentSettings = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings) | null

const required = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'] as const
const optional = ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_UI', 'STRIPE_API_BASE', 'STRIPE_TAX'] as const

/** 'STRIPE_PRICE_PRO_YEARLY', 'STRIPE_PRICE_PRO_YEARLY_PREPAID'. */
const priceName = (offer: Offer): string => `STRIPE_PRICE_${nameOf(offer).toUpperCase()}`

/**
 * Stripe where its group is set, else the sandbox where people only try this server. Throws ConfigError where the group
 * is half set or contradicts SANDBOX_PAYMENTS.
 */
export function readPayments(get: Get, { isTried }: { isTried: boolean }): PaymentSettings {
  const said = get('SANDBOX_PAYMENTS')
  const isSandbox = said === undefined ? isTried : parseChoice('SANDBOX_PAYMENTS', said, ['on', 'off']) === 'on'
  const prices = offers.map((offer) => ({ offer, name: priceName(offer), id: get(priceName(offer)) }))
  const values = [...required, ...optional].map((name) => ({ name, text: get(name) }))
  const first = [...values.map(({ name, text }) => ({ name, id: text })), ...prices].find(({ id }) => id !== undefined)
  if (first === undefined) return isSandbox ? { kind: 'sandbox' } : null
  if (said === 'on') throw new ConfigError('SANDBOX_PAYMENTS', `is on, but ${first.name} is set. Keep one of the two.`)
  const missing = (name: string) => new ConfigError(name, `is missing while ${first.name} is set.`)
  const [secretKey = '', secrets = ''] = required.map((name) => {
    const text = get(name)
    if (text === undefined) throw missing(name)
    return text
  })
  const unset = prices.find(({ offer, id }) => offer.purchase === 'subscription' && id === undefined)
  if (unset !== undefined) throw missing(unset.name)
  const ui = parseChoice('STRIPE_UI', get('STRIPE_UI') ?? 'panel', ['panel', 'redirect'])
  return {
    kind: 'stripe',
    secretKey,
    publishableKey: readPublishableKey(get('STRIPE_PUBLISHABLE_KEY'), ui),
    webhookSecrets: parseSecrets(secrets),
    ui,
    apiBase: parseApiBase(get('STRIPE_API_BASE')),
    collectsTax: parseFlag('STRIPE_TAX', get('STRIPE_TAX') ?? 'false'),
    prices: parsePrices(prices),
  }
}

/** Every browser that pays in the panel sees it, so a secret key in its place would be everybody's. */
function readPublishableKey(text: string | undefined, ui: StripeSettings['ui']): string {
  if (text === undefined && ui === 'redirect') return ''
  if (text === undefined) {
    const how = "is missing: Stripe's form in our page needs it. STRIPE_UI=redirect does without."
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY', how)
  }
  if (!/^pk_\S+$/.test(text)) {
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY', 'must be a publishable key, which begins with pk_.')
  }
  return text
}

/** No message quotes a secret. */
function parseSecrets(text: string): string[] {
  const secrets = splitList(text)
  if (secrets.length === 0 || secrets.some((secret) => !/^whsec_\S+$/.test(secret))) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRETS', 'must hold secrets that begin with whsec_, separated by commas.')
  }
  return secrets
}

/** The secret key goes to this address, so only this machine is allowed. */
function parseApiBase(text: string | undefined): URL | null {
  if (text === undefined) return null
  const url = parseOrigin('STRIPE_API_BASE', text)
  if (url.protocol !== 'http:' || url.port === '' || !['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) {
    throw new ConfigError('STRIPE_API_BASE', `must be like http://127.0.0.1:12111, on this machine, not '${text}'.`)
  }
  return url
}

function parsePrices(given: ReadonlyArray<{ offer: Offer; name: string; id: string | undefined }>) {
  const seen = new Map<string, string>()
  return given.flatMap(({ offer, name, id }) => {
    if (id === undefined) return []
    const before = seen.get(id)
    if (before !== undefined) throw new ConfigError(name, `is the same price as ${before}. Each offer has its own.`)
    seen.set(id, name)
    return [[offer, id] as const]
  })
}
