/** What happens to purchases of a workspace that its account leaves for a team. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { GOOD } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { moveInto } from '#test/people/move-into'
import { invite, inviteTokenOf, joinAs, makeTeam, newAddress } from '#test/people/team'
import { addJob } from '../platform/jobs/add-job.ts'
import type { PaymentProvider } from '../platform/payments/payment-provider.ts'
import { settlePayments } from './settle-payments.ts'

let app: TestApp
let admin: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  admin = (await makeTeam(app, { role: 'teamelite', members: [] })).admin
})
afterAll(() => app?.close())

const { start, pay, pass, customerOf, settle } = buyingAt(() => app)
const provider = () => app.ctx.payments?.provider as PaymentProvider
const gears = { name: 'Gone Gears', address: null, taxId: null }

/** An account that has an invitation. */
async function makeInvited(): Promise<{ person: AccountPerson; join: () => Promise<void> }> {
  const person = await makeAccount(app, { email: newAddress() })
  await invite(admin, [person.address])
  const token = await inviteTokenOf(app, person.address)
  const join = async () => {
    expect((await joinAs(app, person, token)).status).toBe(200)
  }
  return { person, join }
}

/** Has something happen once, before or after the next call of a method. */
function beside(
  name: 'makeCustomer' | 'subscribe' | 'removeCustomer',
  when: 'before' | 'after',
  act: () => Promise<void>,
): void {
  const all = provider() as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const real = all[name] as (...given: unknown[]) => Promise<unknown>
  all[name] = async (...given) => {
    all[name] = real
    if (when === 'before') await act()
    const answer = await real(...given)
    if (when === 'after') await act()
    return answer
  }
}

/** What our tables and the sandbox's have of a workspace that was left. */
async function leftOf({ accountId }: AccountPerson) {
  const { rows } = await sql<Record<string, unknown>>`
    with own as (select * from sandbox_customers where account = ${accountId})
    select (select count(*)::int from payment_customers where workspace_id = ${accountId}) as customers,
      (select count(*)::int from payment_checkouts where workspace_id = ${accountId}) as checkouts,
      (select count(*)::int from payment_news where workspace_id = ${accountId}) as news,
      (select count(*)::int from prepaid_periods where workspace_id = ${accountId}) as periods,
      (select count(*)::int from own where email <> '' or company is not null) as known,
      (select count(*)::int from sandbox_subscriptions where customer_id in (select id from own)
        and status <> 'canceled') as running,
      (select coalesce(sum(amount_cents - refunded_cents), 0)::int from sandbox_invoices
        where customer_id in (select id from own) and status = 'paid') as paid`.execute(app.ctx.db)
  return rows[0]
}
const nothing = { customers: 0, checkouts: 0, news: 0, periods: 0, known: 0, running: 0, paid: 0 }

test('what was kept of purchases is forgotten by us and by the provider', async () => {
  const { person, join } = await makeInvited()
  expect((await person.call('saveCompany', { body: gears })).status).toBe(200)
  await start(person, 'sandbox_pro_monthly', { trial: false })
  await sql`update payment_checkouts set state = 'expired' where workspace_id = ${person.accountId}`.execute(app.ctx.db)
  expect(await leftOf(person)).toMatchObject({ customers: 1, checkouts: 1, known: 1 })
  await join()
  await app.runJobs()
  expect(await leftOf(person)).toEqual(nothing)
})

test('a provider that does not answer is asked again', async () => {
  const { person, join } = await makeInvited()
  await person.call('saveCompany', { body: gears })
  const hasFailed = failOnce(provider(), 'removeCustomer', 'before')
  await join()
  await app.runJobs()
  expect(hasFailed()).toBe(true)
  expect(await leftOf(person)).toMatchObject({ customers: 1, known: 1 })
  await app.passTime(600_000)
  await app.runJobs()
  expect(await leftOf(person)).toEqual(nothing)
})

