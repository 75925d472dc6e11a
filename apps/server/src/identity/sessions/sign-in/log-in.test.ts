import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { showWork } from '#test/people/guessing'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf, manyTries, sessionCookie } from '#test/people/signing-up'
import { countBelow } from '../../../platform/http/call-store.ts'
import { passwordWork } from '../../accounts/index.ts'

const SECOND_MS = 1_000
const WRONG = 'not the password'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

const logIn = (person: Person, email: string, password = PASSWORD) =>
  person.call('logIn', { body: { email, password } })
const codeOf = ({ status, body }: Answer): unknown => (status === 200 ? 'signed in' : body.code)

describe('the right password', () => {
  test('signs in, in any case of the address, and counts the login', async () => {
    const { address } = await makeAccount(app)
    const person = makePerson(app)
    const answer = await logIn(person, ` ${address.toUpperCase()} `)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: address, loginCount: 1 } } })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(sessionCookie(answer)).toMatch(/^waybill_session=[\w-]{20}\.1\.[\w-]{43}$/)
    const [line] = answer.headers.getSetCookie().filter((one) => one.startsWith('waybill_session='))
    expect(line).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(await logIn(person, address)).toMatchObject({ status: 200, body: { user: { loginCount: 2 } } })
  })

  test('matches however an accent in it is composed', async () => {
    const { hash } = await import('@node-rs/argon2')
    const { address, accountId } = await makeAccount(app)
    const password_hash = await hash('caf\u00e9 au lait')
    await app.ctx.db.updateTable('accounts').set({ password_hash }).where('id', '=', accountId).execute()
    expect(codeOf(await logIn(makePerson(app), address, 'cafe\u0301 au lait'))).toBe('signed in')
    expect(codeOf(await logIn(makePerson(app), address, 'cafe au lait'))).toBe('login-refused')
  })

  test('opens one session in this browser, in place of its previous one', async () => {
    const { address } = await makeAccount(app)
    const person = makePerson(app)
    const first = await logIn(person, address)
    const second = await logIn(person, address)
    expect(await person.call('listSessions', { headers: bearerOf(first) })).toMatchObject({ status: 401 })
    const { body } = await person.call('listSessions', { headers: bearerOf(second) })
    expect(body.sessions.filter(({ device }: { device: string }) => device !== 'Test')).toHaveLength(1)
  })

  test('keeps twenty sessions, and ends the one unused for longest, even when 30 sign in at once', async () => {
    const account = await makeAccount(app)
    await app.passTime(SECOND_MS)
    const { address } = account
    for (let i = 0; i < 6; i++) await Promise.all(Array.from({ length: 5 }, () => logIn(makePerson(app), address)))
    const last = await logIn(makePerson(app), address)
    const { body } = await makePerson(app).call('listSessions', { headers: bearerOf(last) })
    expect(body.sessions).toHaveLength(20)
    expect(await account.call('listSessions')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })

  test('lets a suspended account sign in and read', async () => {
    const { address } = await makeAccount(app, { isSuspended: true })
    expect(await logIn(makePerson(app), address)).toMatchObject({ status: 200, body: { user: { status: 'revoke' } } })
  })
})

describe('a browser that is new to the account', () => {
  test('is reported by mail in the account’s language; the first one and known ones are not', async () => {
    const { address, accountId } = await makeAccount(app)
    await app.ctx.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
    await app.ctx.db.updateTable('accounts').set({ language: 'zh' }).where('id', '=', accountId).execute()
    const first = makePerson(app)
    await logIn(first, address)
    await logIn(first, address)
    expect(await app.mails(address)).toEqual([])
    const second = makePerson(app)
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36'
    const headers = { 'user-agent': agent, 'x-forwarded-host': 'evil.example' }
    await second.call('logIn', { body: { email: address, password: PASSWORD }, headers })
    await logIn(second, address)
    const mails = await app.mails(address)
    expect(mails).toMatchObject([{ subject: '您的账户有新的登录' }])
    expect(mails[0]?.text).toContain('Chrome on Windows')
    expect(mails[0]?.text).toContain(`${app.origin}/login?forgotPass=true`)
    expect(mails[0]?.html).not.toContain('evil')
  })
})

describe('a wrong password and an address without an account', () => {
  test('are refused with the same text, headers and work', async () => {
    const { address } = await makeAccount(app)
    const seen = []
    for (const email of [address, 'nobody@example.com']) {
      const before = passwordWork.begun
      const { status, body, headers } = await logIn(makePerson(app), email, WRONG)
      const named = [...headers.keys()].filter((name) => name !== 'date')
      seen.push({ status, body: { ...body, requestId: '' }, named, hashes: passwordWork.begun - before })
    }
    expect(seen[0]).toMatchObject({ status: 401, body: { code: 'login-refused' }, hashes: 1 })
    expect(seen[1]).toEqual(seen[0])
  })

  test('are refused at once where the address is invalid', async () => {
    const before = passwordWork.begun
    expect(codeOf(await logIn(makePerson(app), 'no address', WRONG))).toBe('login-refused')
    expect(passwordWork.begun).toBe(before)
  })

  test('include a deleted account', async () => {
    const { address, accountId } = await makeAccount(app)
    await app.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: new Date(1_790_000_000_000) })
      .where('id', '=', accountId)
      .execute()
    expect(codeOf(await logIn(makePerson(app), address))).toBe('login-refused')
  })
})

