import { newId } from '../../src/platform/ids.ts'
import { type Books, nextCentsWith } from '../../src/platform/payments/sandbox/books.ts'
import {
  liveSubscription,
  payOpenSandboxInvoice,
  refundInvoice,
  scheduleEnd,
  startSubscription,
  subscriptionOf,
  sumSwitch,
  switchSubscription,
} from '../../src/platform/payments/sandbox/change-subscription.ts'
import { openCheckout } from '../../src/platform/payments/sandbox/pay-checkout.ts'
import { givePromotion, isRedeemable } from '../../src/platform/payments/sandbox/promotions.ts'
import { endSubscription, openInvoiceOf } from '../../src/platform/payments/sandbox/settle-books.ts'
import { badRequest, cardRefusal, noSuch, unknownLocation } from './stripe-answers.ts'
import type { StripeBooks } from './stripe-books.ts'
import { changeCompany, stripeCompanyRoutes } from './stripe-company-routes.ts'
import { redeemable, stripePromotionRoutes } from './stripe-promotion-routes.ts'
import * as shapes from './stripe-shapes.ts'

/** The input of a call: the form or the query, and the values of the path's wildcards. */
export interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: a form has any shape, and a wrong one fails the test
  form: any
  ids: string[]
}
export type Route = (books: StripeBooks, asked: Asked, options: { base: string }) => unknown

/** Subscriptions can be changed until they have ended; Stripe then knows none by that name. */
function live(all: StripeBooks, id: string) {
  const books = all.holding('subscriptions', id)
  try {
    return { books, row: liveSubscription(books, id) }
  } catch {
    throw noSuch('subscription', id)
  }
}

const shown = (all: StripeBooks, books: Books, id: string, base: string) =>
  shapes.subscriptionShape(books, subscriptionOf(books, id), { isScheduled: all.scheduled.has(id), base })

const customers: Record<string, Route> = {
  'POST /v1/customers': (all, { form }) => {
    const language = form.preferred_locales[0] === 'zh-CN' ? 'zh' : 'en'
    return shapes.customerOf(all.add({ account: form.metadata.account, email: form.email, language }))
  },
  'POST /v1/customers/*': (all, { ids: [id = ''], form }) => {
    const books = all.buying(id, 'id')
    if (form.name !== undefined) return changeCompany(books, form)
    const card = form.invoice_settings.default_payment_method
    if (!books.cards.some((one) => one.id === card)) throw badRequest('invoice_settings', 'not attached')
    books.customer.card_id = card
    return shapes.customerOf(books)
  },
  'DELETE /v1/customers/*': (all, { ids: [id = ''] }) => {
    const books = all.open(id)
    if (books.customer.removed_at !== null) throw noSuch('customer', id)
    for (const row of books.subscriptions) if (row.status !== 'canceled') endSubscription(books, row, books.now)
    for (const row of books.checkouts) if (row.status === 'open') row.status = 'expired'
    books.customer.removed_at = books.now
    return { id, object: 'customer', deleted: true }
  },
  'GET /v1/payment_methods': (all, { form }) =>
    shapes.listOf(all.open(form.customer).cards.toReversed().slice(0, form.limit).map(shapes.methodOf)),
  'POST /v1/payment_methods/*/attach': (all, { ids: [id = ''], form }) => {
    all.buying(form.customer)
    const books = all.holding('cards', id)
    if (books.customer.id !== form.customer) throw badRequest('customer', 'attached to another customer')
    return shapes.methodOf(books.cards.find((card) => card.id === id) as Books['cards'][number])
  },
}

