/** What an account must have, counted plainly from the provider's side; and what it has. */
import { sql } from 'kysely'
import { readBought } from '../../src/billing/index.ts'
import { findCustomer } from '../../src/payments/payment-store.ts'
import type { StormAccount } from './storm.ts'
import type { SellingProcess } from './two-processes.ts'

const DAY = 86_400

/** A prepaid purchase that is paid. */
interface PaidAhead {
  session: string
  role: string
  months: number
  paid: number
  lost: number
}

/**
 * Everything that is wrong with an account, in words; empty where all is as it must be. Periods pass while a test runs:
 * `ranSeconds` is how long.
 */
export async function findFaults(ctx: SellingProcess, account: StormAccount, ranSeconds: number): Promise<string[]> {
  const { provider, prices } = ctx.payments
  const { id } = account.buyer.account
  const own = await findCustomer(ctx.db, id, provider.kind)
  const subscriptions = own === null ? [] : await provider.listSubscriptions(own.customer)
  const running = subscriptions.filter(({ status }) => status !== 'canceled')
  const ahead = await paidAhead(ctx, account)
  const held = await ctx.db
    .selectFrom('subscriptions')
    .select(['role', 'status'])
    .where('workspace_id', '=', id)
    .executeTakeFirst()
  const bought = await readBought(ctx.db, id)
  const faults: string[] = []
  const same = (what: string, is: unknown, must: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(must))
      faults.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(must)}`)
  }
  const [one] = running
  if (running.length > 1) faults.push('two subscriptions run')
  const kept = ahead.filter(({ paid, lost }) => paid === 0 || lost < paid)
  if (one !== undefined) {
    const offer = prices.offerOf(one.price)
    same('role', held?.role, offer?.role)
    same('status', held?.status, one.status)
    same('period', bought?.view?.period, offer?.period)
    same('end of the period', bought?.view?.periodEndsAt, one.periodEndsAt.toISOString())
  } else if (bought !== null) {
    same('role', held?.role, kept.length === 0 ? 'free' : held?.role)
    if (kept.length > 0 && !kept.some(({ role }) => role === held?.role))
      faults.push(`nobody paid ahead for ${held?.role}`)
    same('status', held?.status, 'active')
    same('subscription', bought.view, null)
  }
  faults.push(...(await faultsOfPeriods(ctx, id, { ahead, isWaiting: one !== undefined, ranSeconds })))
  faults.push(...(await faultsOfTrials(ctx, subscriptions)))
  return faults
}

/** Each paid purchase is one period of the right length, less what was lost of it, and they follow each other. */
async function faultsOfPeriods(
  { db }: SellingProcess,
  id: string,
  { ahead, isWaiting, ranSeconds }: { ahead: readonly PaidAhead[]; isWaiting: boolean; ranSeconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ session: string; seconds: number; lost: number; lost_cents: number; left: number }>`
    select session, extract(epoch from ends_at - starts_at)::float8 + lost_seconds as seconds,
      lost_seconds::float8 as lost, lost_cents::int, greatest(0, extract(epoch from ends_at - now()))::float8 as left
    from prepaid_periods where workspace_id = ${id}`.execute(db)
  const faults: string[] = []
  const most = ranSeconds + 60
  if (rows.length !== ahead.length) faults.push(`${rows.length} periods for ${ahead.length} payments`)
  let left = 0
  for (const { session, months, paid, lost } of ahead) {
    const row = rows.find((one) => one.session === session)
    if (row === undefined) {
      faults.push(`no period for ${session}`)
      continue
    }
    const days = row.seconds / DAY
    const isRight = months === 1 ? days > 27.9 && days < 31.1 : days > 364.9 && days < 366.1
    if (!isRight) faults.push(`${months} months are ${days} days`)
    // While a subscription runs, what comes back waits.
    const isLost = isWaiting ? row.lost_cents >= lost : row.lost_cents === lost
    if (!isLost) faults.push(`${row.lost_cents} of ${paid} cents are lost, not ${lost}`)
    const share = paid === 0 ? 0 : row.lost_cents / paid
    if (Math.abs(row.lost - row.seconds * share) > most) faults.push(`${row.lost} seconds are lost for ${share}`)
    left += row.seconds - row.lost
  }
  const end = Math.max(0, ...rows.map((row) => row.left))
  if (Math.abs(end - left) > most) faults.push(`${end} seconds are left of ${left}`)
  return faults
}

async function paidAhead({ db, payments: { provider, prices } }: SellingProcess, account: StormAccount) {
  const found: PaidAhead[] = []
  for (const session of account.sessions) {
    const state = await provider.readCheckout(session)
    if (state?.kind !== 'prepaid' || state.status !== 'paid' || state.price === null) continue
    const row = await db
      .selectFrom('payment_checkouts')
      .select('state')
      .where('session', '=', session)
      .executeTakeFirst()
    const payment = state.payment === null ? null : await provider.readPayment(state.payment)
    const paid = payment?.amount.minor ?? 0
    const lost = Math.min(paid, (payment?.refunded.minor ?? 0) + (payment?.disputed.minor ?? 0))
    if (row?.state === 'paid-back') {
      if (lost < paid) found.push({ session, role: 'PAID BACK, AND NOT', months: 0, paid, lost })
      continue
    }
    const offer = prices.offerOf(state.price)
    found.push({ session, role: offer?.role ?? '', months: offer?.period === 'monthly' ? 1 : 12, paid, lost })
  }
  return found
}

/** One trial for an account, and no charge for one that was refused. */
async function faultsOfTrials(
  { db, payments: { provider } }: SellingProcess,
  subscriptions: Awaited<ReturnType<SellingProcess['payments']['provider']['listSubscriptions']>>,
): Promise<string[]> {
  const tried = subscriptions.filter(({ trialEndsAt }) => trialEndsAt !== null)
  const marked = await db
    .selectFrom('payment_trials')
    .select('subscription')
    .distinct()
    .where('provider', '=', provider.kind)
    .where('subscription', 'in', ['', ...tried.map(({ id }) => id)])
    .execute()
  const faults = marked.length > 1 ? ['two trials'] : []
  for (const { id, status, customer } of tried) {
    if (marked.some(({ subscription }) => subscription === id)) continue
    if (status !== 'canceled') faults.push(`a trial that was not given is ${status}`)
    const invoices = await provider.listInvoices(customer)
    if (invoices.some(({ subscription, payment }) => subscription === id && payment !== null)) {
      faults.push('a trial that was not given was charged')
    }
  }
  return faults
}
