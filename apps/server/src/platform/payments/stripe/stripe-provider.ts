import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import type { StripeSettings } from '../../config/payment-settings.ts'
import { CustomerGone } from '../customer-gone.ts'
import type { InvoiceState, Money, PaymentProvider } from '../payment-provider.ts'
import { presentStripeInvoice } from './present-stripe.ts'
import { stripeCheckouts, WITHOUT_CARD } from './stripe-checkout.ts'
import { idOf, keyed, openStripeClient, type StripeParts } from './stripe-client.ts'
import { stripeCompanies } from './stripe-company.ts'
import { readStripeEvent } from './stripe-events.ts'
import { inOurWords, isMissing, isRefusedFor, isRefusedRequest, ofCustomer, orNull } from './stripe-faults.ts'
import { stripePromotions } from './stripe-promotions.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'
import { stripeSwitches } from './stripe-switch.ts'

const MOST = 100

/** Stripe as a payment provider (payment-provider.ts). Nothing is asked of it before the first call. */
export async function openStripe(settings: StripeSettings, clock: Context['clock']): Promise<PaymentProvider> {
  const parts: StripeParts = { stripe: await openStripeClient(settings), settings, clock }
  return {
    kind: 'stripe',
    ...customersOf(parts),
    ...stripeCheckouts(parts),
    ...stripeSubscriptions(parts),
    ...stripeSwitches(parts),
    ...moneyOf(parts),
    ...stripeCompanies(parts),
    ...stripePromotions(parts),
    readEvent: (rawBody, signature) => readStripeEvent(parts, rawBody, signature),
  }
}

function customersOf({
  stripe,
  settings,
}: StripeParts): Pick<PaymentProvider, 'makeCustomer' | 'removeCustomer' | 'useCard' | 'hasCard' | 'subscribe'> {
  return {
    async makeCustomer(key, { account, email, language }) {
      const preferred_locales = [language === 'zh' ? 'zh-CN' : 'en']
      const params = { email, preferred_locales, metadata: { account } }
      return (await inOurWords(stripe.customers.create(params, keyed(key)))).id
    },
    async removeCustomer(customer) {
      await orNull(stripe.customers.del(customer))
    },
    async useCard(key, { customer, paymentMethod }) {
      await requireCustomer(stripe, customer)
      await inOurWords(stripe.paymentMethods.attach(paymentMethod, { customer }, keyed(key, 'attach'))).catch(
        (error) => {
          // The method came from a client: it does not exist, or is another customer's.
          throw isRefusedRequest(error)
            ? new Problem('payment-refused', { reason: 'card-incorrect' }, { cause: error })
            : error
        },
      )
      await useFor(stripe, customer, paymentMethod, keyed(key))
      // A checkout gives a subscription a card of its own, which goes before the customer's.
      const { data } = await inOurWords(stripe.subscriptions.list({ customer, limit: MOST }))
      for (const { id } of data) {
        const params = { default_payment_method: paymentMethod }
        await inOurWords(stripe.subscriptions.update(id, params, keyed(key, id)))
      }
    },
    hasCard: async (customer) => (await findCard(stripe, customer)) !== null,
    async subscribe(key, { customer, price, days }) {
      const card = await findCard(stripe, customer)
      if (card === null) throw new Problem('payment-refused', { reason: 'card-declined' })
      if (!card.isDefault) await useFor(stripe, customer, card.id, keyed(key, card.id))
      const trial = days === 0 ? {} : { trial_period_days: days, trial_settings: WITHOUT_CARD }
      const params: Stripe.SubscriptionCreateParams = {
        customer,
        items: [{ price, quantity: 1 }],
        automatic_tax: { enabled: settings.collectsTax },
        payment_behavior: 'error_if_incomplete',
        ...trial,
      }
      const made = ofCustomer(customer, stripe.subscriptions.create(params, keyed(key)))
      const { id } = await made.catch((error) => {
        throw asTaxRefusal(error)
      })
      return id
    },
  }
}

/** Where Stripe works out the tax it refuses a customer without an address; a checkout asks for it. */
const asTaxRefusal = (error: unknown): unknown =>
  isRefusedFor(error, /^customer_tax_location_invalid$/)
    ? new Problem('payment-refused', { reason: 'address-missing' }, { cause: error })
    : error

const useFor = (stripe: Stripe, customer: string, method: string, options: Stripe.RequestOptions) =>
  ofCustomer(
    customer,
    stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }, options),
  )

/** @throws CustomerGone where Stripe has none of that id any more: a deleted customer can still be read */
async function requireCustomer(stripe: Stripe, customer: string): Promise<Stripe.Customer> {
  const found = await ofCustomer(customer, stripe.customers.retrieve(customer))
  if (found.deleted) throw new CustomerGone(customer)
  return found
}

/**
 * The customer's default card, else the newest: who paid at a checkout has a card that is the default of that
 * subscription alone. Null: no card.
 */
async function findCard(stripe: Stripe, customer: string): Promise<{ id: string; isDefault: boolean } | null> {
  const found = await requireCustomer(stripe, customer)
  const id = idOf(found.invoice_settings.default_payment_method)
  if (id !== null) return { id, isDefault: true }
  const { data } = await inOurWords(stripe.paymentMethods.list({ customer, type: 'card', limit: 1 }))
  const [newest] = data
  return newest === undefined ? null : { id: newest.id, isDefault: false }
}

type MoneyVerbs = Pick<PaymentProvider, 'refund' | 'readPayment' | 'listInvoices'>

function moneyOf({ stripe }: StripeParts): MoneyVerbs {
  return {
    async refund(key, { payment, amount }) {
      const params = { payment_intent: payment, amount: amount.minor }
      await inOurWords(stripe.refunds.create(params, keyed(key))).catch((error) => {
        const isTooMuch = isRefusedFor(error, /^(?:amount|charge_already_refunded)$/)
        throw isTooMuch ? new Problem('payment-refused', { reason: 'too-much' }, { cause: error }) : error
      })
    },
    readPayment: (payment) => readStripePayment(stripe, payment),
    async listInvoices(customer) {
      const found: InvoiceState[] = []
      const listed = stripe.invoices.list({ customer, limit: MOST, expand: ['data.payments'] })
      // A page may hold drafts, which are not shown.
      const all = listed.autoPagingEach((invoice) => {
        const shown = presentStripeInvoice(invoice)
        if (shown !== null) found.push(shown)
        return found.length < MOST
      })
      await inOurWords(all).catch((error) => {
        if (!isMissing(error)) throw error
      })
      return found
    },
  }
}

/** Of these states of a dispute the money is with the merchant: the bank only inquires, or has decided so. */
const undisputed = new Set(['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'])

/** What was given back is on the charge, and what was disputed in a list of its own. */
async function readStripePayment(stripe: Stripe, payment: string): ReturnType<PaymentProvider['readPayment']> {
  const found = await orNull(stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] }))
  if (found === null) return null
  const { latest_charge: charge, currency } = found
  if (charge === null || typeof charge === 'string') return null
  const { data } = await inOurWords(stripe.disputes.list({ payment_intent: payment, limit: MOST }))
  const held = data.filter(({ status }) => !undisputed.has(status)).reduce((sum, { amount }) => sum + amount, 0)
  const money = (minor: number): Money => ({ minor, currency })
  return { amount: money(charge.amount), refunded: money(charge.amount_refunded), disputed: money(held) }
}
