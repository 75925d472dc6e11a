import { readBought, writeSubscription } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { holdAccountsOf } from '../identity/accounts/index.ts'
import type { Bought } from '../platform/database/column-types.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { Payments } from '../platform/payments/open-payments.ts'
import type { CheckoutState, SubscriptionState } from '../platform/payments/payment-provider.ts'
import {
  type CheckoutRow,
  hasTrial,
  insertPrepaid,
  listUnfinishedCheckouts,
  readPrepaid,
  setState,
} from './checkout-store.ts'
import { judgeBought, requireOfferOf, runningOf, statusOf, viewSubscription } from './judge-bought.ts'
import { type Customer, countWrite, findCustomer } from './payment-store.ts'
import { tidyPurchases } from './tidy-purchases.ts'

type Settling = Pick<Context, 'db' | 'payments' | 'log'>

const TRIES = 8

/** What was read of the provider. */
interface Read {
  checkouts: Array<{ row: CheckoutRow; state: CheckoutState | null; next: CheckoutRow['state'] }>
  subscriptions: SubscriptionState[]
}

/**
 * Reads back from the provider what a workspace has bought, and writes it: role, status, details, prepaid periods and
 * what became of its checkouts. The one place that does. It may run at any time, any number of times and at once in
 * several processes: whoever reads before another has written reads again, so that nothing older is written last.
 *
 * @throws Problem 'payments-unavailable'
 */
export async function settlePayments(ctx: Settling, workspaceId: string): Promise<void> {
  const { payments } = ctx
  if (payments === null) return
  for (let left = TRIES; left > 0; left -= 1) {
    const customer = await findCustomer(ctx.db, workspaceId, payments.provider.kind)
    if (customer === null) return
    const read = await readPurchases(ctx, payments, customer)
    if (await writePurchases(ctx, payments, customer, read)) return
  }
  throw new Error('others kept writing what a workspace has bought')
}

async function readPurchases(ctx: Settling, payments: Payments, customer: Customer): Promise<Read> {
  const { provider } = payments
  const rows = await listUnfinishedCheckouts(ctx.db, customer.workspaceId, provider.kind)
  const states = await Promise.all(
    rows.map(async (row) => ({ row, state: await provider.readCheckout(row.session ?? '') })),
  )
  const subscriptions = await tidyPurchases(ctx, payments, customer, states)
  const checkouts = await Promise.all(
    states.map(async (one) => ({ ...one, next: await judgeCheckout(ctx, one.state, subscriptions) })),
  )
  return { checkouts, subscriptions }
}

async function judgeCheckout(
  { db }: Settling,
  state: CheckoutState | null,
  subscriptions: readonly SubscriptionState[],
): Promise<CheckoutRow['state']> {
  if (state === null) return 'expired'
  if (state.status !== 'paid') return state.status
  const subscription = subscriptions.find(({ id }) => id === state.subscription)
  const isEnded = subscription !== undefined && statusOf(subscription.status) === 'ended'
  if (state.kind !== 'trial' || !isEnded) return 'done'
  return (await hasTrial(db, subscription.id)) ? 'done' : 'trial-refused'
}

/** False: somebody else has written meanwhile. */
function writePurchases(ctx: Settling, payments: Payments, customer: Customer, read: Read): Promise<boolean> {
  const { workspaceId } = customer
  return ctx.db.transaction().execute(async (tx) => {
    await holdAccountsOf(tx, workspaceId)
    if (!(await countWrite(tx, customer))) return false
    for (const { row, state, next } of read.checkouts) {
      if (state?.kind === 'prepaid' && next === 'done') await insertPrepaid(tx, prepaidOf(payments, customer, state))
      await setState(tx, row.id, next)
    }
    await writeBought({ ...ctx, db: tx }, payments, customer, read.subscriptions)
    return true
  })
}

function prepaidOf({ prices }: Payments, { workspaceId, provider }: Customer, state: CheckoutState) {
  const { session, price, payment, paid } = state
  if (price === null || paid === null) throw new Error('a paid checkout without a price')
  const { role, period } = requireOfferOf(prices, price)
  return { session, workspaceId, provider, price, role, payment, paid, months: period === 'monthly' ? 1 : 12 }
}

async function writeBought(
  ctx: Settling,
  { provider, prices }: Payments,
  { workspaceId }: Customer,
  subscriptions: readonly SubscriptionState[],
): Promise<void> {
  const running = runningOf(subscriptions)[0] ?? null
  const prepaid = await readPrepaid(ctx.db, workspaceId)
  const before = await readBought(ctx.db, workspaceId)
  const isNothing = running === null && prepaid === null
  const hasEnded = subscriptions.some(({ status }) => statusOf(status) === 'ended')
  // Nothing was ever bought: what the operator has set stays.
  if (isNothing && before === null && !hasEnded) return
  if (running?.status === 'unknown') ctx.log.warn({ subscription: running.id }, 'a subscription has an unknown status')
  const view = running && viewSubscription(prices, running)
  const { role, status } = judgeBought(view, prepaid)
  const bought: Bought = {
    provider: provider.kind,
    role,
    status,
    subscription: running?.id ?? null,
    view,
    prepaid: prepaid && {
      role: prepaid.role as NonNullable<Bought['prepaid']>['role'],
      endsAt: prepaid.endsAt.toISOString(),
    },
  }
  // What has not changed at the provider leaves what the operator has set.
  const isSame = before?.role === role && before.status === status
  await writeSubscription(ctx.db, workspaceId, isSame ? { bought } : { role, status, bought })
  if (prepaid === null) return
  const key = `settle-prepaid/${workspaceId}`
  await addJob(ctx.db, 'settle-payments', { workspaceId }, { key, delaySeconds: prepaid.secondsLeft })
}
