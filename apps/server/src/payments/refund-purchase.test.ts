import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { refundPurchase } from './refund-purchase.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, billing } = buyingAt(() => app)
const provider = () => (app.ctx.payments as NonNullable<TestApp['ctx']['payments']>).provider
const refund = ({ accountId }: AccountPerson) => refundPurchase(app.ctx, accountId)
const refundedCents = async ({ accountId }: AccountPerson) => {
  const { rows } = await sql<{ cents: number }>`
    select sum(i.refunded_cents)::int as cents from sandbox_invoices i join sandbox_customers c on c.id = i.customer_id
    where c.account = ${accountId}`.execute(app.ctx.db)
  return rows[0]?.cents
}

test('a subscription that cannot be ended is not paid back, and is once it can', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  failOnce(provider(), 'cancel', 'before')
  await expect(refund(person)).rejects.toMatchObject({ code: 'payments-unavailable' })
  expect([await refundedCents(person), (await billing(person)).role]).toEqual([0, 'pro'])
  expect(await refund(person)).toEqual({ kind: 'refunded', amount: { minor: 2_900, currency: 'usd' } })
  expect([await refundedCents(person), (await billing(person)).role]).toEqual([2_900, 'free'])
})

test.each([
  ['sandbox_pro_monthly', 'before', 2_900],
  ['sandbox_pro_monthly', 'after', 2_900],
  ['sandbox_pro_monthly_prepaid', 'before', 2_900],
  ['sandbox_pro_monthly_prepaid', 'after', 2_900],
] as const)(
  '%s ends first where the provider fails %s it pays back, and another try completes it',
  async (price, when, minor) => {
    const person = await makeAccount(app)
    await buy(person, price, price.endsWith('prepaid') ? {} : { trial: false })
    const amount = { minor, currency: 'usd' }
    failOnce(provider(), 'refund', when)
    expect(await refund(person)).toEqual({ kind: 'unanswered', amount })
    expect(await billing(person)).toMatchObject({ role: 'free', subscription: null, prepaid: null })
    expect(await refundedCents(person)).toBe(when === 'before' ? 0 : minor)
    expect(await refund(person)).toEqual({ kind: 'refunded', amount })
    expect(await refundedCents(person)).toBe(minor)
    expect(await refund(person)).toEqual({ kind: 'refused', amount })
    expect(await refundedCents(person)).toBe(minor)
  },
)

test('an account that has paid nothing gets nothing back', async () => {
  const person = await makeAccount(app)
  expect(await refund(person)).toEqual({ kind: 'none' })
})
