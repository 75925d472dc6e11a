import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import { type PaymentEvent, SIGNATURE_SECONDS } from '../payment-provider.ts'
import { API_VERSION, dateOf, idOf, type StripeParts } from './stripe-client.ts'

/** What the webhook of the account is to be subscribed to; docs/operating.md lists the same. */
const kinds: Partial<Record<Stripe.Event['type'], PaymentEvent['kind']>> = {
  'checkout.session.completed': 'checkout-finished',
  'checkout.session.async_payment_succeeded': 'checkout-finished',
  'checkout.session.async_payment_failed': 'checkout-finished',
  'checkout.session.expired': 'checkout-expired',
  'customer.subscription.created': 'subscription-changed',
  'customer.subscription.updated': 'subscription-changed',
  'customer.subscription.deleted': 'subscription-changed',
  'customer.subscription.paused': 'subscription-changed',
  'customer.subscription.resumed': 'subscription-changed',
  'customer.subscription.pending_update_expired': 'subscription-changed',
  'invoice.paid': 'invoice-paid',
  'invoice.payment_failed': 'payment-failed',
  'invoice.payment_action_required': 'action-required',
  'charge.refunded': 'refunded',
  'refund.failed': 'refunded',
  'charge.dispute.created': 'disputed',
  'charge.dispute.updated': 'disputed',
  'charge.dispute.closed': 'disputed',
  'customer.updated': 'customer-changed',
}

/** Reads an event as the port promises. Stripe's SDK takes one secret at a time, and any time in the future. */
export function readStripeEvent(
  { stripe, settings, clock }: Pick<StripeParts, 'stripe' | 'settings' | 'clock'>,
  rawBody: Uint8Array,
  signature: string | undefined,
): PaymentEvent {
  const nowMs = clock.nowMs()
  const event = settings.webhookSecrets
    .map((secret) => verify(stripe, rawBody, signature ?? '', secret, nowMs))
    .find((one) => one !== null)
  if (event === undefined) throw new Problem('webhook-refused', { because: 'signature' })
  const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  if (!(Math.abs(nowMs / 1_000 - seconds) <= SIGNATURE_SECONDS))
    throw new Problem('webhook-refused', { because: 'time' })
  if (event.api_version !== API_VERSION) throw new Problem('webhook-refused', { because: 'version' })
  const kind = kinds[event.type] ?? 'other'
  return { id: event.id, at: dateOf(event.created), kind, ...nobody, ...namesOf(event.data.object) }
}

/** Null: not signed with this secret, too old, or no event at all. */
function verify(
  stripe: Stripe,
  rawBody: Uint8Array,
  signature: string,
  secret: string,
  nowMs: number,
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(rawBody, signature, secret, SIGNATURE_SECONDS, undefined, nowMs)
  } catch {
    return null
  }
}

type Names = Pick<PaymentEvent, 'customer' | 'subscription' | 'session' | 'payment'>
const nobody: Names = { customer: null, subscription: null, session: null, payment: null }

/** Whom and what an event is about, in whatever it carries. */
function namesOf(about: Stripe.Event['data']['object']): Partial<Names> {
  const customer = 'customer' in about ? idOf(about.customer) : null
  switch (about.object) {
    case 'checkout.session':
      return { customer, subscription: idOf(about.subscription), session: about.id }
    case 'subscription':
      return { customer, subscription: about.id }
    case 'invoice':
      return { customer, subscription: idOf(about.parent?.subscription_details?.subscription) }
    case 'customer':
      return { customer: about.id }
    // Neither a dispute nor a refund says whose it is.
    case 'charge':
    case 'dispute':
    case 'refund':
      return { customer, payment: idOf(about.payment_intent) }
    default:
      return { customer }
  }
}
