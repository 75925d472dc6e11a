import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import type { Money, PaymentProvider, PayOutcome, SwitchPreview } from '../payment-provider.ts'
import { isSwitchInstant, requireSwitchable } from '../switch-rules.ts'
import { itemOf } from './present-stripe.ts'
import { dateOf, idOf, keyed, type StripeParts, secondsOf } from './stripe-client.ts'
import { inOurWords, isRefusedFor } from './stripe-faults.ts'
import { goOn, liveStripeSubscription, release, scheduleSwitch, unpaid } from './stripe-subscriptions.ts'

/** Switching at once: what it costs is worked out by Stripe, both times for the same second. */
export function stripeSwitches({ stripe }: StripeParts): Pick<PaymentProvider, 'previewSwitch' | 'switchNow'> {
  return {
    async previewSwitch({ subscription: id, price }) {
      const subscription = await liveStripeSubscription(stripe, id)
      requireSwitchable(subscription.status)
      return presentPreview(
        subscription,
        await previewNow(stripe, subscription, price),
        await previewNext(stripe, subscription, price),
      )
    },
    async switchNow(key, { subscription: id, price, seen }) {
      const subscription = await liveStripeSubscription(stripe, id)
      const before = await outcomeBefore(stripe, subscription, price)
      if (before !== null) return before
      requireSwitchable(subscription.status)
      await requireSeen(stripe, subscription, price, seen)
      return switchTo(stripe, key, subscription, price, seen.at)
    },
  }
}

const usdOr = (minor: number, currency: string): Money => ({ minor, currency })

/** What is charged at once; `at` is the second that the sums are for, by default Stripe's own now. */
function previewNow(stripe: Stripe, subscription: Stripe.Subscription, price: string, at?: Date) {
  const details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {
    items: [{ id: itemOf(subscription).id, price }],
    proration_behavior: 'always_invoice',
    ...(at === undefined ? {} : { proration_date: secondsOf(at) }),
  }
  return inOurWords(stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: details }))
}

/** What a whole period of the other price costs, with discount and tax. */
function previewNext(stripe: Stripe, subscription: Stripe.Subscription, price: string) {
  const items = [{ id: itemOf(subscription).id, price }]
  const details = { items, proration_behavior: 'none' } as const
  return inOurWords(stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: details }))
}

function presentPreview(subscription: Stripe.Subscription, now: Stripe.Invoice, next: Stripe.Invoice): SwitchPreview {
  const { current_period_end } = itemOf(subscription)
  const { currency, amount_due, starting_balance, total } = now
  // Another length of period begins now, and its line ends when the next one begins.
  const ends = now.lines.data.map(({ period }) => period.end)
  return {
    dueNow: usdOr(amount_due, currency),
    credit: usdOr(Math.max(0, -(starting_balance + total)), currency),
    next: { amount: usdOr(next.total, currency), at: dateOf(Math.max(current_period_end, ...ends)) },
    at: dateOf(instantOf(now)),
  }
}

/** The second that the sums of a preview are for. */
const instantOf = ({ parent, created }: Stripe.Invoice): number =>
  parent?.subscription_details?.subscription_proration_date ?? created

/**
 * What has become of the switch if it was asked for before, so that a call whose answer was lost is answered the same.
 * Null: it was not.
 */
async function outcomeBefore(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  price: string,
): Promise<PayOutcome | null> {
  if (itemOf(subscription).price.id === price) return { kind: 'paid' }
  const invoice = idOf(subscription.latest_invoice)
  const waiting = subscription.pending_update?.subscription_items?.[0]?.price.id
  if (waiting !== price || invoice === null) return null
  return unpaid(await inOurWords(stripe.invoices.retrieve(invoice)))
}

/** Stripe's clock judges the instant. @throws Problem 'price-moved' {minor, currency} */
async function requireSeen(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  price: string,
  { at, dueNow }: { at: Date; dueNow: Money },
): Promise<void> {
  const { current_period_start, current_period_end } = itemOf(subscription)
  const current = await previewNow(stripe, subscription, price)
  const isGood = isSwitchInstant(at, {
    now: dateOf(instantOf(current)),
    periodStartsAt: dateOf(current_period_start),
    periodEndsAt: dateOf(current_period_end),
  })
  const seen = isGood ? await previewAt(stripe, subscription, price, at) : null
  const { amount_due: minor, currency } = seen ?? current
  if (seen === null || minor !== dueNow.minor || currency !== dueNow.currency) {
    throw new Problem('price-moved', { minor, currency })
  }
}

/** Null: Stripe takes no such instant. */
const previewAt = (stripe: Stripe, subscription: Stripe.Subscription, price: string, at: Date) =>
  previewNow(stripe, subscription, price, at).catch((error) => {
    if (isRefusedFor(error, /proration_date/)) return null
    throw error
  })

/** A schedule has to end before, and is put back where the switch is not paid. */
async function switchTo(
  stripe: Stripe,
  key: string,
  subscription: Stripe.Subscription,
  price: string,
  at: Date,
): Promise<PayOutcome> {
  const scheduled = scheduledPrice(subscription)
  await release(stripe, key, subscription)
  const params: Stripe.SubscriptionUpdateParams = {
    items: [{ id: itemOf(subscription).id, price }],
    proration_behavior: 'always_invoice',
    proration_date: secondsOf(at),
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  }
  const changed = await inOurWords(stripe.subscriptions.update(subscription.id, params, keyed(key)))
  if (changed.pending_update === null) {
    await goOn(stripe, key, changed)
    return { kind: 'paid' }
  }
  if (scheduled !== null) await scheduleSwitch(stripe, `${key}-again`, { ...changed, schedule: null }, scheduled)
  if (changed.latest_invoice === null || typeof changed.latest_invoice === 'string') {
    throw new Error(`the switch of ${changed.id} waits for no invoice`)
  }
  return unpaid(changed.latest_invoice)
}

/** What a schedule switches to at the period's end; null: nothing. */
export function scheduledPrice(subscription: Stripe.Subscription): string | null {
  const { schedule } = subscription
  if (schedule === null || typeof schedule === 'string') return null
  const { current_period_end } = itemOf(subscription)
  return idOf(schedule.phases.find(({ start_date }) => start_date >= current_period_end)?.items[0]?.price)
}
