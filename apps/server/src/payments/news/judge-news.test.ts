import { expect, test } from 'vitest'
import type { Bought } from '../../platform/database/column-types.ts'
import type { InvoiceState, SubscriptionState } from '../../platform/payments/payment-provider.ts'
import { sandboxPrices } from '../../platform/payments/sandbox/sandbox-calls.ts'
import { viewSubscription } from '../judge-bought.ts'
import { judgeNews, type Settled, secondsToNotice } from './judge-news.ts'

const now = new Date('2026-11-26T12:00:00.000Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

const subscription = (more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: 'sub_1',
  customer: 'cus_1',
  price: 'sandbox_pro_monthly',
  amount: { minor: 2_900, currency: 'usd' },
  status: 'active',
  createdAt: inDays(-40),
  trialStartsAt: null,
  trialEndsAt: null,
  periodStartsAt: inDays(-1),
  periodEndsAt: inDays(29),
  scheduled: null,
  endedAt: null,
  card: { brand: 'visa', last4: '4242', month: 1, year: 2030, fingerprint: null },
  discount: null,
  ...more,
})

const invoice = (more: Partial<InvoiceState> = {}): InvoiceState => ({
  id: 'in_1',
  number: 'A-1',
  at: inDays(-1),
  amount: { minor: 2_900, currency: 'usd' },
  status: 'paid',
  pdfUrl: null,
  subscription: 'sub_1',
  payment: 'pay_1',
  tax: null,
  price: null,
  ...more,
})

function boughtOf(running: SubscriptionState | null, prepaid: Bought['prepaid'] = null): Bought {
  const view = running && viewSubscription(sandboxPrices, running)
  const role = view?.role ?? prepaid?.role ?? 'free'
  return {
    provider: 'sandbox',
    role,
    status: view?.status ?? 'active',
    subscription: running?.id ?? null,
    view,
    prepaid,
  }
}

const settled = (running: SubscriptionState | null, more: Partial<Settled> = {}): Settled => ({
  provider: 'sandbox',
  before: null,
  bought: boughtOf(running),
  running,
  invoices: [],
  prepaid: [],
  now,
  providerNow: now,
  ...more,
})
const facts = (given: Settled) => judgeNews(given).map(({ fact }) => fact)

const trial = (days: number, more: Partial<SubscriptionState> = {}) =>
  subscription({
    status: 'trialing',
    trialStartsAt: inDays(days - 7),
    trialEndsAt: inDays(days),
    periodEndsAt: inDays(days),
    ...more,
  })

test.each([
  ['three days before its end', trial(3), []],
  ['two days before its end', trial(2), ['trial-ending/sub_1']],
  ['an hour before its end', trial(1 / 24), ['trial-ending/sub_1']],
  ['after its end', trial(-0.1), []],
  ['where it is cancelled', trial(1, { scheduled: { kind: 'cancel' } }), []],
])('of a trial it tells %s', (_, running, told) => {
  expect(facts(settled(running))).toEqual(told)
})

test('a trial names the plan and the discounted sum that it is charged', () => {
  const running = trial(1, {
    scheduled: { kind: 'switch', price: 'sandbox_personal_yearly' },
    discount: { promotion: null, name: 'TEN', percentOff: 10, amountOff: null, redeemBy: null, endsAt: null },
  })
  expect(judgeNews(settled(running))[0]?.news).toMatchObject({
    plan: { role: 'personal', period: 'yearly' },
    amount: { minor: 9_720, currency: 'usd' },
    endsAt: inDays(1).toISOString(),
  })
})

test.each([
  ['a paid invoice', invoice(), ['charged/in_1']],
  ['one that an event told of three days late', invoice({ at: inDays(-3) }), ['charged/in_1']],
  ['none of last month', invoice({ at: inDays(-8) }), []],
  ['none that cost nothing', invoice({ amount: { minor: 0, currency: 'usd' }, payment: null }), []],
  ['none that is open while nothing is overdue', invoice({ status: 'open', payment: null }), []],
  ['none of another subscription, which is paid back', invoice({ subscription: 'sub_2' }), []],
])('of charges it tells %s', (_, one, told) => {
  expect(facts(settled(subscription(), { invoices: [one] }))).toEqual(told)
})

