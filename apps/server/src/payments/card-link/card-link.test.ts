import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { FAILS_LATER } from '#test/payments/provider-acts'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Payments } from '../../platform/payments/open-payments.ts'
import { settlePayments } from '../settle-payments.ts'
import { changeCardByLink } from './card-link.ts'

const DAY_MS = 86_400_000
const expired = { status: 410, body: { code: 'card-link-expired' } }

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

const { billing, pay, ...buying } = buyingAt(() => app)
const payments = () => app.ctx.payments as Payments

/** An account whose trial's end could not be charged, and the token of the mail about it. */
async function makeOverdue(): Promise<{ owner: AccountPerson; token: string }> {
  const owner = await makeAccount(app)
  await buying.makeOverdue(owner)
  return { owner, token: await mailedToken(owner) }
}

async function mailedToken({ address }: AccountPerson): Promise<string> {
  const tokens = (await app.mails(address)).flatMap(({ text }) => /\/card\/([\w-]{22})$/m.exec(text)?.[1] ?? [])
  expect(tokens).not.toEqual([])
  return tokens[0] as string
}

/** What a visitor's browser does with the form of the page. */
async function press(visitor: Person, token: string, site: TestApp = app) {
  const body = new URLSearchParams({ lang: 'en' })
  const answer = await visitor.fetch(`/card/${token}`, { method: 'POST', body })
  const session = /\/pay\/([\w-]+)/.exec(answer.headers.get('refresh') ?? '')?.[1] ?? ''
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('waybill_card='))
  return { status: answer.status, text: await answer.text(), session, cookie, site }
}

