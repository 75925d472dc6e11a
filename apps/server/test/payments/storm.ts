/**
 * Many accounts that buy, try, fail, pay, switch, cancel, undo, prepay, get money back, dispute and let time pass, at
 * random by a seed; and what every account must have in the end, counted from the acts and the provider's own books.
 */
import { Problem } from '@waybill/contract/core/problems'
import { cancelPlan, payOpenInvoice, undoScheduled } from '../../src/payments/change-plan.ts'
import { createCheckoutSession } from '../../src/payments/create-checkout-session.ts'
import { findCustomer } from '../../src/payments/payment-store.ts'
import { refundPurchase } from '../../src/payments/refund-purchase.ts'
import { previewSwitch, switchPlan } from '../../src/payments/switch-plan.ts'
import type { Offer } from '../../src/platform/payments/prices.ts'
import { CONFIRMED_ONCE, FAILS_LATER, GOOD } from './provider-acts.ts'
import type { Buyer, SellingProcess, TwoProcesses } from './two-processes.ts'
import type { World } from './worlds.ts'

/** A small generator of numbers from 0 to below 1 (mulberry32): the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Of `WAYBILL_TEST_SEED`, which repeats a run, or any. */
export const givenSeed = (): number => Number(process.env.WAYBILL_TEST_SEED ?? Math.floor(Math.random() * 1e9))

export interface StormAccount {
  buyer: Buyer
  /** Every session that was begun. */
  sessions: Set<string>
}

export interface Storm {
  random(): number
  world: World['provider']
  accounts: StormAccount[]
  processes: TwoProcesses['processes']
}

const roles = ['personal', 'pro', 'business'] as const
const periods = ['monthly', 'yearly'] as const

export function pick<T>({ random }: Pick<Storm, 'random'>, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T
}

type Act = (storm: Storm, account: StormAccount, ctx: SellingProcess) => Promise<unknown>

const priceOf = (storm: Storm, purchase: Offer['purchase']) =>
  storm.world.prices.priceOf({ role: pick(storm, roles), period: pick(storm, periods), purchase }) as string

let years = 0
/** Every card is another one, but for one in ten, which all share: trials are given once per card. */
const cardYear = (storm: Storm): number => (storm.random() < 0.1 ? 2_089 : 2_090 + (years++ % 7_000))

async function begin(account: StormAccount, ctx: SellingProcess, price_id: string, trial?: boolean) {
  const { session } = await createCheckoutSession(ctx, account.buyer, { price_id, trial })
  account.sessions.add(session)
  return session
}

async function payByCard(storm: Storm, session: string): Promise<void> {
  const card = pick(storm, [GOOD, GOOD, GOOD, FAILS_LATER, CONFIRMED_ONCE, '4000000000000002'])
  const year = cardYear(storm)
  if ((await storm.world.pay(session, { card, year })) === 'confirm') {
    await storm.world.pay(session, { card, year, isConfirmed: storm.random() < 0.8 })
  }
}

/** The account's own subscriptions at the provider, newest first. */
async function subscriptionsOf(ctx: SellingProcess, { buyer }: StormAccount) {
  const { provider } = ctx.payments
  const own = await findCustomer(ctx.db, buyer.account.id, provider.kind)
  return own === null ? [] : provider.listSubscriptions(own.customer)
}

async function paymentOf(storm: Storm, ctx: SellingProcess, { buyer }: StormAccount): Promise<string | null> {
  const { provider } = ctx.payments
  const own = await findCustomer(ctx.db, buyer.account.id, provider.kind)
  const paid = own === null ? [] : (await provider.listInvoices(own.customer)).flatMap(({ payment }) => payment ?? [])
  return paid.length === 0 ? null : pick(storm, paid)
}

let keys = 0
const key = () => `dashboard-${keys++}`

/** What somebody does in the provider's dashboard: our server hears of it by events alone. */
const dashboard: Act[] = [
  async (storm, account, ctx) => {
    const [newest] = await subscriptionsOf(ctx, account)
    const at = pick(storm, ['now', 'period-end'] as const)
    if (newest && storm.random() < 0.4) await ctx.payments.provider.cancel(key(), { subscription: newest.id, at })
  },
  async (storm, account, ctx) => {
    const payment = await paymentOf(storm, ctx, account)
    const state = payment && (await ctx.payments.provider.readPayment(payment))
    if (!payment || !state) return
    const rest = state.amount.minor - state.refunded.minor - state.disputed.minor
    const minor = storm.random() < 0.5 ? rest : Math.floor(rest / 2)
    if (minor > 0) await ctx.payments.provider.refund(key(), { payment, amount: { minor, currency: 'usd' } })
  },
  async (storm, account, ctx) => {
    const payment = await paymentOf(storm, ctx, account)
    if (payment) await storm.world.dispute(payment, pick(storm, ['open', 'won'] as const))
  },
  async (storm, { buyer }, { db, payments: { provider } }) => {
    const own = await findCustomer(db, buyer.account.id, provider.kind)
    if (own !== null && storm.random() < 0.2) await provider.removeCustomer(own.customer)
  },
]

const shop: Act[] = [
  async (storm, account, ctx) =>
    payByCard(storm, await begin(account, ctx, priceOf(storm, 'subscription'), pick(storm, [undefined, false]))),
  async (storm, account, ctx) => payByCard(storm, await begin(account, ctx, priceOf(storm, 'prepaid'))),
  async (storm, account, ctx) => {
    const session = await begin(account, ctx, priceOf(storm, 'prepaid'))
    const outcome = pick(storm, ['at-once', 'later', 'fails-later'] as const)
    await storm.world.pay(session, { wallet: pick(storm, ['alipay', 'wechat_pay']), outcome })
  },
  // A page that was left open is paid after all, perhaps twice, perhaps by somebody who has bought something since.
  async (storm, account) => {
    if (account.sessions.size > 0) await payByCard(storm, pick(storm, [...account.sessions]))
  },
  async (storm, account, ctx) => {
    const price = priceOf(storm, 'subscription')
    const { dueNow, at } = await previewSwitch(ctx, account.buyer, { price })
    await switchPlan(ctx, account.buyer, { price, seen: { dueNow, at } })
  },
  (_storm, account, ctx) => cancelPlan(ctx, account.buyer),
  (_storm, account, ctx) => undoScheduled(ctx, account.buyer),
  async (storm, account, ctx) => {
    const outcome = await payOpenInvoice(ctx, account.buyer)
    if (outcome.kind === 'unpaid') await storm.world.payAt(outcome.payUrl, { card: GOOD, year: cardYear(storm) })
  },
  (_storm, account, ctx) => refundPurchase(ctx, account.buyer.account.id),
]
/** Buying is what people do most. */
const acts: Act[] = [...shop, ...shop.slice(0, 5), ...dashboard]

/** One random act of one random account, in one of the processes; what is refused is refused. */
export async function actOnce(storm: Storm): Promise<void> {
  const [account, ctx] = [pick(storm, storm.accounts), pick(storm, storm.processes)]
  await pick(storm, acts)(storm, account, ctx).catch((error) => {
    if (!(error instanceof Problem)) throw error
  })
}
