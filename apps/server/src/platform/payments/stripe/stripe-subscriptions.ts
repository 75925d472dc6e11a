import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { PaymentProvider, PayOutcome } from '../payment-provider.ts'
import { itemOf, presentStripeSubscription, SUBSCRIPTION_PARTS } from './present-stripe.ts'
import { idOf, keyed, type StripeParts } from './stripe-client.ts'
import { inOurWords, orNull } from './stripe-faults.ts'

type Subscriptions = Pick<
  PaymentProvider,
  'readSubscription' | 'listSubscriptions' | 'switchLater' | 'cancel' | 'undoScheduled' | 'payOpenInvoice'
>

const MOST = 100

/** Subscriptions of Stripe, but for switching at once (stripe-switch.ts). */
export function stripeSubscriptions({ stripe }: StripeParts): Subscriptions {
  return {
    async readSubscription(id) {
      const found = await orNull(stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS }))
      return found && presentStripeSubscription(found)
    },
    async listSubscriptions(customer) {
      const expand = SUBSCRIPTION_PARTS.map((part) => `data.${part}`)
      const listed = stripe.subscriptions.list({ customer, status: 'all', limit: MOST, expand })
      return ((await orNull(listed))?.data ?? []).map(presentStripeSubscription)
    },
    async switchLater(key, { subscription: id, price }) {
      await scheduleSwitch(stripe, key, await liveStripeSubscription(stripe, id), price)
    },
    async cancel(key, { subscription: id, at }) {
      const found = await orNull(stripe.subscriptions.retrieve(id))
      if (found === null || found.status === 'canceled') return
      await release(stripe, key, found)
      if (at === 'now') await inOurWords(stripe.subscriptions.cancel(id, {}, keyed(key)))
      else await inOurWords(stripe.subscriptions.update(id, { cancel_at_period_end: true }, keyed(key)))
    },
    async undoScheduled(key, { subscription: id }) {
      const found = await liveStripeSubscription(stripe, id)
      await release(stripe, key, found)
      await goOn(stripe, key, found)
    },
    payOpenInvoice: async (key, { subscription: id }) =>
      payInvoice(stripe, key, await openInvoice(stripe, await liveStripeSubscription(stripe, id))),
  }
}

/** One that has not ended. @throws Problem 'checkout-closed' */
export async function liveStripeSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await orNull(stripe.subscriptions.retrieve(id, { expand: ['schedule'] }))
  if (found === null || found.status === 'canceled' || found.status === 'incomplete_expired') {
    throw new Problem('checkout-closed')
  }
  return found
}

/** Ends the schedule of a subscription, which stays as it is. */
export async function release(stripe: Stripe, key: string, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule)
  if (id !== null) await inOurWords(stripe.subscriptionSchedules.release(id, {}, keyed(key, 'release')))
}

/** Takes back an end that was set. */
export async function goOn(stripe: Stripe, key: string, { id, cancel_at_period_end }: Stripe.Subscription) {
  if (!cancel_at_period_end) return
  await inOurWords(stripe.subscriptions.update(id, { cancel_at_period_end: false }, keyed(key, 'go-on')))
}

/**
 * Another price from the period's end on: a schedule with the phase that runs and one period of the next, after which
 * the subscription goes on by itself. A phase forgets the discounts and the trial that it is not told of.
 */
export async function scheduleSwitch(
  stripe: Stripe,
  key: string,
  subscription: Stripe.Subscription,
  price: string,
): Promise<void> {
  await goOn(stripe, key, subscription)
  const { id, trial_end, status } = subscription
  const { schedule } = subscription
  const held =
    schedule !== null && typeof schedule === 'object'
      ? schedule
      : await inOurWords(stripe.subscriptionSchedules.create({ from_subscription: id }, keyed(key, 'schedule')))
  const item = itemOf(subscription)
  const interval = (await inOurWords(stripe.prices.retrieve(price))).recurring?.interval ?? 'month'
  const discounts = subscription.discounts.flatMap((one) => idOf(one) ?? []).map((discount) => ({ discount }))
  const phases: Stripe.SubscriptionScheduleUpdateParams.Phase[] = [
    {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: held.current_phase?.start_date ?? item.current_period_start,
      end_date: item.current_period_end,
      discounts,
      ...(status === 'trialing' && trial_end !== null ? { trial_end } : {}),
    },
    { items: [{ price, quantity: 1 }], duration: { interval, interval_count: 1 }, discounts },
  ]
  const update = { phases, end_behavior: 'release', proration_behavior: 'none' } as const
  await inOurWords(stripe.subscriptionSchedules.update(held.id, update, keyed(key)))
}

/** The newest invoice that a renewal left open; that of a switch that waits for its payment is another matter. */
async function openInvoice(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice | null> {
  const { id, pending_update, latest_invoice } = subscription
  const { data } = await inOurWords(stripe.invoices.list({ subscription: id, status: 'open', limit: MOST }))
  const waiting = pending_update === null ? null : idOf(latest_invoice)
  return data.find((invoice) => invoice.id !== waiting) ?? null
}

async function payInvoice(stripe: Stripe, key: string, invoice: Stripe.Invoice | null): Promise<PayOutcome> {
  if (invoice === null) return { kind: 'paid' }
  try {
    await inOurWords(stripe.invoices.pay(invoice.id, {}, keyed(key)))
    return { kind: 'paid' }
  } catch (error) {
    if (error instanceof Problem && error.code === 'payment-refused') return unpaid(invoice)
    throw error
  }
}

/** Stripe's page of an invoice takes another card, and asks the bank where it must. */
export function unpaid({ id, hosted_invoice_url: payUrl }: Stripe.Invoice): PayOutcome {
  if (typeof payUrl !== 'string') throw new Error(`the invoice ${id} has no page`)
  return { kind: 'unpaid', payUrl }
}
