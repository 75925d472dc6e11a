/** Steps out of order, tokens in each other's places, and forged tokens. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { routes } from '@waybill/contract/core/routes'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { bearerOf, sessionCookie, signedUp, verifyAddress } from '#test/people/signing-up'
import { faultOf, shown, toldBy } from '../attack/sound-answer.ts'
import { hostileValues } from '../cases/field-cases.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const key = () => app.ctx.masterKey.derive('access-token')
const list = (authorization: string) => app.call('listSessions', { headers: { authorization } })

describe('an access token', () => {
  const made: Array<[string, (sessionId: string) => Promise<string> | string]> = [
    ['without a signature', (id) => new UnsecuredJWT().setSubject(id).setExpirationTime('1h').encode()],
    ['of another key', (id) => jwt(id).sign(new Uint8Array(32).fill(1))],
    ['of another kind', (id) => jwt(id, { typ: 'JWT' }).sign(key())],
    ['without a kind', (id) => new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(id).sign(key())],
    ['with another HMAC', (id) => jwt(id, { alg: 'HS512' }).sign(app.ctx.masterKey.derive('access-token', 64))],
    ['signed with a private key', (id) => signedByPair(id)],
    ['over by a minute', (id) => jwt(id).setExpirationTime('-1m').sign(key())],
    ['not good yet', (id) => jwt(id).setNotBefore('1h').sign(key())],
    ['of nobody', () => new SignJWT().setProtectedHeader(header()).setExpirationTime('1h').sign(key())],
    ['of a session that never was', () => jwt('a'.repeat(20)).sign(key())],
    ['of an account instead of a session', async () => jwt((await makeAccount(app)).accountId).sign(key())],
    ['of a subject that is SQL', () => jwt("' or true --").sign(key())],
  ]
  const header = (more: object = {}) => ({ alg: 'HS256', typ: 'at+jwt', ...more })
  const jwt = (sub: string, more: object = {}) =>
    new SignJWT().setProtectedHeader(header(more)).setSubject(sub).setIssuedAt().setExpirationTime('15m')
  const signedByPair = (id: string) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return jwt(id, { alg: 'RS256' }).sign(privateKey)
  }

  test('of ours is valid', async () => {
    const { sessionId } = await makeAccount(app)
    expect(await list(`Bearer ${await jwt(sessionId).sign(key())}`)).toMatchObject({ status: 200 })
  })

  test.each(made)('%s counts as signed out', async (_what, make) => {
    const { sessionId } = await makeAccount(app)
    const token = await make(sessionId)
    expect(await list(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic YTpi',
    'Bearer a b',
    `Bearer ${'x'.repeat(2_000)}`,
    'Bearer é',
  ])('sent as %j is invalid', async (authorization) => {
    const answer = await toldBy(await app.fetch('/sessions', { headers: { authorization } }))
    expect(faultOf(answer)).toBeNull()
    expect(answer.status).toBe(401)
  })

  test('with its last character changed is invalid', async () => {
    const { accessToken } = await makeAccount(app)
    const [head = '', claims = '', mac = ''] = accessToken.split('.')
    const other = createHmac('sha256', 'x').update(`${head}.${claims}`).digest('base64url')
    for (const forged of [
      `${head}.${claims}.${other}`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `.${claims}.${mac}`,
    ]) {
      expect(await list(`Bearer ${forged}`)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    }
  })
})

describe('tokens in each other’s places', () => {
  test('a session’s cookie and handle are not access tokens, and an access token is not a cookie', async () => {
    const { answer } = await signedUp(app)
    const cookie = sessionCookie(answer)?.split('=')[1] ?? ''
    for (const token of [cookie, answer.body.refreshToken]) {
      expect(await list(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    }
    const headers = { cookie: `waybill_session=${answer.body.accessToken}` }
    expect(await app.call('refreshSession', { headers })).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })

  test('an access token neither resets a password nor answers a second factor', async () => {
    const { answer } = await signedUp(app)
    const { accessToken: token } = answer.body
    const body = { token, password: 'another good password' }
    const reset = await app.call('resetPassword', { body })
    expect(reset).toMatchObject({ status: 403, body: { code: 'reset-refused' } })
    const factor = await app.call('answerSecondFactor', { body: { ticket: token, code: '123456' } })
    expect(factor).toMatchObject({ status: 401, body: { code: 'login-expired' } })
  })

  test('the upload’s own token is not a session', async () => {
    const person = makePerson(app)
    await person.prove()
    const { token } = await person.plan({ files: [{ path: 'a', content: Buffer.from('a') }] })
    expect(await list(`Bearer ${token}`)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })
})

describe('steps out of order', () => {
  test('step 2 before step 1, and a step 1 that claims to be done', async () => {
    const person = makePerson(app)
    const body = { email: person.address, password: PASSWORD }
    expect(await person.call('signUp', { body })).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
    for (const verifyComplete of [true, 1, 'true', {}, null]) {
      const step = await person.call('verifySignup', { body: { email: person.address, verifyComplete } })
      expect(step.status).toBe(400)
    }
    expect(await person.call('signUp', { body })).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  })

  test('a code is valid once, and only for its own address', async () => {
    const person = makePerson(app)
    const other = makePerson(app)
    await verifyAddress(app, person)
    const [mail] = await app.mails(person.address)
    const verifyComplete = /^[0-9A-Z]{5}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    for (const email of [person.address, other.address]) {
      const again = await person.call('verifySignup', { body: { email, verifyComplete } })
      expect(again).toMatchObject({ status: 403, body: { code: 'code-expired' } })
    }
    const body = { email: other.address, password: PASSWORD }
    expect(await person.call('signUp', { body })).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  })

  test('login opens another session than one that was fixed before', async () => {
    const attacker = await signedUp(app)
    const fixed = sessionCookie(attacker.answer)?.split('=')[1] ?? ''
    const { address } = await makeAccount(app)
    const owner = makePerson(app)
    owner.keepCookie('waybill_session', fixed)
    const answer = await owner.call('logIn', { body: { email: address, password: PASSWORD } })
    expect(sessionCookie(answer)).not.toContain(fixed)
    expect(answer.body.refreshToken).not.toBe(attacker.answer.body.refreshToken)
    expect(await attacker.person.call('refreshSession')).toMatchObject({ status: 401 })
  })

  test('signing out twice, refreshing after it, and everything with an expired token', async () => {
    const { person, answer } = await signedUp(app)
    expect((await person.call('logOut')).status).toBe(204)
    expect((await person.call('logOut')).status).toBe(204)
    expect(await person.call('refreshSession')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    for (const name of ['listSessions', 'endOtherSessions', 'readAccount'] as const) {
      const refused = await person.call(name, { headers: bearerOf(answer) })
      expect(refused).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    }
  })
})

test.each([
  ['5 characters', 'abcd!', 400],
  ['6 characters', 'abcd!9', 201],
  ['64', 'é'.repeat(64), 201],
  ['256', `${'x1'.repeat(128)}`, 201],
  ['257', `${'x1'.repeat(128)}y`, 400],
  ['blanks alone', '        ', 201],
  ['a NUL', 'abcdef\0ghi', 400],
  ['half a sign', 'abcdef\ud800', 400],
])('a password of %s', async (_what, password, status) => {
  const person = makePerson(app)
  await verifyAddress(app, person)
  expect((await person.call('signUp', { body: { email: person.address, password } })).status).toBe(status)
})

test('lastVisit and the session’s cookie accept any text without failing', async () => {
  for (const value of hostileValues.filter((one) => typeof one === 'string')) {
    const text = encodeURIComponent(value.toWellFormed()).slice(0, 3_000)
    for (const name of ['checkReturning', 'refreshSession', 'logOut'] as const) {
      const headers = { lastVisit: text, cookie: `waybill_session=${text}; waybill_device=${text}` }
      const told = await toldBy(await app.fetch(routes[name].path, { headers }))
      expect([name, shown(value), faultOf(told)]).toEqual([name, shown(value), null])
    }
  }
})
