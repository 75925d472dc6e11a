import { expect, test } from 'vitest'
import type { SubscriptionState } from '../platform/payments/payment-provider.ts'
import { sandboxPrices } from '../platform/payments/sandbox/sandbox-calls.ts'
import { judgeBought, runningOf, statusOf, viewSubscription } from './judge-bought.ts'

const usd = (minor: number) => ({ minor, currency: 'usd' })
const day = (date: number) => new Date(Date.UTC(2026, 10, date))

const state = (more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: 'sub_1',
  customer: 'cus_1',
  price: 'sandbox_pro_monthly',
  amount: usd(2_900),
  status: 'active',
  createdAt: day(1),
  trialStartsAt: null,
  trialEndsAt: null,
  periodStartsAt: day(1),
  periodEndsAt: day(30),
  scheduled: null,
  endedAt: null,
  card: null,
  discount: null,
  ...more,
})

test.each([
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'unpaid'],
  ['paused', 'unpaid'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
  ['incomplete', null],
  ['unknown', 'past_due'],
] as const)('%s at the provider is %s here', (theirs, ours) => {
  expect(statusOf(theirs)).toBe(ours)
  expect(runningOf([state({ status: theirs })])).toHaveLength(ours === 'ended' || ours === null ? 0 : 1)
})

test('of several that run, the oldest comes first', () => {
  const states = [state({ id: 'new', createdAt: day(3) }), state({ id: 'old', createdAt: day(2) })]
  expect(runningOf(states).map(({ id }) => id)).toEqual(['old', 'new'])
})

const half = { promotion: 'p', name: 'HALF', percentOff: 50, amountOff: null, redeemBy: null, endsAt: null }
test.each([
  ['what one period costs', {}, 2_900],
  ['a discount that lasts', { discount: half }, 1_450],
  ['a discount that is over by then', { discount: { ...half, endsAt: day(30) } }, 2_900],
  ['an amount off, never below nothing', { discount: { ...half, percentOff: null, amountOff: usd(5_000) } }, 0],
  ['the plan that it switches to', { scheduled: { kind: 'switch', price: 'sandbox_personal_yearly' } }, 10_800],
  ['nothing once it is cancelled', { scheduled: { kind: 'cancel' } }, null],
  ['nothing while a payment is overdue', { status: 'past_due' }, null],
] as const)('the next charge is %s', (_title, more, cents) => {
  const { nextCharge } = viewSubscription(sandboxPrices, state(more))
  expect(nextCharge).toEqual(cents === null ? null : { amount: usd(cents), at: day(30).toISOString() })
})

test('a subscription stands before what was paid ahead, and nothing is free', () => {
  const view = viewSubscription(sandboxPrices, state({ status: 'unpaid' }))
  expect(judgeBought(view, { role: 'business' })).toEqual({ role: 'pro', status: 'unpaid' })
  expect(judgeBought(null, { role: 'business' })).toEqual({ role: 'business', status: 'active' })
  expect(judgeBought(null, null)).toEqual({ role: 'free', status: 'active' })
})

test('a price that is in no setting is never guessed', () => {
  expect(() => viewSubscription(sandboxPrices, state({ price: 'price_of_nobody' }))).toThrow('in no setting')
})
