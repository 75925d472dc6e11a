import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, ignored } from '../core/fields.ts'
import { card, payOutcome, period, providerId, soldRole } from './payment-shapes.ts'

/** The specification's own calls, for its clients. Instants are whole seconds since 1970, as the provider's are. */
const reaching = [
  'unauthenticated',
  'admin-only',
  'not-on-sale',
  'not-yours',
  'payments-unavailable',
  'too-many-requests',
] as const
const epochSeconds = z.int().nullable()

const plan = z.object({
  id: z.string(),
  nickname: z.string(),
  /** Cents. */
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
})

/**
 * The account's subscription in the specification's shape, from our own row; empty lists without one. The header
 * `stripeId` may name the account's own customer; another is 'not-yours'.
 */
export const readStripeData = endpoint('readStripeData', {
  summary: 'The subscription in the shape of the payment provider',
  auth: 'session',
  isAdminOnly: true,
  reply: z.object({
    metadata: z.object({ role: z.string() }),
    subscriptions: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          plan,
          metadata: z.object({ period, role: soldRole }),
          trial_period_days: z.int().nullable(),
          trial_end: epochSeconds,
          current_period_end: epochSeconds,
        }),
      ),
    }),
    invoice_settings: z.object({
      default_payment_method: z
        .object({
          card: z.object({
            ...card.pick({ brand: true, last4: true }).shape,
            exp_month: z.int(),
            exp_year: z.int(),
          }),
        })
        .nullable(),
    }),
    discount: z
      .object({
        coupon: z.object({
          name: z.string(),
          percent_off: z.number().nullable(),
          amount_off: z.int().nullable(),
          redeem_by: epochSeconds,
        }),
      })
      .nullable(),
  }),
  problems: ['unauthenticated', 'admin-only', 'not-yours'],
})

/**
 * Has later payments charged to a payment method that the provider's own script has made, and tries an overdue payment
 * with it.
 */
export const addCard = endpoint('addCard', {
  summary: 'Use another card',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    paymentMethodId: providerId,
    stripeCustomerId: providerId.nullish(),
    SSuserId: id.nullish(),
    addCardOnly: ignored,
  }),
  /** 'none': nothing was overdue. */
  reply: z.object({ overdue: z.union([payOutcome, z.object({ kind: z.literal('none') })]) }),
  problems: [...reaching, 'payment-refused', 'no-subscription', 'checkout-closed', 'still-working'],
})

/**
 * A subscription on the card of `addCard`, without a checkout. `priceId` alone says what is bought, and `role` is
 * ignored. With `addCardOnly` nothing is bought: an overdue payment is tried on the card. `trial` gives 7 days, once.
 */
export const createSubscription = endpoint('createSubscription', {
  summary: 'Subscribe on a card that is known',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    priceId: providerId,
    trial: z.boolean().optional(),
    addCardOnly: z.boolean().optional(),
    stripeCustomerId: providerId.nullish(),
    SSuserId: id.nullish(),
    role: ignored,
  }),
  reply: z.object({ plan }),
  problems: [
    ...reaching,
    'invalid-input',
    'payment-refused',
    'trial-used',
    'already-subscribed',
    'no-subscription',
    'checkout-closed',
    'still-working',
  ],
})
