import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { withTotp } from '#test/people/second-factors'
import { mailedResetTokens, verifyAddress } from '#test/people/signing-up'

const HOUR_MS = 3_600_000
const expired = { status: 410, body: { code: 'take-back-expired' } }

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

/** The token of the newest mail that offers the address to undo a change. */
async function mailedToken(address: string): Promise<string> {
  const texts = (await app.mails(address)).map(({ text }) => /\/take-back\/([\w-]{43})$/m.exec(text)?.[1])
  return texts.find((token) => token !== undefined) ?? ''
}
const takeBack = (token: string, site: TestApp = app) => site.call('takeBack', { params: { token }, body: {} })
const logIn = (person: Person, email: string, password = PASSWORD) =>
  person.call('logIn', { body: { email, password } })

/** Acts like a thief who has the password and a browser that is signed in. */
async function moveTo(person: AccountPerson, more: { headers?: Record<string, string> } = {}): Promise<string> {
  const to = `thief-${person.accountId.toLowerCase()}@example.com`
  await person.prove(to)
  const answer = await person.call('changeEmail', { body: { email: to, password: PASSWORD }, ...more })
  expect(answer.status).toBe(200)
  return to
}

async function resetTo(address: string): Promise<void> {
  const [token = ''] = await mailedResetTokens(app, address)
  expect((await app.call('resetPassword', { body: { token, password: NEW_PASSWORD } })).status).toBe(204)
}

describe("the mail to an account's former address", () => {
  test('restores the account: its address, with everybody signed out and the thief’s factor gone', async () => {
    const person = await makeAccount(app)
    await withTotp(person)
    await app.passTime(1_000)
    await app.ctx.db
      .updateTable('accounts')
      .set({ totp_confirmed_at: null })
      .where('id', '=', person.accountId)
      .execute()
    const to = await moveTo(person)
    await withTotp(person)
    expect((await takeBack(await mailedToken(person.address))).body).toEqual({ email: person.address })
    expect(await person.call('readAccount')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    for (const email of [to, person.address]) {
      expect(await logIn(makePerson(app), email)).toMatchObject({ status: 401, body: { code: 'login-refused' } })
    }
    expect(await mailedResetTokens(app, to)).toEqual([])
    await resetTo(person.address)
    const back = await logIn(makePerson(app), person.address, NEW_PASSWORD)
    expect(back).toMatchObject({ status: 200, body: { user: { email: person.address, hasTotp: false } } })
  })

  test("ends the links of the thief's later changes", async () => {
    const person = await makeAccount(app)
    const to = await moveTo(person)
    await app.passTime(3_000)
    await withTotp(person)
    const [owners, thiefs] = [await mailedToken(person.address), await mailedToken(to)]
    expect(thiefs).not.toBe('')
    expect((await takeBack(owners)).status).toBe(200)
    expect(await takeBack(thiefs)).toMatchObject(expired)
  })

  test('works once, for 50 concurrent presses on two processes', async () => {
    const person = await makeAccount(app)
    await moveTo(person)
    const token = await mailedToken(person.address)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => takeBack(token, i % 2 ? two : app)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 410 && status !== 503)).toEqual([])
    expect(await mailedResetTokens(app, person.address)).toHaveLength(1)
  })

  test('works for 72 hours', async () => {
    const [early, late] = [await makeAccount(app), await makeAccount(app)]
    const tokens: string[] = []
    for (const person of [early, late]) {
      await moveTo(person)
      tokens.push(await mailedToken(person.address))
    }
    await app.passTime(71 * HOUR_MS)
    expect((await takeBack(tokens[0] ?? '')).status).toBe(200)
    await app.passTime(HOUR_MS)
    expect(await takeBack(tokens[1] ?? '')).toMatchObject(expired)
  })

  test('says so where another account has the address by now, and works once it has not', async () => {
    const person = await makeAccount(app)
    await moveTo(person)
    const token = await mailedToken(person.address)
    const other = makePerson(app, person.address)
    await verifyAddress(app, other)
    const made = await other.call('signUp', { body: { email: person.address, password: PASSWORD } })
    expect(made.status).toBe(201)
    expect(await takeBack(token)).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    const headers = { authorization: `Bearer ${made.body.accessToken}` }
    await other.call('deleteAccount', { body: { password: PASSWORD }, headers })
    expect((await takeBack(token)).status).toBe(200)
  })
})

test('works for the mail about a factor too: a thief who adds one keeps nobody out', async () => {
  const person = await makeAccount(app)
  await withTotp(person)
  await app.passTime(3_000)
  expect((await takeBack(await mailedToken(person.address))).status).toBe(200)
  await resetTo(person.address)
  expect((await logIn(makePerson(app), person.address, NEW_PASSWORD)).body.user.hasTotp).toBe(false)
})

test('has a page that changes nothing, posts without scripts, and then says what was done, in both languages', async () => {
  const person = await makeAccount(app)
  await moveTo(person)
  const token = await mailedToken(person.address)
  const [visitor, path] = [makePerson(app), `/take-back/${token}`]
  for (const method of ['HEAD', 'GET']) await visitor.fetch(path, { method })
  const page = await (await visitor.fetch(path)).text()
  expect(page).toContain('Undo the change?')
  expect(page).toContain(person.address)
  expect(await (await visitor.fetch(`${path}?lang=zh`)).text()).toContain('要撤销这次更改吗？')
  expect((await person.call('readAccount')).status).toBe(200)
  const pressed = await visitor.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ lang: 'zh' }),
    redirect: 'manual',
  })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${path}?lang=zh`])
  expect(await (await visitor.fetch(`${path}?lang=zh`)).text()).toContain('更改已撤销')
  const unknown = await visitor.fetch('/take-back/nobody-holds-this')
  expect([unknown.status, (await unknown.text()).includes('This link no longer works')]).toEqual([410, true])
})