const checkouts: Record<string, Route> = {
  'POST /v1/checkout/sessions': (all, { form }, { base }) => {
    const books = all.buying(form.customer)
    const promotion = form.discounts?.[0]?.promotion_code ?? null
    const known = all.promotions.find(({ id }) => id === promotion)
    if (promotion !== null && (known === undefined || !isRedeemable(known, books.now))) {
      throw badRequest('discounts[0][promotion_code]', 'This promotion code is expired.')
    }
    if (promotion !== null && form.allow_promotion_codes) throw badRequest('discounts', 'one of the two')
    const price = form.line_items?.[0]?.price ?? null
    const days = Number(form.subscription_data?.trial_period_days ?? 0)
    if (price !== null && (books.priceOf(price).purchase === 'prepaid') !== (form.mode === 'payment')) {
      throw badRequest('line_items[0][price]', 'the price has the wrong type for this mode')
    }
    const kind =
      form.mode === 'setup' ? 'card' : form.mode === 'payment' ? 'prepaid' : days > 0 ? 'trial' : 'subscription'
    const isPanel = form.ui_mode === 'embedded_page'
    const row = openCheckout(books, {
      customer: form.customer,
      purchase: { kind, price, days } as never,
      promotion,
      language: form.locale,
      backTo: form.success_url ?? form.return_url,
      leaveTo: form.cancel_url ?? '',
      isHosted: !isPanel,
    })
    return shapes.sessionShape(books, row, { base, isPanel })
  },
  'GET /v1/checkout/sessions/*': (all, { ids: [id = ''] }, { base }) => sessionOf(all, id, base),
  'POST /v1/checkout/sessions/*/expire': (all, { ids: [id = ''] }, { base }) => {
    const row = all.holding('checkouts', id).checkouts.find((one) => one.id === id)
    if (row?.status !== 'open')
      throw badRequest('session', 'Only Checkout Sessions with a status in open can be expired.')
    row.status = 'expired'
    return sessionOf(all, id, base)
  },
}

function sessionOf(all: StripeBooks, id: string, base: string) {
  const books = all.holding('checkouts', id)
  const row = books.checkouts.find((one) => one.id === id) as Books['checkouts'][number]
  return shapes.sessionShape(books, row, { base, isPanel: false })
}

const subscriptions: Record<string, Route> = {
  'POST /v1/subscriptions': (all, { form }, { base }) => {
    const books = all.buying(form.customer)
    if (books.customer.card_id === null) throw badRequest('customer', 'This customer has no attached payment source')
    if (form.automatic_tax.enabled === 'true' && !books.customer.company?.address) throw unknownLocation()
    const days = Number(form.trial_period_days ?? 0)
    const wish = { price: form.items[0].price, days, promotion: null, isPaidAtPage: false }
    return shown(all, books, startSubscription(books, wish).id, base)
  },
  'GET /v1/subscriptions': (all, { form }, { base }) => {
    const books = all.open(form.customer)
    const rows = books.subscriptions.filter(({ status }) => form.status === 'all' || status !== 'canceled')
    return shapes.listOf(rows.toReversed().map(({ id }) => shown(all, books, id, base)))
  },
  'GET /v1/subscriptions/*': (all, { ids: [id = ''] }, { base }) =>
    shown(all, all.holding('subscriptions', id), id, base),
  'POST /v1/subscriptions/*': (all, { ids: [id = ''], form }, { base }) => {
    const { books, row } = live(all, id)
    if (form.default_payment_method !== undefined) books.customer.card_id = form.default_payment_method
    if (form.cancel_at_period_end !== undefined) {
      scheduleEnd(books, row, form.cancel_at_period_end === 'true' ? 'cancel' : 'renew')
    }
    if (form.discounts !== undefined) {
      if (all.scheduled.has(id)) throw badRequest('discounts', 'managed by a schedule')
      givePromotion(books, row, redeemable(all, form.discounts[0].promotion_code))
    }
    if (form.items !== undefined) {
      if (all.scheduled.has(id) || form.cancel_at_period_end !== undefined)
        throw badRequest('items', 'managed by a schedule')
      const [{ price }] = form.items
      const at = new Date(form.proration_date * 1_000)
      const seenCents = sumSwitch(books, row, price, at).dueCents
      switchSubscription(books, row, { price, at, seenCents })
    }
    return shown(all, books, id, base)
  },
  'DELETE /v1/subscriptions/*': (all, { ids: [id = ''] }, { base }) => {
    const { books, row } = live(all, id)
    endSubscription(books, row, books.now)
    return shown(all, books, id, base)
  },
  'POST /v1/subscription_schedules': (all, { form }) => {
    const { books, row } = live(all, form.from_subscription)
    if (all.scheduled.has(row.id)) throw badRequest('from_subscription', 'already attached to a schedule')
    all.scheduled.set(row.id, row.period_ends_at)
    return shapes.scheduleShape(books, row)
  },
  'POST /v1/subscription_schedules/*': (all, { ids: [schedule = ''], form }) => {
    const { books, row } = live(all, schedule.replace('sub_sched_', ''))
    const [now, next] = form.phases
    if (now.items[0].price !== row.price || Number(now.end_date) !== shapes.secondsOf(row.period_ends_at)) {
      throw badRequest('phases', 'the phase that runs must stay as it is')
    }
    all.scheduled.set(row.id, row.period_ends_at)
    scheduleEnd(books, row, { price: next.items[0].price })
    return shapes.scheduleShape(books, row)
  },
  'POST /v1/subscription_schedules/*/release': (all, { ids: [schedule = ''] }) => {
    const { books, row } = live(all, schedule.replace('sub_sched_', ''))
    all.scheduled.delete(row.id)
    scheduleEnd(books, row, row.is_ending ? 'cancel' : 'renew')
    return shapes.scheduleShape(books, row)
  },
}