test('a customer who is made while another is forgotten is forgotten too', async () => {
  const { person, join } = await makeInvited()
  const { accountId: account, address: email } = person
  await person.call('saveCompany', { body: gears })
  beside('removeCustomer', 'after', async () => {
    const customer = await provider().makeCustomer(`late-${account}`, { account, email, language: 'en' })
    await app.ctx.db.updateTable('payment_customers').set({ customer }).where('workspace_id', '=', account).execute()
  })
  await join()
  await app.runJobs()
  expect(await leftOf(person)).toMatchObject({ customers: 1, known: 1 })
  await app.passTime(600_000)
  await app.runJobs()
  expect(await leftOf(person)).toEqual(nothing)
})

test.each(['before', 'after'] as const)(
  'no checkout begins where the account joins %s its customer is made',
  async (when) => {
    const { person, join } = await makeInvited()
    beside('makeCustomer', when, join)
    const refused = await person.call('createCheckoutSession', { body: { price_id: 'sandbox_pro_monthly' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'admin-only' } })
    await app.runJobs()
    await app.passTime(600_000)
    await app.runJobs()
    expect(await leftOf(person)).toEqual(nothing)
  },
)

test.each(['before', 'after'] as const)(
  'a subscription that is made %s the account joins ends, and is paid back',
  async (when) => {
    const { person, join } = await makeInvited()
    await person.call('saveCompany', { body: gears })
    const customer = await customerOf(person)
    await sql`insert into sandbox_cards (id, customer_id, number, month, year, created_at)
      values (${`pm_${customer}`}, ${customer}, ${GOOD}, 12, 2090, now())`.execute(app.ctx.db)
    expect((await person.call('addCard', { body: { paymentMethodId: `pm_${customer}` } })).status).toBe(200)
    beside('subscribe', when === 'before' ? 'after' : 'before', async () => {
      await join()
      await app.runJobs()
    })
    const refused = await person.call('createSubscription', { body: { priceId: 'sandbox_business_monthly' } })
    expect([refused.status, refused.body.code]).toEqual(
      when === 'before' ? [403, 'admin-only'] : [402, 'payment-refused'],
    )
    await app.passTime(61_000)
    await app.runJobs()
    expect(await leftOf(person)).toEqual(nothing)
  },
)

test.each(['card', 'wallet'] as const)(
  'time that is paid ahead by %s after the account left is paid back',
  async (how) => {
    const person = await makeAccount(app)
    const session = await start(person, 'sandbox_pro_monthly_prepaid')
    if (how === 'wallet') {
      const body = { method: 'alipay', outcome: 'later' }
      expect((await person.call('payAtSandbox', { params: { session }, body })).body).toEqual({ result: 'processing' })
      await app.runJobs()
    }
    await moveInto(app.ctx.db, person.accountId, sql`${admin.accountId}`)
    await addJob(app.ctx.db, 'forget-payments', { workspaceId: person.accountId })
    if (how === 'card') {
      // The page is closed before anything is forgotten.
      await app.runJobs()
      expect((await pay(person, session)).body.code).toBe('checkout-closed')
    } else {
      await app.runJobs()
      expect(await leftOf(person)).toMatchObject({ customers: 1, checkouts: 1 })
      await pass(1.1)
    }
    await app.runJobs()
    expect(await leftOf(person)).toEqual(nothing)
  },
)

test('a page that was paid a moment before the account left says that it was paid back', async () => {
  const person = await makeAccount(app)
  const session = await start(person, 'sandbox_pro_monthly', { trial: false })
  await moveInto(app.ctx.db, person.accountId, sql`${admin.accountId}`)
  expect((await pay(person, session)).body).toEqual({ result: 'paid' })
  await settlePayments(app.ctx, person.accountId)
  const row = app.ctx.db.selectFrom('payment_checkouts').select('state').where('session', '=', session)
  expect((await row.executeTakeFirst())?.state ?? 'forgotten').toMatch(/^(?:paid-back|forgotten)$/)
  await settle(person)
  await app.runJobs()
  expect(await leftOf(person)).toEqual(nothing)
})
