import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf, mailedResetTokens } from '#test/people/signing-up'

const MINUTE_MS = 60_000
let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

const refused = { status: 403, body: { code: 'reset-refused' } }

const tokensOf = (address: string) => mailedResetTokens(app, address)

async function askedFor(address: string, browser = makePerson(app)): Promise<string> {
  await app.passTime(3_000)
  await browser.call('requestReset', { body: { email: address } })
  const [token = ''] = await tokensOf(address)
  return token
}

const logIn = (person: Person, email: string, password: string) => person.call('logIn', { body: { email, password } })
const reset = (token: string, password = NEW_PASSWORD) =>
  makePerson(app).call('resetPassword', { body: { token, password } })
const check = (token: string) => makePerson(app).call('checkResetToken', { body: { token } })

describe('requesting a link', () => {
  test('is answered alike with or without an account; one mail goes out, in the account’s language', async () => {
    const { address, accountId } = await makeAccount(app)
    await app.ctx.db.updateTable('accounts').set({ language: 'zh' }).where('id', '=', accountId).execute()
    const seen = []
    for (const email of [address.toUpperCase(), 'nobody@example.com']) {
      const asked = { email, lang: 'en' }
      const headers = { 'x-forwarded-host': 'evil.example' }
      const answer = await makePerson(app).call('requestReset', { body: asked, headers })
      seen.push({ ...answer, headers: [...answer.headers.keys()].filter((name) => name !== 'date') })
    }
    expect(seen[0]).toMatchObject({ status: 202, body: '' })
    expect(seen[1]).toEqual(seen[0])
    const mails = await app.mails(address)
    expect(mails).toMatchObject([{ subject: '设置新密码' }])
    expect(mails[0]?.text).toContain(`${app.origin}/updatepassword?t=`)
    expect(await app.mails('nobody@example.com')).toEqual([])
  })

  test('mails one link for sixteen concurrent calls; beyond five an hour each takes work, and a stranger’s ends no other', async () => {
    const { address } = await makeAccount(app)
    const ask = () => makePerson(app).call('requestReset', { body: { email: address } })
    await Promise.all(Array.from({ length: 16 }, ask))
    for (let sent = 1; sent < 5; sent++) {
      await app.passTime(3_000)
      expect((await ask()).status).toBe(202)
    }
    await app.passTime(3_000)
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'proof-required' } })
    const tokens = await tokensOf(address)
    expect(tokens).toHaveLength(5)
    for (const token of tokens) expect(await check(token)).toMatchObject({ status: 202 })
  })

  test('is free twenty times an hour for one network, for addresses with and without an account alike', async () => {
    const person = makePerson(app)
    for (let i = 0; i < 20; i++) {
      expect(await person.call('requestReset', { body: { email: `${i}@example.com` } })).toMatchObject({ status: 202 })
    }
    const over = await person.call('requestReset', { body: { email: 'x@example.com' } })
    expect(over).toMatchObject({ status: 429, body: { code: 'proof-required' } })
  })

  test('refuses an invalid address', async () => {
    const answer = await makePerson(app).call('requestReset', { body: { email: 'nobody' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-recipient' } })
  })
})

describe('a token', () => {
  test('may be looked at any number of times, by scanners too, and used once', async () => {
    const { address } = await makeAccount(app)
    const token = await askedFor(address)
    for (const method of ['HEAD', 'GET']) await app.fetch(`/updatepassword?t=${token}`, { method })
    for (let times = 0; times < 3; times++) expect(await check(token)).toMatchObject({ status: 202 })
    expect(await reset(token)).toMatchObject({ status: 204 })
    expect(await check(token)).toMatchObject(refused)
    expect(await reset(token)).toMatchObject(refused)
  })

  test('sets one password when it is used 32 times at once', async () => {
    const { address } = await makeAccount(app)
    const token = await askedFor(address)
    const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => reset(token, `the password number ${i}`)))
    const winners = answers.flatMap(({ status }, i) => (status === 204 ? [i] : []))
    expect(winners).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 204) expect(body.code).toBe('reset-refused')
    const person = makePerson(app)
    expect(await logIn(person, address, `the password number ${winners[0]}`)).toMatchObject({ status: 200 })
    expect((await app.mails(address)).filter(({ subject }) => /changed/.test(subject))).toHaveLength(1)
  })

  test('ends with the next one of the same browser, after an hour, and with any change of the password', async () => {
    const account = await makeAccount(app)
    const browser = makePerson(app)
    const older = await askedFor(account.address, browser)
    const newer = await askedFor(account.address, browser)
    expect(await check(older)).toMatchObject(refused)
    expect(await reset(older)).toMatchObject(refused)
    expect(await check(newer)).toMatchObject({ status: 202 })
    await app.passTime(61 * MINUTE_MS)
    expect(await check(newer)).toMatchObject(refused)
    expect(await reset(newer)).toMatchObject(refused)
    const last = await askedFor(account.address)
    await account.call('changePassword', { body: { currentPassword: PASSWORD, password: NEW_PASSWORD } })
    expect(await reset(last, 'some third password')).toMatchObject(refused)
  })

  test('is not used up by a refused password', async () => {
    const { address } = await makeAccount(app)
    const token = await askedFor(address)
    expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { code: 'password-too-short' } })
    expect(await reset(token, 'letmein123')).toMatchObject({ status: 400, body: { code: 'password-too-common' } })
    expect(await reset(token)).toMatchObject({ status: 204 })
  })

  test('of a deleted account is invalid', async () => {
    const { address, accountId } = await makeAccount(app)
    const token = await askedFor(address)
    const gone = { deleted_at: new Date(1_790_000_000_000), email: null }
    await app.ctx.db.updateTable('accounts').set(gone).where('id', '=', accountId).execute()
    expect(await reset(token)).toMatchObject(refused)
  })

  test('cannot be guessed: after thirty misses in ten minutes, the network gets no answer', async () => {
    const person = makePerson(app)
    const miss = () => person.call('checkResetToken', { body: { token: 'x'.repeat(43) } })
    for (let i = 0; i < 30; i++) expect(await miss()).toMatchObject(refused)
    expect(await miss()).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  })
})

