import { Problem } from '@waybill/contract/core/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { type Buyer, openTwoProcesses, type SellingProcess, type TwoProcesses } from '#test/payments/two-processes'
import type { PaymentProvider } from '../platform/payments/payment-provider.ts'
import type { Payment } from '../platform/payments/sandbox/pay-checkout.ts'
import type { SandboxParts } from '../platform/payments/sandbox/sandbox-calls.ts'
import { payAtPage } from '../platform/payments/sandbox/sandbox-page.ts'
import { passTime } from '../platform/payments/sandbox/sandbox-store.ts'
import { createCheckoutSession } from './create-checkout-session.ts'
import { settlePayments } from './settle-payments.ts'
import { createSubscription } from './stripe-wire.ts'

let two: TwoProcesses
beforeAll(async () => {
  two = await openTwoProcesses()
})
afterAll(() => two?.close())

const sandboxOf = ({ payments }: SellingProcess) => payments.sandbox as SandboxParts
/** As much at once as keeps the database busy. */
const LANES = 4
let cards = 0
/** Each expiry is a card of its own, so that everybody may try once. */
const newCard = () => ({ number: '4242424242424242', month: 12, year: 2_090 + cards++ })
const byCard = (): Payment => ({ method: 'card', card: newCard(), isConfirmed: null })
const byWallet = (): Payment => ({ method: 'alipay', outcome: 'later' })

/** What a tab does, whole; each stops where it is refused. */
type Tab = (ctx: SellingProcess, buyer: Buyer) => Promise<unknown>
const buyAtPage =
  (price_id: string, pay: () => Payment, trial?: boolean): Tab =>
  async (ctx, buyer) => {
    const { session } = await createCheckoutSession(ctx, buyer, { price_id, trial })
    // A step of its own: another tab may do something before the customer pays.
    await ctx.payments.provider.readCheckout(session)
    return payAtPage(sandboxOf(ctx), session, pay())
  }
const byLateWallet = buyAtPage('sandbox_pro_monthly_prepaid', byWallet)
const tabs: Record<string, Tab> = {
  'a month by wallet': byLateWallet,
  'a month by card': buyAtPage('sandbox_pro_monthly_prepaid', byCard),
  'a subscription': buyAtPage('sandbox_business_monthly', byCard, false),
  'a trial': buyAtPage('sandbox_business_monthly', byCard, true),
  'a subscription on a known card': (ctx, buyer) =>
    createSubscription(ctx, buyer, { priceId: 'sandbox_business_monthly' } as never),
}

/** Has something happen once, before or after the call of that number. */
function interrupted(ctx: SellingProcess, at: number, between: () => Promise<unknown>) {
  let calls = 0
  const provider = Object.fromEntries(
    Object.entries(ctx.payments.provider).map(([name, real]) => {
      if (typeof real !== 'function' || name === 'readEvent') return [name, real]
      return [
        name,
        async (...given: unknown[]) => {
          const nth = calls++
          if (2 * nth === at) await between()
          const answer = await (real as (...all: unknown[]) => Promise<unknown>)(...given)
          if (2 * nth + 1 === at) await between()
          return answer
        },
      ]
    }),
  ) as unknown as PaymentProvider
  return { ctx: { ...ctx, payments: { ...ctx.payments, provider } }, wasReached: () => 2 * calls > at }
}

const orRefused = (act: Promise<unknown>) =>
  act.catch((error) => {
    if (!(error instanceof Problem)) throw error
  })

/** A buyer with a card at the provider, so that a subscription needs no page. */
async function addBuyer(): Promise<Buyer> {
  const buyer = await two.addBuyer()
  const [{ payments, db }] = two.processes
  const { id: account, email } = buyer.account
  const { number, month, year } = newCard()
  const customer = await payments.provider.makeCustomer(`c-${account}`, { account, email, language: 'en' })
  await sql`insert into payment_customers (workspace_id, provider, customer) values (${account}, 'sandbox', ${customer})`.execute(
    db,
  )
  await sql`insert into sandbox_cards (id, customer_id, number, month, year, created_at)
    values (${`pm_${customer}`}, ${customer}, ${number}, ${month}, ${year}, now())`.execute(db)
  await payments.provider.useCard(`u-${account}`, { customer, paymentMethod: `pm_${customer}` })
  return buyer
}

/** What a buyer has paid and not got back, what they have for it, and whether they try a plan. */
async function statementOf({ account: { id } }: Buyer) {
  const [{ db }] = two.processes
  const { rows } = await sql<{ paid: number; got: number; tries: boolean; beside: boolean }>`
    with own as (select i.*, s.status as run from sandbox_invoices i join sandbox_customers c on c.id = i.customer_id
        left join sandbox_subscriptions s on s.id = i.subscription_id where c.account = ${id}),
      kept as (select * from own where status = 'paid' and refunded_cents < amount_cents)
    select count(*)::int as paid,
      count(*) filter (where run <> 'canceled' or exists (select from prepaid_periods p
        where p.payment = kept.id and p.lost_cents = 0 and p.ends_at > now()))::int as got,
      exists (select from sandbox_subscriptions s join sandbox_customers c on c.id = s.customer_id
        where c.account = ${id} and s.status = 'trialing') as tries,
      exists (select from subscriptions where workspace_id = ${id} and bought->>'subscription' is not null
        and bought->'prepaid'->>'role' is not null) as beside
    from kept`.execute(db)
  return rows[0]
}

