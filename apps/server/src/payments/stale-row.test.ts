import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { FAILS_LATER } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount } from '#test/people/account-person'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, billing } = buyingAt(() => app)
const provider = () => (app.ctx.payments as NonNullable<TestApp['ctx']['payments']>).provider
const [PRO, BUSINESS, PERSONAL] = ['sandbox_pro_monthly', 'sandbox_business_monthly', 'sandbox_personal_monthly']
const seen = { dueNow: { minor: 0, currency: 'usd' }, at: '2026-11-26T00:00:00.000Z' }

/** What happens at the provider, and no event tells. */
const behindOurBack = {
  ended: async (person: AccountPerson) => {
    const bought = await app.ctx.db
      .selectFrom('subscriptions')
      .select('bought')
      .where('workspace_id', '=', person.accountId)
      .executeTakeFirst()
    const subscription = String(bought?.bought?.subscription)
    await provider().cancel(`unseen-${person.accountId}`, { subscription, at: 'now' })
    await tellNothing()
  },
  overdue: async ({ accountId }: AccountPerson) => {
    await sql`update sandbox_cards set number = ${FAILS_LATER} where customer_id in
      (select id from sandbox_customers where account = ${accountId})`.execute(app.ctx.db)
    await sql`update sandbox_subscriptions set period_ends_at = now() where customer_id in
      (select id from sandbox_customers where account = ${accountId})`.execute(app.ctx.db)
  },
}
const tellNothing = () => sql`update sandbox_events set told_at = now() where told_at is null`.execute(app.ctx.db)

const acts: Record<string, (person: AccountPerson) => Promise<{ status: number; body: { code?: string } }>> = {
  'previewSwitch, up': (person) => person.call('previewSwitch', { body: { price: BUSINESS } }),
  'previewSwitch, down': (person) => person.call('previewSwitch', { body: { price: PERSONAL } }),
  'switchPlan, up': (person) => person.call('switchPlan', { body: { price: BUSINESS, seen } }),
  'switchPlan, down': (person) => person.call('switchPlan', { body: { price: PERSONAL, seen } }),
  undoScheduled: (person) => person.call('undoScheduled'),
  payOpenInvoice: (person) => person.call('payOpenInvoice'),
  previewPromotion: async (person) => person.call('previewPromotion', { body: { code: await makeCode(person) } }),
  applyPromotion: async (person) => person.call('applyPromotion', { body: { code: await makeCode(person) } }),
}

/** Makes a promotion, and answers its code. */
async function makeCode({ accountId }: AccountPerson): Promise<string> {
  const code = `T${accountId.replaceAll(/[^A-Za-z0-9]/g, '')}`.toUpperCase()
  const terms = { percentOff: 50, amountOff: null, months: null, redeemBy: null, maxRedemptions: null }
  await provider().makePromotion(`make-${code}`, { code, ...terms })
  return code
}

test.each(Object.entries(acts))(
  '%s says that a subscription has ended of which our row does not know',
  async (_, act) => {
    const person = await makeAccount(app)
    await buy(person, PRO, { trial: false })
    await behindOurBack.ended(person)
    expect((await billing(person)).role).toBe('pro')
    expect(await act(person)).toMatchObject({ status: 409, body: { code: 'no-subscription' } })
    expect(await billing(person)).toMatchObject({ role: 'free', subscription: null })
  },
)

test.each(Object.entries(acts).slice(0, 3))(
  '%s says that a payment is overdue of which our row does not know',
  async (_, act) => {
    const person = await makeAccount(app)
    await buy(person, PRO, { trial: false })
    await behindOurBack.overdue(person)
    expect((await billing(person)).status).toBe('active')
    expect(await act(person)).toMatchObject({ status: 403, body: { code: 'subscription-due' } })
    expect((await billing(person)).status).toBe('past_due')
  },
)

test('applyPromotion says so too where the subscription ends after the code was found to fit', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  const code = await makeCode(person)
  const { previewPromotion } = provider()
  Object.assign(provider(), {
    async previewPromotion(...wish: Parameters<typeof previewPromotion>) {
      const seen = await previewPromotion(...wish)
      await behindOurBack.ended(person)
      return seen
    },
  })
  try {
    const answer = await person.call('applyPromotion', { body: { code } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'no-subscription' } })
  } finally {
    Object.assign(provider(), { previewPromotion })
  }
  expect(await billing(person)).toMatchObject({ role: 'free', subscription: null })
})

test('cancelling a subscription that has ended shows the account as it is', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  await behindOurBack.ended(person)
  expect((await person.call('cancelPlan')).body).toMatchObject({ role: 'free', subscription: null })
})
