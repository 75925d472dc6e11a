import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { addJob } from '../platform/jobs/add-job.ts'
import type { Payments } from '../platform/payments/open-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { start, buy, billing } = buyingAt(() => app)
const selling = () => app.ctx as { payments: Payments | null }
let sandbox: Payments | null
beforeEach(() => {
  sandbox = selling().payments
})
afterEach(() => {
  selling().payments = sandbox
})

const reconcile = async () => {
  await addJob(app.ctx.db, 'reconcile-payments', {})
  await app.runJobs()
}
/** The same server with Stripe's keys in its settings, for workspaces that Stripe does not know. */
const asStripe = ({ provider, prices }: Payments): Payments => ({
  provider: { ...provider, kind: 'stripe' },
  prices,
  addsTax: false,
  sandbox: null,
})
const paidAtStripe = async ({ accountId }: AccountPerson) => {
  await sql`update prepaid_periods set provider = 'stripe' where workspace_id = ${accountId}`.execute(app.ctx.db)
  await sql`update subscriptions set bought = jsonb_set(bought, '{provider}', '"stripe"') where workspace_id = ${accountId}`.execute(
    app.ctx.db,
  )
}

test.each(['nothing', 'stripe'] as const)('what test cards bought ends once %s is on sale', async (now) => {
  const [subscriber, payer, given] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  await buy(subscriber, 'sandbox_pro_monthly', { trial: false })
  await buy(payer, 'sandbox_business_yearly_prepaid')
  await app.ctx.db
    .updateTable('subscriptions')
    .set({ role: 'pro', bought_role: 'pro' })
    .where('workspace_id', '=', given.accountId)
    .execute()
  await reconcile()
  expect((await billing(subscriber)).role).toBe('pro')
  selling().payments = now === 'nothing' ? null : asStripe(sandbox as Payments)
  await reconcile()
  for (const person of [subscriber, payer]) {
    expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', subscription: null, prepaid: null })
  }
  expect((await billing(given)).role).toBe('pro')
})

test('does not let purchases by test cards block a purchase at Stripe', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  selling().payments = asStripe(sandbox as Payments)
  await start(person, 'sandbox_business_monthly', { trial: false })
  await reconcile()
  expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', subscription: null })
})

test('a period that was paid ahead at Stripe lasts while nothing is on sale, and ends in its time', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly_prepaid')
  await paidAtStripe(person)
  selling().payments = null
  await reconcile()
  expect(await billing(person)).toMatchObject({ role: 'pro', status: 'active', prepaid: { role: 'pro' } })
  await sql`update prepaid_periods set starts_at = now() - interval '40 days', ends_at = now() - interval '1 second'
    where workspace_id = ${person.accountId}`.execute(app.ctx.db)
  await reconcile()
  expect(await billing(person)).toMatchObject({ role: 'free', status: 'active', prepaid: null })
})

test('a period begins now where the one that runs was paid ahead at another provider', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly_prepaid')
  await paidAtStripe(person)
  await buy(person, 'sandbox_pro_monthly_prepaid')
  const { prepaid } = await billing(person)
  expect(Math.round((Date.parse(prepaid.endsAt) - app.ctx.clock.nowMs()) / 86_400_000)).toBeLessThanOrEqual(31)
})

test('a trial with a test card uses up none at Stripe, nor the other way round', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly')
  expect((await billing(person)).mayTry).toBe(false)
  selling().payments = asStripe(sandbox as Payments)
  await reconcile()
  expect(await billing(person)).toMatchObject({ role: 'free', mayTry: true })
  const stranger = await makeAccount(app)
  await app.ctx.db
    .insertInto('payment_trials')
    .values({ provider: 'stripe', mark: `account:${stranger.accountId}`, subscription: 'sub_at_stripe' })
    .execute()
  expect((await billing(stranger)).mayTry).toBe(false)
  const refused = await stranger.call('createCheckoutSession', {
    body: { price_id: 'sandbox_pro_monthly', trial: true },
  })
  expect(refused.body.code).toBe('trial-used')
  selling().payments = sandbox
  expect((await billing(stranger)).mayTry).toBe(true)
})

test.each(['nothing', 'stripe'] as const)('an account is forgotten by the sandbox while %s is on sale', async (now) => {
  const person = await makeAccount(app)
  const company = { name: 'Gone Gears', address: null, taxId: null }
  expect((await person.call('saveCompany', { body: company })).status).toBe(200)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  selling().payments = now === 'nothing' ? null : asStripe(sandbox as Payments)
  expect((await person.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
  const { rows } = await sql`
    select c.email, c.company, i.company as printed, s.status,
      (select count(*)::int from sandbox_cards k where k.customer_id = c.id and k.number <> '') as cards
    from sandbox_customers c join sandbox_subscriptions s on s.customer_id = c.id
      join sandbox_invoices i on i.subscription_id = s.id
    where c.account = ${person.accountId}`.execute(app.ctx.db)
  expect(rows).toEqual([{ email: '', company: null, printed: null, status: 'canceled', cards: 0 }])
})
