import { nameOf, offers } from '../../src/platform/payments/prices.ts'
import { stripePrices } from './stripe-books.ts'

/** Of a key that shows in browsers. */
export const PUBLISHABLE_KEY = 'pk_test_waybill'

/** The settings of a server that sells by the Stripe-shaped server at `base`, whose events are signed with `secret`. */
export const stripeEnv = (
  { base, secret }: { base: string; secret: string },
  ui: 'panel' | 'redirect',
): Record<string, string> => ({
  STRIPE_SECRET_KEY: 'sk_test_waybill',
  STRIPE_WEBHOOK_SECRETS: secret,
  STRIPE_API_BASE: base,
  // The panel is the default, and the page of Stripe needs no publishable key.
  ...(ui === 'panel' ? { STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY } : { STRIPE_UI: ui }),
  ...Object.fromEntries(
    offers.map((offer) => [`STRIPE_PRICE_${nameOf(offer).toUpperCase()}`, stripePrices.priceOf(offer) ?? '']),
  ),
})