test('what was overdue for weeks is told when it is paid', () => {
  const before = boughtOf(subscription({ status: 'unpaid' }))
  const invoices = [invoice({ at: inDays(-20) })]
  expect(facts(settled(subscription(), { before, invoices }))).toEqual(['charged/in_1'])
})

test('only the newest charge speaks of the period that runs', () => {
  const invoices = [invoice(), invoice({ id: 'in_0', at: inDays(-2) })]
  const [newest, older] = judgeNews(settled(subscription(), { invoices }))
  expect(newest?.news).toMatchObject({ running: { plan: { role: 'pro', period: 'monthly' }, isAfterTrial: false } })
  expect(older?.news).toMatchObject({ running: null })
})

test('a failed renewal is one fact while it is tried, and another once it is given up', () => {
  const start = inDays(-1).toISOString()
  const invoices = [invoice({ status: 'open', payment: null })]
  const [failed] = judgeNews(settled(subscription({ status: 'past_due' }), { invoices }))
  expect(failed).toMatchObject({
    fact: `failed/sub_1/${start}`,
    news: { amount: { minor: 2_900, currency: 'usd' }, isGivenUp: false },
  })
  expect(judgeNews(settled(subscription({ status: 'unpaid' })))).toMatchObject([
    { fact: `given-up/sub_1/${start}`, news: { amount: null, isGivenUp: true } },
  ])
  expect(facts(settled(subscription({ status: 'unknown' })))).toEqual([])
})

test.each([
  ['active', 'cancelled'],
  ['past_due', 'unpaid'],
  ['unpaid', 'unpaid'],
] as const)('a subscription that was %s ends as %s', (status, because) => {
  const before = boughtOf(subscription({ status }))
  expect(judgeNews(settled(null, { before }))).toEqual([
    { fact: 'ended/sub_1', news: { kind: 'plan-ended', plan: { role: 'pro', period: 'monthly' }, because } },
  ])
})

test('nothing ends where another subscription runs, or another provider sold it', () => {
  const before = boughtOf(subscription({ id: 'sub_0' }))
  expect(facts(settled(subscription(), { before }))).toEqual([])
  expect(facts(settled(null, { before, provider: 'stripe' }))).toEqual([])
})

test('nothing ends where time that was paid ahead goes on after a subscription: a dispute was won', () => {
  const prepaid = { role: 'pro', endsAt: inDays(20).toISOString() } as const
  const bought = boughtOf(null, prepaid)
  expect(facts(settled(null, { before: boughtOf(subscription()), bought }))).toEqual([])
  expect(facts(settled(null, { before: boughtOf(null, prepaid), bought }))).toEqual([])
})

test.each([
  [14.1, []],
  [14, ['prepaid-14']],
  [3.1, ['prepaid-14']],
  [3, ['prepaid-3']],
  [0.1, ['prepaid-3']],
  [0, []],
])('%s days before the end of what is paid ahead it tells %j', (days, told) => {
  const prepaid = { role: 'pro', endsAt: inDays(days).toISOString() } as const
  const given = settled(null, { bought: boughtOf(null, prepaid) })
  expect(facts(given)).toEqual(told.map((name) => `${name}/${prepaid.endsAt}`))
})

test('it is called again when the next notice is due', () => {
  expect(secondsToNotice(settled(trial(7)))).toBe(5 * 86_400)
  expect(secondsToNotice(settled(trial(1)))).toBeNull()
  expect(secondsToNotice(settled(subscription()))).toBeNull()
  const prepaid = { role: 'pro', endsAt: inDays(10).toISOString() } as const
  expect(secondsToNotice(settled(null, { bought: boughtOf(null, prepaid) }))).toBe(7 * 86_400)
})
