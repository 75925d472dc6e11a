import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { start, pay, pass, billing, checkout, buy, settle, customerOf } = buyingAt(() => app)
const [PRO, BUSINESS] = ['sandbox_pro_monthly', 'sandbox_business_monthly']
const provider = () => (app.ctx.payments as NonNullable<TestApp['ctx']['payments']>).provider
const customersMade = async ({ accountId }: AccountPerson): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sandbox_customers where account = ${accountId}`.execute(app.ctx.db)
  return rows[0]?.count ?? 0
}
/** In the provider's dashboard, or by a reset of all test data. */
const lose = {
  deleted: async (person: AccountPerson) => provider().removeCustomer(await customerOf(person)),
  reset: async ({ accountId }: AccountPerson) => {
    await sql`update payment_customers set customer = 'cus_of_a_former_account_' || workspace_id
      where workspace_id = ${accountId}`.execute(app.ctx.db)
  },
}
const ways = ['deleted', 'reset'] as const

test.each(ways)('the subscription of a customer who is gone (%s) has ended, and another can be bought', async (way) => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  const before = await customerOf(person)
  await lose[way](person)
  await settle(person)
  expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', subscription: null })
  await buy(person, BUSINESS, { trial: false })
  expect(await billing(person)).toMatchObject({ role: 'business', status: 'active' })
  expect(await customerOf(person)).not.toBe(before)
  expect(await customersMade(person)).toBe(2)
})

test.each(ways)('a purchase by a customer who is gone (%s) goes on with a new one, at six presses too', async (way) => {
  const person = await makeAccount(app)
  const open = await start(person, PRO, { trial: false })
  await lose[way](person)
  const sessions = await Promise.all(Array.from({ length: 6 }, () => start(person, BUSINESS, { trial: false })))
  expect(new Set(sessions).size).toBe(1)
  expect(await customersMade(person)).toBe(2)
  expect((await checkout(person, open)).state).toBe('expired')
  await pay(person, sessions[0] as string)
  await app.runJobs()
  expect((await billing(person)).role).toBe('business')
})

test.each(['before', 'after'] as const)(
  'a provider that fails %s it makes the new customer makes one',
  async (when) => {
    const person = await makeAccount(app)
    await start(person, PRO, { trial: false })
    await lose.deleted(person)
    failOnce(provider(), 'makeCustomer', when)
    const refused = await person.call('createCheckoutSession', { body: { price_id: BUSINESS } })
    expect(refused).toMatchObject({ status: 503, body: { code: 'payments-unavailable' } })
    await start(person, BUSINESS)
    expect(await customersMade(person)).toBe(2)
  },
)

test.each(ways)('time that was paid ahead stays where the customer is gone (%s), and can be extended', async (way) => {
  const person = await makeAccount(app)
  const price = 'sandbox_pro_monthly_prepaid'
  await buy(person, price)
  const first = (await billing(person)).prepaid.endsAt
  await lose[way](person)
  await settle(person)
  expect((await billing(person)).prepaid.endsAt).toBe(first)
  await buy(person, price)
  expect(Date.parse((await billing(person)).prepaid.endsAt) - Date.parse(first)).toBeGreaterThan(27 * 86_400_000)
})

test.each(ways)('the other calls of a customer who is gone (%s) answer with a sentence', async (way) => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  await lose[way](person)
  expect((await person.call('changeCard', { body: {} })).body.code).toBe('no-subscription')
  const method = await person.call('addCard', { body: { paymentMethodId: 'pm_x' } })
  expect(method).toMatchObject({ status: 402, body: { code: 'payment-refused', facts: { reason: 'card-incorrect' } } })
  const made = await person.call('createSubscription', { body: { priceId: BUSINESS } })
  expect(made).toMatchObject({ status: 402, body: { code: 'payment-refused' } })
  expect(await person.call('listInvoices')).toMatchObject({ status: 200 })
  expect((await person.call('cancelPlan')).body.code).toBe('no-subscription')
  const removed = await person.call('deleteAccount', { body: { password: PASSWORD } })
  expect(removed.status).toBe(204)
})

test('what a wallet confirms under a former customer is granted', async () => {
  const person = await makeAccount(app)
  const session = await start(person, 'sandbox_pro_monthly_prepaid')
  const body = { method: 'alipay', outcome: 'later' }
  expect((await person.call('payAtSandbox', { params: { session }, body })).body).toEqual({ result: 'processing' })
  await app.runJobs()
  await lose.deleted(person)
  expect((await person.call('addCard', { body: { paymentMethodId: 'pm_x' } })).status).toBe(402)
  expect(await customersMade(person)).toBe(2)
  expect((await billing(person)).pending).toMatchObject({ session, state: 'confirming' })
  await pass(1.1)
  expect(await billing(person)).toMatchObject({ role: 'pro', prepaid: { role: 'pro' }, pending: null })
})

test('an account whose customer is gone can be deleted', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  await lose.reset(person)
  expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
})
