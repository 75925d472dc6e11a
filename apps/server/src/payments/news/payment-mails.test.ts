import { Problem } from '@waybill/contract/core/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { buyingAt, dropEvents } from '#test/payments/buying'
import { FAILS_LATER } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Payments } from '../../platform/payments/open-payments.ts'
import { signBody } from '../../platform/payments/sandbox/sandbox-signature.ts'
import { refundPurchase } from '../refund-purchase.ts'
import { settlePayments } from '../settle-payments.ts'

const DAY_MS = 86_400_000
const PRO = 'sandbox_pro_monthly'

let app: TestApp
let two: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
})
afterAll(async () => {
  await two.close()
  await app.close()
})

const { buy, pass, pay, settle, start, customerOf } = buyingAt(() => app)
const payments = () => app.ctx.payments as Payments
/** Subjects of all mails to somebody, oldest first. */
const subjects = async ({ address }: AccountPerson) =>
  (await app.mails(address)).map(({ subject }) => subject).reverse()
const newest = async ({ address }: AccountPerson) => (await app.mails(address))[0]?.text ?? ''
/** Twenty settlements at once, of two processes. */
const settleAtOnce = ({ accountId }: AccountPerson) =>
  Promise.allSettled(
    Array.from({ length: 20 }, (_, nth) => settlePayments(nth % 2 === 0 ? app.ctx : two.ctx, accountId)),
  )

test('a trial is announced two days before its end, and its first charge is told, each once', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO)
  expect(await subjects(person)).toEqual([])
  await pass(4.9)
  await settle(person)
  expect(await subjects(person)).toEqual([])
  await pass(0.2)
  await settleAtOnce(person)
  expect(await subjects(person)).toEqual([expect.stringMatching(/^Your Pro trial ends on \d+ \w{3} 20\d\d$/)])
  const text = await newest(person)
  expect(text).toContain('Amount  US$29')
  expect(text).toMatch(/Charged on {2}\d+ \w{3} 20\d\d, \d\d:\d\d UTC/)
  expect(text).toContain('Card  Visa ending in 4242')
  expect(text).toMatch(/^http:\S+\/\?ref=trial_ending$/m)
  await pass(3)
  await settleAtOnce(person)
  expect((await subjects(person)).slice(1)).toEqual(['Payment received: US$29 for Pro monthly'])
  expect(await newest(person)).toContain('Your trial has ended, and Pro monthly goes on.')
  expect(await newest(person)).toMatch(/Next charge {2}US\$29\n {2}\d+ \w{3} 20\d\d/)
})

test('a trial that is cancelled is not announced, and its end is told once', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { number: '5555555555554444' })
  expect((await person.call('cancelPlan')).status).toBe(200)
  await pass(6)
  await settle(person)
  expect(await subjects(person)).toEqual([])
  await pass(2)
  await settleAtOnce(person)
  expect(await subjects(person)).toEqual(['Pro has ended'])
  expect(await newest(person)).toContain('Your trial is over, and nothing was charged.')
  expect(await newest(person)).toContain(
    'Your account is now on Free. Your transfers and files stay. Nothing is deleted.',
  )
})

test('a charge that failed is told once, given up once, and its payment once', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { number: FAILS_LATER })
  await pass(8)
  await settleAtOnce(person)
  const failed = 'Your payment for Pro monthly failed'
  expect((await subjects(person)).filter((subject) => subject.includes('Payment') || subject === failed)).toEqual([
    failed,
  ])
  const text = await newest(person)
  expect(text).toContain('We couldn’t charge US$29 for Pro monthly')
  expect(text).toContain('Sending is off until the payment succeeds.')
  expect(text).toContain('Card  Visa ending in 0341')
  expect(text).toMatch(/\/card\/[\w-]{22}$/m)
  await pass(4)
  await settleAtOnce(person)
  expect((await subjects(person)).filter((subject) => subject === failed)).toHaveLength(1)
  await pass(14)
  await settleAtOnce(person)
  expect((await subjects(person)).filter((subject) => subject === failed)).toHaveLength(2)
  expect(await newest(person)).toContain('won’t try again by ourselves')
  // Nobody is charged without having been told of it, however long it took.
  const { session } = (await person.call('changeCard', { body: {} })).body
  const body = { method: 'card', number: '4242424242424242', month: 12, year: 2090 }
  await person.call('payAtSandbox', { params: { session }, body })
  await app.runJobs()
  await settleAtOnce(person)
  expect((await subjects(person)).filter((subject) => subject.startsWith('Payment received'))).toEqual([
    'Payment received: US$29 for Pro monthly',
  ])
})

test('events that come three times, shuffled, late and to two processes mail once', async () => {
  const person = await makeAccount(app)
  await buy(person, PRO, { trial: false })
  await app.runJobs()
  await sql`update sandbox_events set told_at = null`.execute(app.ctx.db)
  const { secret } = payments().sandbox as { secret: Uint8Array }
  const customer = await customerOf(person)
  const kinds = ['subscription-changed', 'invoice-paid', 'checkout-finished', 'payment-failed', 'invoice-paid']
  const events = kinds.flatMap((kind, nth) => {
    const at = new Date(Date.now() - nth * DAY_MS).toISOString()
    const event = {
      version: 1,
      id: `evt_${person.accountId}_${nth}`,
      kind,
      at,
      customer,
      subscription: null,
      session: null,
    }
    return Array.from({ length: 3 }, () => Buffer.from(JSON.stringify(event)))
  })
  // 7 has no divisor in common with their number: each comes once, far from its copies.
  const shuffled = events.map((_, nth) => events[(nth * 7) % events.length] as Buffer)
  const posts = shuffled.map((event, nth) => {
    const { body, signature } = signBody(event, secret, app.ctx.clock.nowMs())
    const site = nth % 2 === 0 ? app : two
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature, 'x-no-origin': '1' }
    return site.fetch('/api/payments/events', { method: 'POST', headers, body: new Uint8Array(body) })
  })
  for (const { status } of await Promise.all(posts)) expect(status).toBe(204)
  await app.runJobs()
  expect(await subjects(person)).toEqual(['Payment received: US$29 for Pro monthly'])
})