describe.each(['known', 'unknown'])('guessing at a %s address', (kind) => {
  let address = ''
  beforeEach(async () => {
    address = kind === 'known' ? (await makeAccount(app)).address : makePerson(app).address
  })

  test('judges none of 64 concurrent guesses from as many networks without work, once there were many', async () => {
    for (let i = 0; i < 4; i++) await logIn(makePerson(app), address, WRONG)
    await manyTries(app)
    const before = passwordWork.begun
    const answers = await Promise.all(Array.from({ length: 64 }, () => logIn(makePerson(app), address, WRONG)))
    expect(answers.map(codeOf).filter((code) => code !== 'proof-required' && code !== 'busy')).toEqual([])
    expect(passwordWork.begun - before).toBe(0)
  })

  test('judges five of 64 concurrent guesses from one network without work, and one for one proof', async () => {
    const stranger = makePerson(app)
    const guess = () => logIn(stranger, address, WRONG)
    const first = (await Promise.all(Array.from({ length: 32 }, guess))).map(codeOf)
    expect(first.filter((code) => code === 'login-refused')).toHaveLength(5)
    const asked = await guess()
    expect(asked).toMatchObject({ status: 429, body: { code: 'proof-required', facts: { bits: 15, answers: 8 } } })
    expect((await showWork(stranger, asked.body.facts.challenge)).status).toBe(204)
    const second = (await Promise.all(Array.from({ length: 32 }, guess))).map(codeOf)
    expect(second.filter((code) => code === 'login-refused')).toHaveLength(1)
  })
})

test('requires the same work for the right password while strangers guess, which then signs in', async () => {
  const { address } = await makeAccount(app)
  for (let i = 0; i < 4; i++) await logIn(makePerson(app), address, WRONG)
  await manyTries(app)
  const owner = makePerson(app)
  const asked = await logIn(owner, address)
  expect(codeOf(asked)).toBe('proof-required')
  await showWork(owner, asked.body.facts.challenge)
  expect(codeOf(await logIn(owner, address))).toBe('signed in')
})

test('beyond 500 a day of all strangers requires that the browser proves the address first, as its owner can', async () => {
  const { address } = await makeAccount(app)
  await Promise.all(Array.from({ length: 4 }, () => logIn(makePerson(app), address, WRONG)))
  await app.ctx.db.updateTable('tallies').set({ count: 500 }).where('count', '=', 4).execute()
  const owner = makePerson(app, address)
  expect(await logIn(owner, address)).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  await owner.prove()
  expect(codeOf(await logIn(owner, address))).toBe('signed in')
  expect(codeOf(await logIn(makePerson(app), address))).toBe('sender-unproven')
})

test('keeps nobody out of a browser that was signed in before', async () => {
  const { address } = await makeAccount(app)
  const owner = makePerson(app)
  await logIn(owner, address)
  for (let i = 0; i < 4; i++) await logIn(makePerson(app), address, WRONG)
  await manyTries(app)
  expect(codeOf(await logIn(makePerson(app), address))).toBe('proof-required')
  expect(codeOf(await logIn(owner, address))).toBe('signed in')
})

test('requires work beyond fifty wrong ones in an hour from one address, not from its neighbours', async () => {
  const { address } = await makeAccount(app)
  const guesser = makePerson(app)
  for (let i = 0; i < 50; i++) {
    expect(codeOf(await logIn(guesser, `nobody-${i}@example.com`, WRONG))).toBe('login-refused')
  }
  expect(codeOf(await logIn(guesser, address))).toBe('proof-required')
  const neighbour = { 'x-forwarded-for': guesser.ip.replace(/\.7$/, '.8') }
  const body = { email: address, password: PASSWORD }
  expect(await makePerson(app).call('logIn', { body, headers: neighbour })).toMatchObject({ status: 200 })
})

test('requires work beyond three hundred in an hour from one /24', async () => {
  const { address } = await makeAccount(app)
  const tally = { most: 300, seconds: 3_600 }
  for (let i = 0; i < 300; i++) await countBelow(app.ctx.db, 'logins-of-network/198.51.100.0/24', tally)
  const headers = { 'x-forwarded-for': '198.51.100.200' }
  const answer = await makePerson(app).call('logIn', { body: { email: address, password: PASSWORD }, headers })
  expect(codeOf(answer)).toBe('proof-required')
})
