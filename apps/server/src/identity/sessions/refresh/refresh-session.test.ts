import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf, sessionCookie } from '#test/people/signing-up'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

/** Signed in, with the cookie of the first generation. */
async function signedIn(): Promise<{ person: Person; address: string; first: Answer; cookie: string }> {
  const { address } = await makeAccount(app)
  const person = makePerson(app)
  const first = await person.call('logIn', { body: { email: address, password: PASSWORD } })
  await app.mails(address)
  return { person, address, first, cookie: sessionCookie(first) ?? '' }
}

const refreshWith = (cookie: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('refreshSession', { headers: { cookie, ...headers } })
const isAlive = async (answer: Answer): Promise<boolean> =>
  (await app.call('listSessions', { headers: bearerOf(answer) })).status === 200
const signedOut = { status: 401, body: { code: 'signed-out' } }

describe('each use makes the next token', () => {
  test('returns a new access token for the same session, which nothing may store', async () => {
    const { person, first, cookie } = await signedIn()
    const second = await person.call('refreshSession')
    expect(second).toMatchObject({
      status: 200,
      body: { refreshToken: first.body.refreshToken, user: first.body.user },
    })
    expect(second.headers.get('cache-control')).toBe('private, no-store')
    expect(sessionCookie(second)).not.toBe(cookie)
    expect(await isAlive(second)).toBe(true)
    expect(await person.call('refreshSession')).toMatchObject({ status: 200 })
  })

  test('makes one successor for twenty concurrent uses of one token, and signs nobody out', async () => {
    const { cookie } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshWith(cookie)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map(sessionCookie))
    expect(successors.size).toBe(1)
    expect(await refreshWith([...successors][0] ?? '')).toMatchObject({ status: 200 })
  })

  test('lets an expired access token renew itself, and sign out', async () => {
    const { person } = await signedIn()
    const headers = { authorization: 'Bearer over.and.out' }
    expect(await person.call('refreshSession', { headers })).toMatchObject({ status: 200 })
    expect(await person.call('logOut', { headers })).toMatchObject({ status: 204 })
  })
})

describe('a token that was used before', () => {
  test('ends the session for every holder, once, and tells its owner', async () => {
    const { address, first, cookie } = await signedIn()
    const second = await refreshWith(cookie)
    const third = await refreshWith(sessionCookie(second) ?? '')
    const before = (await app.mails(address)).length
    const replays = await Promise.all(Array.from({ length: 5 }, () => refreshWith(cookie)))
    for (const replay of replays) {
      expect(replay).toMatchObject(signedOut)
      expect(sessionCookie(replay)).toBe('waybill_session=')
    }
    expect(await refreshWith(sessionCookie(third) ?? '')).toMatchObject(signedOut)
    for (const answer of [first, second, third]) expect(await isAlive(answer)).toBe(false)
    const mails = await app.mails(address)
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]).toMatchObject({ subject: 'We signed out one of your browsers' })
  })

  test('ends it even as the token before the last, once ten seconds have passed', async () => {
    const { cookie } = await signedIn()
    const second = await refreshWith(cookie)
    await app.passTime(2 * SECOND_MS)
    expect(sessionCookie(await refreshWith(cookie))).toBe(sessionCookie(second))
    await app.passTime(9 * SECOND_MS)
    expect(await refreshWith(cookie)).toMatchObject(signedOut)
    expect(await isAlive(second)).toBe(false)
  })
})

