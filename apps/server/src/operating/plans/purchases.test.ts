import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { FAILS_LATER } from '#test/payments/provider-acts'
import { makeAccount } from '#test/people/account-person'
import { changeAccount } from '#test/people/put-account'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const { buy, pass, billing } = buyingAt(() => app)

test('the operator sees what subscriptions bring in a month', async () => {
  expect((await operate(app.env, 'revenue')).out).toBe('mrr\t0.00\nprepaid\t0\nchurned\t0\n')
  const leaving = await makeAccount(app)
  await buy(leaving, 'sandbox_pro_monthly', { trial: false })
  await leaving.call('cancelPlan')
  await buy(await makeAccount(app), 'sandbox_personal_monthly', { number: FAILS_LATER })
  await pass(31.1)
  await buy(await makeAccount(app), 'sandbox_pro_yearly')
  for (const _ of [1, 2]) await buy(await makeAccount(app), 'sandbox_business_yearly', { trial: false })
  await buy(await makeAccount(app), 'sandbox_pro_monthly_prepaid')
  const { code, out } = await operate(app.env, 'revenue')
  expect([code, out.trim().split('\n')]).toEqual([
    0,
    [
      'business\tyearly\tactive\t2\t98.00',
      'personal\tmonthly\tunpaid\t1\t0.00',
      'pro\tyearly\ttrialing\t1\t0.00',
      'mrr\t98.00',
      'prepaid\t1',
      'churned\t1',
    ],
  ])
  for (const referral of ['ada', 'ada', 'grace']) {
    const { accountId } = await makeAccount(app)
    await changeAccount(app.ctx.db, accountId, { referral })
  }
  const withPartners = (await operate(app.env, 'revenue')).out
  expect(withPartners).toMatch(/churned\t1\nvia\tada\t2\t0\nvia\tgrace\t1\t0\n$/)
  const asJson = JSON.parse((await operate(app.env, 'revenue', '--json')).out)
  expect(asJson).toMatchObject({
    mrrCents: 9_800,
    prepaid: 1,
    churned: 1,
    referrals: [{ referral: 'ada', accounts: 2 }, {}],
    plans: [{ role: 'business' }, {}, {}],
  })
})

test('the operator gives back what was paid last, once, and the plan ends', async () => {
  const [monthly, prepaid, trying] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  await buy(monthly, 'sandbox_pro_monthly', { trial: false })
  await buy(prepaid, 'sandbox_business_yearly_prepaid')
  const refund = (address: string) => operate(app.env, 'refund', address)
  const given = await refund(monthly.address)
  expect([given.code, given.out]).toEqual([0, `${monthly.address} gets 29.00 USD back, and the plan has ended.\n`])
  expect(await billing(monthly)).toMatchObject({ role: 'free', subscription: null })
  const again = await refund(monthly.address)
  expect([again.code, again.out]).toEqual([
    1,
    'The plan has ended. Nothing was given back now: all or a part of 29.00 USD was given back before.\n',
  ])
  expect((await refund(prepaid.address)).out).toContain('588.00 USD')
  expect(await billing(prepaid)).toMatchObject({ role: 'free', prepaid: null })
  expect((await refund(trying.address)).out).toContain('has paid nothing')
  expect(await refund('nobody@quiet.example')).toMatchObject({ code: 1 })
})

test('the operator makes a promotion code, sees it redeemed, and ends it', async () => {
  const promotion = (...words: string[]) => operate(app.env, 'promotion', ...words)
  expect((await promotion('list')).out).toBe('')
  const made = await promotion(
    'make',
    'autumn',
    '--percent',
    '50',
    '--months',
    '3',
    '--most',
    '1',
    '--until',
    '2090-01-31',
  )
  expect([made.code, made.out]).toEqual([0, 'The promotion code AUTUMN can be redeemed.\n'])
  expect(await promotion('make', 'AUTUMN', '--off', '5')).toMatchObject({ code: 1 })
  expect((await promotion('make', 'FIVE', '--off', '4.50')).code).toBe(0)
  const person = await makeAccount(app)
  await buy(person, 'sandbox_pro_monthly', { trial: false })
  expect((await person.call('applyPromotion', { body: { code: 'autumn' } })).status).toBe(200)
  expect((await promotion('list')).out.split('\n')).toEqual([
    'FIVE\tUS$4.50\tfor ever\t\t0\topen',
    'AUTUMN\t50%\t3\t2090-01-31\t1/1\tused-up',
    '',
  ])
  expect((await promotion('end', 'five')).out).toBe('The promotion code FIVE has ended.\n')
  expect(await promotion('end', 'FIVE')).toMatchObject({ code: 1 })
  expect(JSON.parse((await promotion('list', '--json')).out.split('\n')[0] ?? '')).toMatchObject({
    code: 'FIVE',
    status: 'ended',
    amountOff: { minor: 450, currency: 'usd' },
  })
  expect((await billing(person)).subscription.discount).toMatchObject({ name: 'AUTUMN', percentOff: 50 })
})