test('what was paid ahead has a receipt, two notices and an end, each once, and extending moves them', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_personal_monthly_prepaid')
  expect(await subjects(person)).toEqual(['Payment received: US$12 for Personal'])
  await app.passTime(5 * DAY_MS)
  await buy(person, 'sandbox_personal_monthly_prepaid')
  expect((await subjects(person)).slice(1)).toEqual(['Payment received: US$12 for Personal'])
  // 14 days before the first end, which is no end any more, nobody is told anything.
  await app.passTime(25 * DAY_MS)
  await settleAtOnce(person)
  expect(await subjects(person)).toHaveLength(2)
  const notice = expect.stringMatching(/^Personal is paid until /)
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from max(ends_at) - now())::float8 * 1000 as left from prepaid_periods
    where workspace_id = ${person.accountId}`.execute(app.ctx.db)
  await app.passTime((rows[0]?.left ?? 0) - 13 * DAY_MS)
  await settleAtOnce(person)
  expect((await subjects(person)).slice(2)).toEqual([notice])
  expect(await newest(person)).toContain('the new time begins at that end, not today')
  await app.passTime(10.5 * DAY_MS)
  expect((await subjects(person)).slice(3)).toEqual([notice])
  await app.passTime(5 * DAY_MS)
  await settleAtOnce(person)
  expect((await subjects(person)).slice(4)).toEqual(['Personal has ended'])
  expect(await newest(person)).toContain('The time that you paid for is over.')
})

test('a provider that is down at the reading of invoices delays a mail, and does not lose it', async () => {
  const person = await makeAccount(app)
  const sites = [app, two].map(({ ctx }) => (ctx.payments as Payments).provider)
  const real = sites.map(({ listInvoices }) => listInvoices)
  for (const provider of sites) provider.listInvoices = () => Promise.reject(new Problem('payments-unavailable'))
  await buy(person, PRO, { trial: false })
  expect(await subjects(person)).toEqual([])
  sites.forEach((provider, nth) => {
    Object.assign(provider, { listInvoices: real[nth] })
  })
  await settle(person)
  expect(await subjects(person)).toEqual(['Payment received: US$29 for Pro monthly'])
})

test('a payment that was given back before its mail is not told; the end is', async () => {
  const person = await makeAccount(app)
  const tellAgain = await dropEvents(app)
  try {
    await pay(person, await start(person, PRO, { trial: false }))
  } finally {
    await tellAgain()
  }
  expect(await subjects(person)).toEqual([])
  expect(await refundPurchase(app.ctx, person.accountId)).toMatchObject({ kind: 'refunded' })
  await settle(person)
  expect(await subjects(person)).toEqual(['Pro has ended'])
})

test('time that was paid ahead and given back before its mail is not told', async () => {
  const person = await makeAccount(app)
  await buy(person, 'sandbox_personal_monthly_prepaid')
  const [bought] = await subjects(person)
  const tellAgain = async () => {
    await sql`update payment_news set told_at = null where workspace_id = ${person.accountId}
      and news->>'kind' = 'prepaid-bought'`.execute(app.ctx.db)
    await addJob(app.ctx.db, 'tell-payment-news', { workspaceId: person.accountId })
    await app.runJobs()
  }
  await tellAgain()
  expect(await subjects(person)).toEqual([bought, bought])
  expect(await refundPurchase(app.ctx, person.accountId)).toMatchObject({ kind: 'refunded' })
  await tellAgain()
  expect((await subjects(person)).filter((subject) => subject === bought)).toHaveLength(2)
})

test('an account without a proven address, and one that is deleted, get no mail', async () => {
  const [unproven, deleted] = [await makeAccount(app), await makeAccount(app)]
  await app.ctx.db.deleteFrom('account_addresses').where('account_id', '=', unproven.accountId).execute()
  await buy(unproven, PRO, { trial: false })
  expect(await subjects(unproven)).toEqual([])
  await buy(deleted, PRO, { trial: false })
  await deleted.call('deleteAccount', { body: { password: PASSWORD } })
  await settle(deleted)
  expect(await subjects(deleted)).toEqual(['Payment received: US$29 for Pro monthly', 'Your account was deleted'])
  const { rows } = await sql`select 1 from payment_news where workspace_id = ${deleted.accountId}`.execute(app.ctx.db)
  expect(rows).toEqual([])
})

test('an owner is told in their language, and the export lists it', async () => {
  const person = await makeAccount(app)
  await app.ctx.db
    .updateTable('accounts')
    .set({ language: 'zh', time_zone: 'Asia/Shanghai' })
    .where('id', '=', person.accountId)
    .execute()
  await buy(person, PRO, { trial: false })
  expect(await subjects(person)).toEqual(['付款成功：专业版（按月） US$29'])
  const news = await app.ctx.db
    .selectFrom('payment_news')
    .select('news')
    .where('workspace_id', '=', person.accountId)
    .execute()
  expect(news).toMatchObject([{ news: { kind: 'plan-charged', amount: { minor: 2_900, currency: 'usd' } } }])
})
