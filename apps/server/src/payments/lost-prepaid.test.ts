import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { addJob } from '../platform/jobs/add-job.ts'
import type { SandboxParts } from '../platform/payments/sandbox/sandbox-calls.ts'
import { disputeAtSandbox } from '../platform/payments/sandbox/sandbox-page.ts'
import { readBilling } from './read-billing.ts'
import { settlePayments } from './settle-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, billing, customerOf } = buyingAt(() => app)
const PREPAID = 'sandbox_pro_monthly_prepaid'
const payments = () => app.ctx.payments as NonNullable<TestApp['ctx']['payments']>
const DAY = 86_400_000

/** Payments of a person's periods, oldest first. */
const paymentsOf = async ({ accountId }: AccountPerson): Promise<string[]> => {
  const rows = await app.ctx.db
    .selectFrom('prepaid_periods')
    .select('payment')
    .where('workspace_id', '=', accountId)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ payment }) => payment as string)
}
const daysLeft = async (person: AccountPerson): Promise<number> => {
  const { prepaid } = await billing(person)
  return prepaid === null ? 0 : (Date.parse(prepaid.endsAt) - app.ctx.clock.nowMs()) / DAY
}
/** What the provider tells, in every kind of job. */
const told = async () => {
  await addJob(app.ctx.db, 'send-sandbox-events', {})
  await app.runJobs()
}
const giveBack = async (payment: string, minor: number) => {
  await payments().provider.refund(`dashboard-${payment}-${minor}`, { payment, amount: { minor, currency: 'usd' } })
  await told()
}
const dispute = async (payment: string, state: 'open' | 'won') => {
  await disputeAtSandbox(payments().sandbox as SandboxParts, payment, state)
  await told()
}

test('a payment that is given back in the provider’s dashboard ends its period', async () => {
  const person = await makeAccount(app)
  await buy(person, PREPAID)
  const [payment] = (await paymentsOf(person)) as [string]
  await giveBack(payment, 2_900)
  expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', prepaid: null })
  await buy(person, 'sandbox_business_monthly', { trial: false })
  expect((await billing(person)).role).toBe('business')
})

test('a part that is given back takes the same part off, and the rest later', async () => {
  const person = await makeAccount(app)
  await buy(person, PREPAID)
  const [payment] = (await paymentsOf(person)) as [string]
  const whole = await daysLeft(person)
  await giveBack(payment, 1_450)
  expect(await daysLeft(person)).toBeCloseTo(whole / 2, 1)
  await settlePayments(app.ctx, person.accountId)
  expect(await daysLeft(person)).toBeCloseTo(whole / 2, 1)
  await giveBack(payment, 1_450 - 1)
  expect(await daysLeft(person)).toBeLessThan(0.1)
  await giveBack(payment, 1)
  expect((await billing(person)).prepaid).toBe(null)
})

test('a period that follows one that is given back begins at once', async () => {
  const person = await makeAccount(app)
  for (const _ of [1, 2]) await buy(person, PREPAID)
  const [first] = (await paymentsOf(person)) as [string]
  await giveBack(first, 2_900)
  const { role, prepaid } = await billing(person)
  expect([role, prepaid.role]).toEqual(['pro', 'pro'])
  expect(await daysLeft(person)).toBeGreaterThan(27)
  expect(await daysLeft(person)).toBeLessThan(31.1)
})

test('a dispute ends the period, and one that is won gives it back, also without an event', async () => {
  const person = await makeAccount(app)
  await buy(person, PREPAID)
  const [payment] = (await paymentsOf(person)) as [string]
  const whole = await daysLeft(person)
  await dispute(payment, 'open')
  expect(await billing(person)).toMatchObject({ role: 'free', prepaid: null })
  await app.passTime(60 * DAY)
  await disputeAtSandbox(payments().sandbox as SandboxParts, payment, 'won')
  await addJob(app.ctx.db, 'reconcile-payments', {})
  await app.runJobs()
  // The session of the page has ended meanwhile.
  const { role, prepaid } = await readBilling(app.ctx, person.accountId)
  expect(role).toBe('pro')
  expect((Date.parse(prepaid?.endsAt ?? '') - app.ctx.clock.nowMs()) / DAY).toBeCloseTo(whole, 1)
})

test('time that comes back waits while a subscription runs', async () => {
  const person = await makeAccount(app)
  await buy(person, PREPAID)
  const [payment] = (await paymentsOf(person)) as [string]
  await dispute(payment, 'open')
  await buy(person, 'sandbox_business_monthly', { trial: false })
  await dispute(payment, 'won')
  expect(await billing(person)).toMatchObject({ role: 'business', prepaid: null, subscription: { role: 'business' } })
  const [running] = await payments().provider.listSubscriptions(await customerOf(person))
  await payments().provider.cancel('at-last', { subscription: String(running?.id), at: 'now' })
  await told()
  expect(await billing(person)).toMatchObject({ role: 'pro', subscription: null, prepaid: { role: 'pro' } })
  expect(await daysLeft(person)).toBeGreaterThan(27)
})

test('a payment of a subscription that is given back or disputed ends nothing by itself', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  const [invoice] = await payments().provider.listInvoices(await customerOf(person))
  await giveBack(String(invoice?.payment), 900)
  await dispute(String(invoice?.payment), 'open')
  expect(await billing(person)).toMatchObject({ role: 'pro', status: 'active' })
})
