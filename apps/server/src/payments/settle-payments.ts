import type { CompanyView } from '@waybill/contract/billing/company-shapes'
import { Problem } from '@waybill/contract/core/problems'
import { readBought, writeSubscription } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { holdAccountsOf } from '../identity/accounts/index.ts'
import type { Bought } from '../platform/database/column-types.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { CheckoutState, InvoiceState, SubscriptionState } from '../platform/payments/payment-provider.ts'
import {
  type CheckoutRow,
  hasTrial,
  insertPrepaid,
  listUnfinishedCheckouts,
  type PrepaidMade,
  type RunningPrepaid,
  readPrepaid,
  setState,
} from './checkout-store.ts'
import { judgeBought, requireOfferOf, runningOf, statusOf, viewSubscription } from './judge-bought.ts'
import { hasPaidAhead, listChangeable, type ReadPayment, writeLosses } from './lost-prepaid-store.ts'
import type { Settled } from './news/judge-news.ts'
import { noteNews } from './news/note-news.ts'
import { type Customer, countWrite, findCustomer, keepCompany } from './payment-store.ts'
import { type Purchases, tidyPurchases } from './tidy-purchases.ts'

type Settling = Pick<Context, 'db' | 'payments' | 'log'>

const TRIES = 8

/** What was read of the provider. */
interface Read extends Purchases {
  checkouts: Array<{ row: CheckoutRow; state: CheckoutState | null; next: CheckoutRow['state'] }>
  payments: ReadPayment[]
  company: CompanyView | null
  /** Newest first. */
  invoices: InvoiceState[]
}

/**
 * Reads back from the provider what a workspace has bought, and writes it: role, status, details, prepaid periods and
 * what became of its checkouts. The one place that does. It may run at any time, any number of times and at once in
 * several processes: a process that read before another one wrote reads again, so that no older state is written last.
 * Of many at once, few write: who was the second to write since a call began has read after it began, and wrote for it.
 *
 * @throws Problem 'payments-unavailable'; 'still-working' {retryAfterSeconds} where others kept writing
 */
export async function settlePayments(ctx: Settling, workspaceId: string): Promise<void> {
  const { payments } = ctx
  let first: Customer | null = null
  for (let left = TRIES; left > 0; left -= 1) {
    const customer = payments && (await findCustomer(ctx.db, workspaceId, payments.provider.kind))
    if (payments === null || customer === null) return settleUnreadable(ctx, workspaceId)
    if (first?.customer !== customer.customer) first = customer
    if (customer.version >= first.version + 2) return
    const read = await readPurchases(ctx, payments, customer)
    if (await writePurchases(ctx, payments, customer, read)) return
  }
  throw new Problem('still-working', { retryAfterSeconds: 1 })
}

/**
 * Settles a workspace that the present provider does not know, or where nothing is on sale. What test cards have bought
 * ends once the sandbox does not sell. What Stripe sold stays as it was read last, and periods that were paid ahead
 * there end in their time.
 */
function settleUnreadable({ db, payments }: Settling, workspaceId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await holdAccountsOf(tx, workspaceId)
    const before = await readBought(tx, workspaceId)
    const isSandbox = before?.provider === 'sandbox'
    if (before === null || (isSandbox && payments?.provider.kind === 'sandbox')) return
    const prepaid = await readPrepaid(tx, { workspaceId, provider: 'stripe' })
    const { subscription, view } = isSandbox ? { subscription: null, view: null } : before
    const bought = describeBought('stripe', { subscription, view, prepaid })
    const isNothing = isSandbox && prepaid === null
    await keepBought(tx, workspaceId, { before, bought, kept: isNothing ? null : bought })
    await settleAtEnd(tx, workspaceId, prepaid)
    const written = { provider: 'stripe', before, bought, running: null, invoices: [], prepaid: [] } as const
    // What test cards have bought ends without a word.
    if (!isSandbox && view === null) await noteNews(tx, workspaceId, null, written)
  })
}

async function readPurchases(ctx: Settling, payments: Payments, customer: Customer): Promise<Read> {
  const { provider } = payments
  const rows = await listUnfinishedCheckouts(ctx.db, customer.workspaceId, provider.kind)
  const states = await Promise.all(
    rows.map(async (row) => ({ row, state: await provider.readCheckout(row.session ?? '') })),
  )
  const read = await readPrepaidPayments(ctx, payments, customer)
  const isPaidAhead = await hasPaidAhead(ctx.db, customer, read)
  const tidied = await tidyPurchases(ctx, payments, customer, { states, isPaidAhead })
  const checkouts = await Promise.all(
    tidied.states.map(async (one) => ({ ...one, next: await judgeCheckout(ctx, one.state, tidied) })),
  )
  const [company, invoices] = await Promise.all([
    provider.readCompany(customer.customer),
    tidied.subscriptions.length === 0 ? [] : provider.listInvoices(customer.customer),
  ])
  return { ...tidied, checkouts, payments: read, company, invoices }
}

/** What was given back, or is disputed, of the payments of periods that were paid ahead. */
async function readPrepaidPayments(
  { db }: Settling,
  { provider }: Payments,
  customer: Customer,
): Promise<ReadPayment[]> {
  const found = await Promise.all(
    (await listChangeable(db, customer)).map(async ({ session, payment }) => {
      const state = await provider.readPayment(payment)
      return state && { session, refundedCents: state.refunded.minor, disputedCents: state.disputed.minor }
    }),
  )
  return found.flatMap((one) => one ?? [])
}