describe('a session ends', () => {
  test('after seven days without use', async () => {
    const { person, first } = await signedIn()
    await app.passTime(7 * DAY_MS - 60 * SECOND_MS)
    const renewed = await person.call('refreshSession')
    expect(renewed).toMatchObject({ status: 200 })
    expect(await isAlive(first)).toBe(true)
    await app.passTime(7 * DAY_MS + SECOND_MS)
    expect(await isAlive(renewed)).toBe(false)
    expect(await person.call('refreshSession')).toMatchObject(signedOut)
  })

  test('after thirty days, however often it was used', async () => {
    const { person } = await signedIn()
    for (let day = 0; day < 30; day += 5) {
      expect(await person.call('refreshSession')).toMatchObject({ status: 200 })
      await app.passTime(5 * DAY_MS)
    }
    expect(await person.call('refreshSession')).toMatchObject(signedOut)
  })

  test('when it is signed out, at once, with the same answer twice', async () => {
    const { person, first, cookie } = await signedIn()
    for (let times = 0; times < 2; times++) {
      const left = await person.call('logOut')
      expect(left).toMatchObject({ status: 204 })
      expect(sessionCookie(left)).toBe('waybill_session=')
    }
    expect(await isAlive(first)).toBe(false)
    expect(await refreshWith(cookie)).toMatchObject(signedOut)
  })

  test('when the account is deleted', async () => {
    const { person, address } = await signedIn()
    const gone = { deleted_at: new Date(1_790_000_000_000), email: null }
    await app.ctx.db.updateTable('accounts').set(gone).where('email', '=', address).execute()
    expect(await person.call('refreshSession')).toMatchObject(signedOut)
  })
})

describe('without our cookie', () => {
  test.each([
    ['none at all', ''],
    ['a word', 'waybill_session=word'],
    ['a session that never was', `waybill_session=${'a'.repeat(20)}.1.${'b'.repeat(43)}`],
    ['the form of another day', 'waybill_session=x.y.z'],
  ])('%s counts as signed out', async (_what, cookie) => {
    expect(await refreshWith(cookie)).toMatchObject(signedOut)
    expect(await app.call('logOut', { headers: { cookie } })).toMatchObject({ status: 204 })
  })

  test('a token with a changed generation or session ends nothing', async () => {
    const { person, cookie } = await signedIn()
    const other = await signedIn()
    const [session = '', , mac = ''] = cookie.split('.')
    await person.call('refreshSession')
    await person.call('refreshSession')
    for (const forged of [`${session}.2.${mac}`, `${session}.99.${mac}`, `${other.cookie.split('.')[0]}.1.${mac}`]) {
      expect(await refreshWith(forged)).toMatchObject(signedOut)
    }
    expect(await person.call('refreshSession')).toMatchObject({ status: 200 })
    expect(await other.person.call('refreshSession')).toMatchObject({ status: 200 })
  })

  test('the handle that scripts can read does not replace it', async () => {
    const { first } = await signedIn()
    expect(await refreshWith(`waybill_session=${first.body.refreshToken}`)).toMatchObject(signedOut)
  })
})

describe.each(['refreshSession', 'logOut'] as const)('%s only answers our own pages', (name) => {
  const noOrigin = { 'x-no-origin': '1' }
  test.each<[string, Record<string, string>]>([
    ['another site’s page', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an image or a link on another site', { ...noOrigin, 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { ...noOrigin, 'sec-fetch-site': 'same-site' }],
    ['a mail program or a typed address', { ...noOrigin, 'sec-fetch-site': 'none' }],
    ['another site by its referrer', { ...noOrigin, referer: 'https://evil.example/' }],
    ['a caller that names no origin', noOrigin],
    ['a browser ahead of its reader', { ...noOrigin, 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
  ])('refuses %s', async (_who, headers) => {
    const { person, cookie } = await signedIn()
    const refused = await app.call(name, { headers: { cookie, ...headers } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'cross-site' } })
    expect(sessionCookie(refused)).toBeUndefined()
    expect(await person.call('refreshSession')).toMatchObject({ status: 200 })
  })

  test.each<[string, (origin: string) => Record<string, string>]>([
    ['by its fetch headers', () => ({ ...noOrigin, 'sec-fetch-site': 'same-origin' })],
    ['by its referrer', (origin) => ({ ...noOrigin, referer: `${origin}/dash` })],
  ])('accepts one of ours %s', async (_how, headersOf) => {
    const { cookie } = await signedIn()
    const answer = await app.call(name, { headers: { cookie, ...headersOf(app.origin) } })
    expect(answer.status).toBe(name === 'logOut' ? 204 : 200)
  })

  test('refuses HEAD', async () => {
    const { person, cookie } = await signedIn()
    const path = name === 'logOut' ? '/logout' : '/refreshToken'
    expect((await app.fetch(path, { method: 'HEAD', headers: { cookie } })).status).toBe(405)
    expect(await person.call('refreshSession')).toMatchObject({ status: 200 })
  })
})