const invoiceOf = (all: StripeBooks, id: string) =>
  all.holding('invoices', id).invoices.find((one) => one.id === id) as Books['invoices'][number]

const money: Record<string, Route> = {
  'GET /v1/prices/*': (all, { ids: [id = ''] }) =>
    shapes.priceShape(all.add({ account: '', email: '', language: 'en' }), id),
  'POST /v1/invoices/create_preview': (all, { form }) => {
    const { books, row } = live(all, form.subscription)
    if (form.discounts !== undefined) {
      const total = nextCentsWith(books, row, redeemable(all, form.discounts[0].promotion_code))
      return { object: 'invoice', currency: 'usd', total }
    }
    const { items, proration_behavior, proration_date } = form.subscription_details
    const at = proration_date === undefined ? books.now : new Date(proration_date * 1_000)
    if (at > books.now) throw badRequest('subscription_details[proration_date]', 'must not be in the future')
    const { dueCents, creditCents, nextCents, nextAt } = sumSwitch(books, row, items[0].price, at)
    const isNext = proration_behavior === 'none'
    return {
      object: 'invoice',
      currency: 'usd',
      created: shapes.secondsOf(books.now),
      amount_due: isNext ? nextCents : dueCents,
      total: isNext ? nextCents : creditCents > 0 ? -creditCents : dueCents,
      starting_balance: 0,
      lines: shapes.listOf([{ period: { start: shapes.secondsOf(at), end: shapes.secondsOf(nextAt) } }]),
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: row.id, subscription_proration_date: shapes.secondsOf(at) },
      },
    }
  },
  'GET /v1/invoices': (all, { form }, { base }) => {
    const books = form.customer ? all.open(form.customer) : all.holding('subscriptions', form.subscription)
    const rows = books.invoices.filter(
      ({ status, subscription_id }) =>
        (form.status === undefined || status === form.status) &&
        (form.subscription === undefined || subscription_id === form.subscription),
    )
    return shapes.listOf(rows.toReversed().map((row) => shapes.invoiceShape(books, row, base)))
  },
  'GET /v1/invoices/*': (all, { ids: [id = ''] }, { base }) =>
    shapes.invoiceShape(all.holding('invoices', id), invoiceOf(all, id), base),
  'POST /v1/invoices/*/pay': (all, { ids: [id = ''] }, { base }) => {
    const books = all.holding('invoices', id)
    const invoice = books.invoices.find((one) => one.id === id)
    const row = books.subscriptions.find((one) => one.id === invoice?.subscription_id)
    if (row === undefined || openInvoiceOf(books, row)?.id !== id)
      throw badRequest('invoice', 'Invoice is already paid')
    if (payOpenSandboxInvoice(books, row) !== null) throw cardRefusal('card-declined')
    return shapes.invoiceShape(books, invoice as Books['invoices'][number], base)
  },
  'POST /v1/refunds': (all, { form }) => {
    const id = form.payment_intent.replace('pi_', '')
    refundInvoice(all.holding('invoices', id), id, Number(form.amount))
    return { id: `re_${newId()}`, object: 'refund', amount: Number(form.amount), status: 'succeeded' }
  },
  'GET /v1/payment_intents/*': (all, { ids: [id = ''] }) => {
    const found = invoiceOf(all, id.replace('pi_', ''))
    if (found.status !== 'paid') throw noSuch('payment_intent', id)
    return shapes.intentShape(found)
  },
  'GET /v1/disputes': (all, { form }) => {
    const found = invoiceOf(all, form.payment_intent.replace('pi_', ''))
    const status = all.disputes.get(found.id)
    return shapes.listOf(status === undefined ? [] : [shapes.disputeShape(found, status)])
  },
}

export const stripeRoutes = Object.entries({
  ...customers,
  ...checkouts,
  ...subscriptions,
  ...money,
  ...stripePromotionRoutes,
  ...stripeCompanyRoutes,
}).map(([name, route]) => {
  const [method = '', path = ''] = name.split(' ')
  return { method, path: new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`), route }
})