test('a new password signs nobody in and everybody out, and the account is notified', async () => {
  const account = await makeAccount(app)
  const { address } = account
  const elsewhere = makePerson(app)
  const before = await logIn(elsewhere, address, PASSWORD)
  const token = await askedFor(address)
  const answer = await reset(token)
  expect(answer).toMatchObject({ status: 204, body: '' })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await account.call('listSessions')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect(await elsewhere.call('listSessions', { headers: bearerOf(before) })).toMatchObject({ status: 401 })
  expect(await elsewhere.call('refreshSession')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect(await logIn(elsewhere, address, PASSWORD)).toMatchObject({ status: 401 })
  expect(await logIn(elsewhere, address, NEW_PASSWORD)).toMatchObject({ status: 200 })
  const [mail] = await app.mails(address)
  expect(mail).toMatchObject({ subject: 'Your password was changed' })
  expect(mail?.text).toContain(`${app.origin}/login?forgotPass=true`)
})

test('lets the owner of the mailbox sign in at once, however often strangers have guessed', async () => {
  const { address } = await makeAccount(app)
  for (let i = 0; i < 5; i++) await logIn(makePerson(app), address, 'a guess')
  expect(await reset(await askedFor(address))).toMatchObject({ status: 204 })
  expect(await logIn(makePerson(app), address, NEW_PASSWORD)).toMatchObject({ status: 200 })
})

test('the database stores no token', async () => {
  const { address, accountId } = await makeAccount(app)
  const token = await askedFor(address)
  const rows = await app.ctx.db.selectFrom('reset_tokens').selectAll().where('account_id', '=', accountId).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]?.token_hash).toHaveLength(32)
})
