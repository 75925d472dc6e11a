import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { CheckoutWish, PaymentProvider } from '../payment-provider.ts'
import { CHECKOUT_PARTS, presentStripeCheckout } from './present-stripe.ts'
import { keyed, type StripeParts } from './stripe-client.ts'
import { inOurWords, isRefusedFor, ofCustomer, orNull } from './stripe-faults.ts'

type Checkouts = Pick<PaymentProvider, 'startCheckout' | 'readCheckout' | 'closeCheckout'>
type Params = Stripe.Checkout.SessionCreateParams

/** Sessions of Stripe's checkout, which keeps cards away from this server. */
export function stripeCheckouts({ stripe, settings }: StripeParts): Checkouts {
  return {
    async startCheckout(key, wish) {
      const isPanel = settings.ui === 'panel' && !wish.isHosted
      const params = { ...pagesOf(wish, isPanel), ...purchaseOf(settings, wish) }
      const made = ofCustomer(wish.customer, stripe.checkout.sessions.create(params, keyed(key)))
      const session = await made.catch((error) => {
        // The promotion has run out since it was found.
        throw isRefusedFor(error, /^discounts/) ? new Problem('checkout-closed', {}, { cause: error }) : error
      })
      const { id, url, client_secret: clientSecret } = session
      if (url !== null && !isPanel) return { session: id, go: { kind: 'redirect', url } }
      if (clientSecret === null) throw new Error('Stripe made a checkout without a way to it')
      return { session: id, go: { kind: 'panel', clientSecret, publishableKey: settings.publishableKey } }
    },
    async readCheckout(id) {
      const session = await orNull(stripe.checkout.sessions.retrieve(id, { expand: CHECKOUT_PARTS }))
      return session && presentStripeCheckout(session)
    },
    async closeCheckout(id) {
      const session = await orNull(stripe.checkout.sessions.retrieve(id))
      if (session?.status !== 'open') return
      await inOurWords(stripe.checkout.sessions.expire(id)).catch(async (error) => {
        // It was paid or has expired between the two calls.
        const now = await inOurWords(stripe.checkout.sessions.retrieve(id))
        if (now.status === 'open') throw error
      })
    },
  }
}

function pagesOf({ backTo, leaveTo, language }: CheckoutWish, isPanel: boolean): Params {
  const back = backTo.replace('{session}', '{CHECKOUT_SESSION_ID}')
  const pages: Params = isPanel
    ? { ui_mode: 'embedded_page', return_url: back }
    : { ui_mode: 'hosted_page', success_url: back, cancel_url: leaveTo }
  return { ...pages, locale: language }
}

/** `metadata` says only what the page was for; what was bought is the price in the session's line. */
function purchaseOf({ collectsTax }: StripeParts['settings'], wish: CheckoutWish): Params {
  const { customer, purchase, promotion } = wish
  const metadata = { purchase: purchase.kind }
  if (purchase.kind === 'card') {
    return { mode: 'setup', customer, metadata, currency: 'usd', allowed_payment_method_types: ['card'] }
  }
  const paid: Params = {
    customer,
    metadata,
    line_items: [{ price: purchase.price, quantity: 1 }],
    automatic_tax: { enabled: collectsTax },
    tax_id_collection: { enabled: true },
    customer_update: { name: 'auto', address: 'auto' },
    ...(promotion === null ? { allow_promotion_codes: true } : { discounts: [{ promotion_code: promotion }] }),
  }
  if (purchase.kind === 'prepaid') {
    return {
      ...paid,
      mode: 'payment',
      invoice_creation: { enabled: true },
      allowed_payment_method_types: ['card', 'alipay', 'wechat_pay'],
      payment_method_options: { wechat_pay: { client: 'web' } },
    }
  }
  const renewing: Params = { ...paid, mode: 'subscription', allowed_payment_method_types: ['card'] }
  if (purchase.kind === 'subscription') return renewing
  return {
    ...renewing,
    payment_method_collection: 'always',
    subscription_data: { trial_period_days: purchase.days, trial_settings: WITHOUT_CARD },
  }
}

/** A trial whose card is gone at its end ends with it. */
export const WITHOUT_CARD = { end_behavior: { missing_payment_method: 'cancel' } } as const
