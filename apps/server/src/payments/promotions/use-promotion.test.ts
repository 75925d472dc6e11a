import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { FAILS_LATER } from '#test/payments/provider-acts'
import { makeAccount } from '#test/people/account-person'
import type { PromotionWish } from '../../platform/payments/payment-particulars.ts'
import type { PaymentProvider } from '../../platform/payments/payment-provider.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { billing, buy, pass } = buyingAt(() => app)
const provider = () => app.ctx.payments?.provider as PaymentProvider

async function make(more: Partial<PromotionWish> = {}): Promise<{ code: string; id: string }> {
  const code = `T${randomUUID().slice(0, 8).toUpperCase()}`
  const wish = { code, percentOff: 50, amountOff: null, months: null, redeemBy: null, maxRedemptions: null, ...more }
  return { code, id: await provider().makePromotion(`make-${code}`, wish) }
}

async function subscriber(price = 'sandbox_pro_monthly') {
  const person = await makeAccount(app)
  await buy(person, price, { trial: false })
  return person
}

const use = async (person: Awaited<ReturnType<typeof subscriber>>, code: string) => {
  const { status, body } = await person.call('applyPromotion', { body: { code } })
  return [status, body.code, body.facts?.because].filter((part) => part !== undefined)
}

test('a typed code is found, its next charge is shown, and it is applied', async () => {
  const person = await subscriber()
  const { code } = await make({ months: 3 })
  const seen = await person.call('previewPromotion', { body: { code: ` ${code.toLowerCase()} ` } })
  expect(seen.body).toMatchObject({
    promotion: { code, percentOff: 50, amountOff: null, months: 3 },
    now: { minor: 2_900 },
    next: { minor: 1_450 },
  })
  expect((await billing(person)).subscription).toMatchObject({
    discount: null,
    nextCharge: { amount: { minor: 2_900 } },
  })
  const { body } = await person.call('applyPromotion', { body: { code } })
  expect(body.subscription).toMatchObject({ discount: { name: code }, nextCharge: { amount: { minor: 1_450 } } })
  await pass(31.1)
  const { body: listed } = await person.call('listInvoices')
  expect(listed.isCut).toBe(false)
  expect(listed.invoices[0]).toMatchObject({
    amount: { minor: 1_450 },
    tax: null,
    offer: { role: 'pro', period: 'monthly', purchase: 'subscription' },
    isPrinted: true,
  })
})

test('a code that is unknown, used up, ended or of no use is refused as such', async () => {
  const [person, other] = [await subscriber(), await subscriber('sandbox_pro_yearly')]
  const [once, ended, short, good] = [
    await make({ maxRedemptions: 1 }),
    await make(),
    await make({ months: 2 }),
    await make(),
  ]
  await provider().endPromotion(ended.id)
  expect(await use(other, once.code)).toEqual([200])
  expect(await use(person, 'NOTHING')).toEqual([400, 'promotion-unknown'])
  expect(await use(person, ' ')).toEqual([400, 'promotion-unknown'])
  expect(await use(person, once.code)).toEqual([410, 'promotion-used-up'])
  expect(await use(person, ended.code)).toEqual([410, 'promotion-ended'])
  expect(await use(await subscriber('sandbox_pro_yearly'), short.code)).toEqual([409, 'promotion-unfit', 'no-gain'])
  expect(await use(other, good.code)).toEqual([409, 'promotion-unfit', 'has-one'])
  await person.call('cancelPlan')
  expect(await use(person, good.code)).toEqual([409, 'promotion-unfit', 'ending'])
})

test('no code is taken without a subscription, ahead, or while a payment is overdue', async () => {
  const { code } = await make()
  const [free, ahead, overdue] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  await buy(ahead, 'sandbox_pro_monthly_prepaid')
  await buy(overdue, 'sandbox_pro_monthly', { number: FAILS_LATER })
  await pass(7.1)
  expect(await use(free, code)).toEqual([409, 'no-subscription'])
  expect(await use(ahead, code)).toEqual([409, 'no-subscription'])
  expect(await use(overdue, code)).toEqual([403, 'subscription-due'])
})

test('of twenty accounts that ask for the last redemption at once, one gets it', async () => {
  const { code } = await make({ maxRedemptions: 1 })
  const people: Array<Awaited<ReturnType<typeof subscriber>>> = []
  for (let i = 0; i < 20; i += 1) people.push(await subscriber())
  const answers = await Promise.all(people.map((person) => use(person, code)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200, 410]))
  const views = await Promise.all(people.map(async (person) => (await billing(person)).subscription.discount))
  expect(views.filter((discount) => discount !== null)).toHaveLength(1)
})

test('one account that asks twice at once uses one redemption', async () => {
  const person = await subscriber()
  const { code } = await make()
  await Promise.all([use(person, code), use(person, code), use(person, code)])
  expect(await provider().readPromotion(code)).toMatchObject({ redemptions: 1 })
  expect((await billing(person)).subscription.discount).toMatchObject({ name: code })
})

test('an account guesses at most twenty codes an hour, at the checkout too', async () => {
  const person = await subscriber()
  for (let i = 0; i < 20; i += 1) expect(await use(person, `GUESS${i}`)).toEqual([400, 'promotion-unknown'])
  expect(await use(person, 'GUESS20')).toEqual([429, 'too-many-requests'])
  const buyer = await makeAccount(app)
  const guess = (promotion: string) =>
    buyer.call('createCheckoutSession', { body: { price_id: 'sandbox_pro_monthly', promotion } })
  for (let i = 0; i < 20; i += 1) expect((await guess(`GUESS${i}`)).body.code).toBe('promotion-unknown')
  expect((await guess('GUESS20')).body.code).toBe('too-many-requests')
})