async function judgeCheckout(
  { db }: Settling,
  state: CheckoutState | null,
  { subscriptions, isPaidAhead, isLeft, paidBack }: Purchases,
): Promise<CheckoutRow['state']> {
  if (state === null) return 'expired'
  if (state.status !== 'paid') return state.status
  if (paidBack.has(state.session)) return 'paid-back'
  const subscription = subscriptions.find(({ id }) => id === state.subscription)
  if (subscription === undefined || statusOf(subscription.status) !== 'ended') return 'done'
  // It has ended because something else ran, or because nobody has it.
  if (isPaidAhead || isLeft) return 'paid-back'
  if (state.kind === 'trial' && !(await hasTrial(db, subscription.id))) return 'trial-refused'
  return runningOf(subscriptions).length > 0 ? 'paid-back' : 'done'
}

/** False: somebody else has written meanwhile. */
function writePurchases(ctx: Settling, payments: Payments, customer: Customer, read: Read): Promise<boolean> {
  const { workspaceId } = customer
  return ctx.db.transaction().execute(async (tx) => {
    await holdAccountsOf(tx, workspaceId)
    if (!(await countWrite(tx, customer))) return false
    await keepCompany(tx, customer, read.company)
    const prepaid: PrepaidMade[] = []
    for (const { row, state, next } of read.checkouts) {
      if (state?.kind === 'prepaid' && next === 'done') {
        const period = prepaidOf(payments, customer, state)
        const made = await insertPrepaid(tx, period)
        if (made !== null) prepaid.push({ ...period, ...made })
      }
      await setState(tx, row.id, next)
    }
    const mayGiveBack = runningOf(read.subscriptions).length === 0
    await writeLosses(tx, customer, { read: read.payments, mayGiveBack })
    const written = await writeBought({ ...ctx, db: tx }, payments, customer, read.subscriptions)
    if (written === null) return true
    const { provider } = customer
    await noteNews(tx, workspaceId, payments, { ...written, provider, invoices: read.invoices, prepaid })
    return true
  })
}

function prepaidOf({ prices }: Payments, { workspaceId, provider }: Customer, state: CheckoutState) {
  const { session, price, payment, paid } = state
  if (price === null || paid === null) throw new Error('a paid checkout without a price')
  const { role, period } = requireOfferOf(prices, price)
  const months = period === 'monthly' ? 1 : 12
  return { session, workspaceId, provider, price, role, period, payment, paid, months }
}

/** Null where nothing was ever bought. */
async function writeBought(
  ctx: Settling,
  { provider, prices }: Payments,
  { workspaceId }: Customer,
  subscriptions: readonly SubscriptionState[],
): Promise<Pick<Settled, 'before' | 'bought' | 'running'> | null> {
  const running = runningOf(subscriptions)[0] ?? null
  const prepaid = await readPrepaid(ctx.db, { workspaceId, provider: provider.kind })
  const before = await readBought(ctx.db, workspaceId)
  const isNothing = running === null && prepaid === null
  // Nothing was ever bought: what the operator has set stays.
  if (isNothing && before === null && !(await hasHad(ctx, subscriptions))) return null
  if (running?.status === 'unknown') ctx.log.warn({ subscription: running.id }, 'a subscription has an unknown status')
  const view = running && viewSubscription(prices, running)
  const bought = describeBought(provider.kind, { subscription: running?.id ?? null, view, prepaid })
  await keepBought(ctx.db, workspaceId, { before, bought, kept: bought })
  await settleAtEnd(ctx.db, workspaceId, prepaid)
  return { before, bought, running }
}

/** Whether a subscription has run and ended. A trial that was refused and one that was never paid have not run. */
async function hasHad({ db }: Settling, subscriptions: readonly SubscriptionState[]): Promise<boolean> {
  for (const { id, status, trialEndsAt } of subscriptions) {
    if (status === 'canceled' && (trialEndsAt === null || (await hasTrial(db, id)))) return true
  }
  return false
}

function describeBought(
  provider: Bought['provider'],
  what: Pick<Bought, 'subscription' | 'view'> & { prepaid: RunningPrepaid | null },
): Bought {
  const { subscription, view, prepaid } = what
  const role = prepaid?.role as NonNullable<Bought['prepaid']>['role']
  return {
    provider,
    ...judgeBought(view, prepaid),
    subscription,
    view,
    prepaid: prepaid && { role, endsAt: prepaid.endsAt.toISOString() },
  }
}

/** Writes what is bought now. Where its role and status are as before, what the operator has set since stays. */
async function keepBought(
  tx: Settling['db'],
  workspaceId: string,
  { before, bought, kept }: { before: Bought | null; bought: Bought; kept: Bought | null },
): Promise<void> {
  const { role, status } = bought
  const isSame = before?.role === role && before.status === status
  await writeSubscription(tx, workspaceId, isSame ? { bought: kept } : { role, status, bought: kept })
}

/** Has the workspace settled again once the period that was paid ahead is over. */
async function settleAtEnd(tx: Settling['db'], workspaceId: string, prepaid: RunningPrepaid | null): Promise<void> {
  if (prepaid === null) return
  const key = `settle-prepaid/${workspaceId}`
  await addJob(tx, 'settle-payments', { workspaceId }, { key, delaySeconds: prepaid.secondsLeft })
}
