import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { showWork } from '#test/people/guessing'
import { makePerson } from '#test/people/people'
import { type AskedFactor, logInAs, withTotp } from '#test/people/second-factors'
import { manyTries, sessionCookie } from '#test/people/signing-up'

const MINUTE_MS = 60_000
const expired = { status: 401, body: { code: 'login-expired' } }
const wrong = { status: 401, body: { code: 'second-factor-wrong' } }

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

async function guarded() {
  const person = await makeAccount(app)
  return { person, ...(await withTotp(person)) }
}
const answerWith = (ticket: string, code: string) =>
  makePerson(app).call('answerSecondFactor', { body: { ticket, code } })
const ticketOf = ({ secondFactor }: AskedFactor): string => secondFactor?.ticket ?? ''

test('opens nothing with the password alone: no token, no cookie, no session', async () => {
  const { person } = await guarded()
  const browser = makePerson(app)
  const asked = await browser.call('logIn', { body: { email: person.address, password: PASSWORD } })
  expect(Object.keys(asked.body)).toEqual(['secondFactor'])
  expect(sessionCookie(asked)).toBeUndefined()
  expect((await person.call('listSessions')).body.sessions).toHaveLength(1)
  expect((await person.call('readAccount')).body.user.loginCount).toBe(0)
  const opened = await answerWith(asked.body.secondFactor.ticket, 'no code')
  expect(opened).toMatchObject(wrong)
  expect(sessionCookie(opened)).toBeUndefined()
})

test('signs in once with a ticket, even when it is sent eight times at once', async () => {
  const { person, recoveryCodes } = await guarded()
  const ticket = ticketOf(await logInAs(app, person))
  const answers = await Promise.all(recoveryCodes.slice(0, 8).map((code) => answerWith(ticket, code)))
  const signedIn = answers.filter(({ status }) => status === 200)
  expect(signedIn).toHaveLength(1)
  expect(sessionCookie(signedIn[0] as (typeof answers)[number])).toBeDefined()
  await app.passTime(2_000)
  expect(await answerWith(ticket, recoveryCodes[9] ?? '')).toMatchObject(expired)
  const left = (await person.call('listFactors')).body.recoveryCodesLeft
  expect(left).toBe(9)
})

test('accepts a ticket for five tries and ten minutes', async () => {
  const { person, code } = await guarded()
  const spent = ticketOf(await logInAs(app, person))
  for (let i = 0; i < 5; i++) expect(await answerWith(spent, '000000')).toMatchObject(wrong)
  await app.passTime(2_000)
  expect(await answerWith(spent, code(1))).toMatchObject(expired)
  const old = ticketOf(await logInAs(app, person))
  await app.passTime(11 * MINUTE_MS)
  expect(await answerWith(old, code(1))).toMatchObject(expired)
})

test('requires work after wrong answers to any tickets of an account, from any network', async () => {
  const { person, code } = await guarded()
  const tickets: string[] = []
  for (let i = 0; i < 3; i++) tickets.push(ticketOf(await logInAs(app, person)))
  for (let i = 0; i < 4; i++) expect(await answerWith(tickets[i % 2] ?? '', '000000')).toMatchObject(wrong)
  await manyTries(app)
  expect(await answerWith(tickets[0] ?? '', '000000')).toMatchObject({ body: { code: 'proof-required' } })
  const owner = makePerson(app, person.address)
  const answer = () => owner.call('answerSecondFactor', { body: { ticket: tickets[2] ?? '', code: code(1) } })
  const asked = await answer()
  expect(asked).toMatchObject({ status: 429, body: { code: 'proof-required' } })
  await showWork(owner, asked.body.facts.challenge)
  expect((await answer()).status).toBe(200)
})

test('ends tickets of the old password with a new one', async () => {
  const { person, code } = await guarded()
  const ticket = ticketOf(await logInAs(app, person))
  await app.passTime(2_000)
  const body = { currentPassword: PASSWORD, code: code(1), password: 'a new one, longer than before' }
  expect((await person.call('changePassword', { body })).status).toBe(204)
  expect(await answerWith(ticket, code(2))).toMatchObject(expired)
})

test('refuses invalid tickets and those of another kind', async () => {
  for (const ticket of ['', 'x'.repeat(43), '\u{1f511}'])
    expect(await answerWith(ticket, '000000')).toMatchObject(expired)
})