const see = async (visitor: Person, path: string, cookie = '') => {
  const answer = await visitor.fetch(path, { headers: { cookie } })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test('a stranger with the link changes the card and pays, and sees nothing else of the account', async () => {
  const { owner, token } = await makeOverdue()
  const visitor = makePerson(app)
  const page = await see(visitor, `/card/${token}`)
  expect(page.status).toBe(200)
  for (const shown of ['Pro monthly', 'US$29', 'Visa ending in 0341']) expect(page.text).toContain(shown)
  expect(page.text).not.toContain(owner.address)
  expect(page.text).not.toMatch(/12\/\d{4}|invoice/i)
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('same-origin')

  const { status, session, cookie = '' } = await press(visitor, token)
  expect(status).toBe(200)
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
  const checkout = await visitor.call('readSandboxCheckout', { params: { session } })
  expect(checkout.body).toMatchObject({ kind: 'card', status: 'open', leaveTo: `${app.origin}/card` })
  expect(JSON.stringify(checkout.body)).not.toContain(token)
  const back = checkout.body.backTo.replace(app.origin, '')
  expect(back).toBe(`/card?session=${session}`)
  expect((await see(visitor, back, cookie)).text).toContain('The card wasn’t changed')
  const left = await visitor.fetch('/card', { headers: { cookie } })
  expect([left.status, left.headers.get('location')]).toEqual([302, `/card/${token}`])

  expect((await pay(visitor, session)).body).toEqual({ result: 'paid' })
  await app.runJobs()
  expect((await see(visitor, back)).text).toContain('later payments are charged to Visa ending in 4242')
  expect(await billing(owner)).toMatchObject({ status: 'active', subscription: { card: { last4: '4242' } } })
  expect((await see(visitor, `/card/${token}`)).text).toContain('Nothing is due')
  expect(await app.call('changeCardByLink', { params: { token }, body: {} })).toMatchObject(expired)
})

test('the page that waits asks again by itself, and says where the bank refuses the new card too', async () => {
  const { owner, token } = await makeOverdue()
  const visitor = makePerson(app)
  const { session, cookie = '' } = await press(visitor, token)
  expect((await pay(visitor, session, FAILS_LATER)).body).toEqual({ result: 'paid' })
  const back = `/card?session=${session}`
  const first = await see(visitor, back, cookie)
  expect(first.status).toBe(200)
  // The job may have settled it before this page is read.
  expect(first.text).toMatch(/Confirming|Your bank refused/)
  if (first.text.includes('Confirming')) expect(first.headers.get('refresh')).toBe('2')
  await app.runJobs()
  const refused = await see(visitor, back, cookie)
  expect(refused.text).toContain('Your bank refused the payment with Visa ending in 0341.')
  expect(refused.text).toContain(`action="/card/${token}"`)
  expect((await see(visitor, back)).text).toContain('open the link in the email once more')
  expect((await billing(owner)).subscription.status).toBe('past_due')
  const again = await press(visitor, token)
  expect(again.session).not.toBe(session)
  await pay(visitor, again.session)
  await app.runJobs()
  expect((await billing(owner)).subscription.status).toBe('active')
})

test('a page that could not read its checkout asks again, and does not say that nothing was charged', async () => {
  const { token } = await makeOverdue()
  const visitor = makePerson(app)
  const { session } = await press(visitor, token)
  failOnce(payments().provider, 'readCheckout', 'before')
  // The second asks sooner than the provider may be asked again.
  for (const _ of ['unanswered', 'too soon']) {
    const page = await see(visitor, `/card?session=${session}`)
    expect(page.text).toContain('Confirming your card')
    expect(page.headers.get('refresh')).toBe('2')
  }
  await app.passTime(3_000)
  expect((await see(visitor, `/card?session=${session}`)).text).toContain('The card wasn’t changed')
})

test('reading the link changes nothing, as a scanner of mails does', async () => {
  const { owner, token } = await makeOverdue()
  const before = await billing(owner)
  for (const method of ['HEAD', 'GET', 'GET']) await makePerson(app).fetch(`/card/${token}`, { method })
  expect(await billing(owner)).toEqual(before)
  const { rows } =
    await sql`select 1 from payment_checkouts where workspace_id = ${owner.accountId} and is_by_link`.execute(
      app.ctx.db,
    )
  expect(rows).toEqual([])
})

test('a link ends after seven days to the second, with the plan and with the account', async () => {
  const [late, ended, deleted] = [await makeOverdue(), await makeOverdue(), await makeOverdue()]
  const left = async (seconds: number) =>
    sql`update card_links set expires_at = now() + make_interval(secs => ${seconds}) where workspace_id = ${late.owner.accountId}`.execute(
      app.ctx.db,
    )
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from expires_at - created_at) / 86400 as days from card_links
    where workspace_id = ${late.owner.accountId}`.execute(app.ctx.db)
  expect(Number(rows[0]?.days)).toBe(7)
  await left(30)
  expect((await see(makePerson(app), `/card/${late.token}`)).status).toBe(200)
  await left(-1)
  await ended.owner.call('cancelPlan')
  await app.runJobs()
  await deleted.owner.call('deleteAccount', { body: { password: PASSWORD } })
  for (const { token } of [late, ended, deleted]) {
    const visitor = makePerson(app)
    const page = await see(visitor, `/card/${token}`)
    expect([page.status, page.text.includes('Link expired')]).toEqual([410, true])
    expect(await visitor.call('changeCardByLink', { params: { token }, body: {} })).toMatchObject(expired)
    expect((await press(visitor, token)).status).toBe(410)
  }
})

test('a link changes the card of its own account only, for every holder', async () => {
  const [one, other] = [await makeOverdue(), await makeOverdue()]
  const begun = await other.owner.call('changeCardByLink', { params: { token: one.token }, body: {} })
  const session = /\/pay\/([\w-]+)/.exec(begun.body.go.url)?.[1] ?? ''
  await pay(other.owner, session)
  await app.runJobs()
  expect((await billing(one.owner)).subscription).toMatchObject({ status: 'active', card: { last4: '4242' } })
  expect((await billing(other.owner)).subscription).toMatchObject({ status: 'past_due', card: { last4: '0341' } })
  const cookie = `waybill_card=${other.token}`
  const visitor = makePerson(app)
  for (const name of ['readBilling', 'listInvoices', 'readAccount', 'payOpenInvoice'] as const) {
    for (const headers of [{ cookie }, { authorization: `Bearer ${other.token}` }] as const) {
      expect((await visitor.call(name, { headers })).status).toBe(401)
    }
  }
  // The checkout of a link is no way to one that the owner has begun.
  const own = (await other.owner.call('changeCard', { body: {} })).body.session
  expect((await see(visitor, `/card?session=${own}`, cookie)).status).toBe(410)
  const byLink = await press(visitor, other.token)
  expect(byLink.session).not.toBe(own)
  expect((await pay(visitor, own)).body.code).toBe('checkout-closed')
})

test('an address that no checkout returns to says that the link is over', async () => {
  for (const query of ['session=nobody', 'session=%00', 'session=a&session=b', 'session=']) {
    expect((await see(makePerson(app), `/card?${query}`)).status).toBe(410)
  }
  expect((await see(makePerson(app), '/card')).text).toContain('open the link in the email once more')
})

const guesses: Record<string, (guesser: Person, token: string) => Promise<{ status: number }>> = {
  reading: (guesser, token) => see(guesser, `/card/${token}`),
  pressing: (guesser, token) => press(guesser, token),
}
test.each(Object.keys(guesses))('guessing tokens by %s ends soon for its network, each a miss once', async (how) => {
  const guesser = makePerson(app)
  const statuses: number[] = []
  for (let nth = 0; nth < 25; nth += 1) {
    statuses.push((await guesses[how]?.(guesser, `${'A'.repeat(20)}${10 + nth}`))?.status ?? 0)
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(410))
  expect(statuses.slice(-3)).toEqual(Array(3).fill(429))
})

test('presses at once on two processes are one checkout, and one link begins twenty in an hour', async () => {
  const { token } = await makeOverdue()
  // Both processes of one server have one address.
  const ask = (site: TestApp) =>
    changeCardByLink({ ...site.ctx, config: app.config }, { token, language: 'en' }, {} as FastifyRequest)
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => ask(nth % 2 === 0 ? app : two)))
  const sessions = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.session] : []))
  expect(new Set(sessions).size).toBe(1)
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(failures.filter((code) => code !== 'still-working')).toEqual([])
  const more = await app.call('changeCardByLink', { params: { token }, body: {} })
  expect(more).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  const page = await press(makePerson(app), token)
  expect([page.status, page.text.includes('used many times')]).toEqual([429, true])
})

test('while the provider does not answer, the page says so and the next press goes on', async () => {
  const { token } = await makeOverdue()
  for (const when of ['before', 'after'] as const) {
    failOnce(payments().provider, 'startCheckout', when)
    const page = await press(makePerson(app), token)
    expect([page.status, page.text.includes('Nothing has changed.')]).toEqual([503, true])
    expect(page.text).toContain('<button>Enter another card</button>')
    expect((await press(makePerson(app), token)).session).not.toBe('')
    await sql`update payment_checkouts set state = 'expired' where is_by_link`.execute(app.ctx.db)
  }
})

test.each(['useCard', 'payOpenInvoice', 'listInvoices'] as const)(
  'a card is used once where %s fails',
  async (name) => {
    const { owner, token } = await makeOverdue()
    const visitor = makePerson(app)
    const { session } = await press(visitor, token)
    const sites = [app, two].map(({ ctx }) => (ctx.payments as Payments).provider)
    const real = sites.map((provider) => provider[name])
    const wasMet = sites.map((provider) => failOnce(provider, name, 'after'))
    expect((await pay(visitor, session)).body).toEqual({ result: 'paid' })
    await app.runJobs()
    expect(wasMet.some((met) => met())).toBe(true)
    // Either process may have met its failure by now; the next settlements meet none.
    sites.forEach((provider, nth) => {
      Object.assign(provider, { [name]: real[nth] })
    })
    await settlePayments(app.ctx, owner.accountId)
    expect((await billing(owner)).subscription).toMatchObject({ status: 'active', card: { last4: '4242' } })
    const subjects = (await app.mails(owner.address)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Payment received'))).toHaveLength(1)
  },
)

test('the database holds no token, and links of long ago are deleted', async () => {
  const { owner, token } = await makeOverdue()
  await press(makePerson(app), token)
  const { rows } = await sql<{ text: string }>`
    select card_links::text as text from card_links where workspace_id = ${owner.accountId}
    union all select payment_checkouts::text from payment_checkouts where workspace_id = ${owner.accountId}
    union all select sandbox_checkouts::text from sandbox_checkouts
    union all select payment_news::text from payment_news`.execute(app.ctx.db)
  expect(rows.length).toBeGreaterThan(3)
  expect(JSON.stringify(rows)).not.toContain(token)
  await app.passTime(8 * DAY_MS)
  await addJob(app.ctx.db, 'reconcile-payments', {})
  await app.runJobs()
  const old = await sql`select 1 from card_links where expires_at < now()`.execute(app.ctx.db)
  expect(old.rows).toEqual([])
})