const settleOnce = ({ account }: Buyer) => settlePayments(two.processes[0], account.id)
const settleAtOnce = ({ account }: Buyer) => Promise.all(two.processes.map((ctx) => settlePayments(ctx, account.id)))
const settle = async (buyer: Buyer) => {
  await settleAtOnce(buyer)
  await settleOnce(buyer)
}

test('two tabs, in every order of their calls: nobody pays for anything without getting it', {
  timeout: 120_000,
}, async () => {
  const [one, other] = two.processes
  const runs: Array<{ pair: string; at: number; buyer: Buyer; isByWallet: boolean }> = []
  const pairs = Object.entries(tabs).flatMap((first) => Object.entries(tabs).map((second) => ({ first, second })))
  const runPair = async ({ first: [first, act], second: [second, between] }: (typeof pairs)[number]) => {
    for (let at = 0; ; at += 1) {
      const buyer = await addBuyer()
      const { ctx, wasReached } = interrupted(one, at, () => orRefused(between(other, buyer)))
      await orRefused(act(ctx, buyer))
      if (!wasReached()) break
      runs.push({ pair: `${first}, then ${second}`, at, buyer, isByWallet: [act, between].includes(byLateWallet) })
    }
  }
  // Buyers know nothing of each other.
  await inLanes(pairs.length, (nth) => runPair(pairs[nth] as (typeof pairs)[number]), LANES)
  const forEach = <T>(work: (run: (typeof runs)[number]) => Promise<T>) =>
    inLanes(runs.length, (nth) => work(runs[nth] as (typeof runs)[number]), LANES)
  await forEach(({ buyer }) => settleAtOnce(buyer))
  await passTime(one.db, 95_000)
  // Only a wallet has confirmed something meanwhile.
  await forEach(async ({ buyer, isByWallet }) => {
    await (isByWallet ? settleAtOnce(buyer) : settleOnce(buyer))
    // What was given back is read too.
    await settleOnce(buyer)
  })
  const wrong: unknown[] = []
  await forEach(async ({ pair, at, buyer }) => {
    const found = await statementOf(buyer)
    // One of the two tabs has bought something, or nothing is proven.
    const isBought = found !== undefined && (found.paid > 0 || found.tries)
    if (!isBought || found.paid !== found.got || found.beside) wrong.push({ pair, at, ...found })
  })
  expect(wrong).toEqual([])
  expect(runs.length).toBeGreaterThan(100)
})

test.each([
  ['a month that a wallet confirms after another tab has subscribed', 'sandbox_pro_monthly_prepaid', byWallet],
  ['a month that was paid while another tab subscribed', 'sandbox_pro_monthly_prepaid', byCard],
] as const)('%s is paid back, and its page says so', async (_title, price_id, pay) => {
  const [ctx] = two.processes
  const buyer = await addBuyer()
  const { session } = await createCheckoutSession(ctx, buyer, { price_id })
  const { provider } = ctx.payments
  const state = await provider.readCheckout(session)
  await payAtPage(sandboxOf(ctx), session, pay())
  await provider.subscribe(`past-us-${session}`, {
    customer: String(state?.customer),
    price: 'sandbox_business_monthly',
    days: 0,
  })
  await settle(buyer)
  await passTime(ctx.db, 95_000)
  await settle(buyer)
  const row = ctx.db.selectFrom('payment_checkouts').select('state').where('session', '=', session)
  expect(await row.executeTakeFirst()).toEqual({ state: 'paid-back' })
  expect(await statementOf(buyer)).toEqual({ paid: 1, got: 1, tries: false, beside: false })
})

test('a subscription that slips in beside time that is paid ahead ends and is paid back', async () => {
  const [ctx] = two.processes
  const buyer = await addBuyer()
  const { session } = await createCheckoutSession(ctx, buyer, { price_id: 'sandbox_pro_monthly_prepaid' })
  await payAtPage(sandboxOf(ctx), session, byCard())
  await settle(buyer)
  const { provider } = ctx.payments
  const customer = String((await provider.readCheckout(session))?.customer)
  for (const days of [0, 7]) {
    await provider.subscribe(`slip-${days}-${session}`, { customer, price: 'sandbox_business_monthly', days })
    await settle(buyer)
    expect((await provider.listSubscriptions(customer)).filter(({ status }) => status !== 'canceled')).toEqual([])
  }
  expect(await statementOf(buyer)).toEqual({ paid: 1, got: 1, tries: false, beside: false })
})
