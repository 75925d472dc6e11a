import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf, manyTries, sessionCookie } from '#test/people/signing-up'

const signedOut = { status: 401, body: { code: 'signed-out' } }

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

/** One account, signed in on two devices. */
async function onTwoDevices() {
  const { address, accountId } = await makeAccount(app)
  await app.ctx.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  const signIn = async (person: Person) => ({
    person,
    answer: await person.call('logIn', { body: { email: address, password: PASSWORD } }),
  })
  return { address, one: await signIn(makePerson(app)), two: await signIn(makePerson(app)) }
}
const list = (answer: Answer) => app.call('listSessions', { headers: bearerOf(answer) })
const changePassword = (answer: Answer, currentPassword: string, password = NEW_PASSWORD) =>
  app.call('changePassword', { body: { currentPassword, password }, headers: bearerOf(answer) })

describe('the list of sessions', () => {
  test('says where, with what, and which is this one, without secrets', async () => {
    const { one, two } = await onTwoDevices()
    const { body } = await list(two.answer)
    expect(body.sessions).toMatchObject([{ isCurrent: true }, { isCurrent: false }])
    expect(body.sessions[1].id).toBe(one.answer.body.refreshToken)
    expect(Object.keys(body.sessions[0]).sort()).toEqual(
      ['city', 'country', 'device', 'id', 'isCurrent', 'lastUsedAt', 'signedInAt'].sort(),
    )
    const token = sessionCookie(one.answer)?.split('.')[2] ?? ''
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('signs one out from another, at once', async () => {
    const { one, two } = await onTwoDevices()
    const params = { session: one.answer.body.refreshToken }
    expect(await app.call('endSession', { params, headers: bearerOf(two.answer) })).toMatchObject({ status: 204 })
    expect(await list(one.answer)).toMatchObject(signedOut)
    expect(await one.person.call('refreshSession')).toMatchObject(signedOut)
    expect((await list(two.answer)).body.sessions).toHaveLength(1)
    const again = await app.call('endSession', { params, headers: bearerOf(two.answer) })
    expect(again).toMatchObject({ status: 404, body: { code: 'session-not-found' } })
  })

  test('signs its own out too, and removes the browser’s cookie', async () => {
    const { one } = await onTwoDevices()
    const params = { session: one.answer.body.refreshToken }
    const ended = await app.call('endSession', { params, headers: bearerOf(one.answer) })
    expect(ended).toMatchObject({ status: 204 })
    expect(sessionCookie(ended)).toBe('waybill_session=')
    expect(await list(one.answer)).toMatchObject(signedOut)
  })

  test('signs out everywhere else at once', async () => {
    const { one, two } = await onTwoDevices()
    expect(await app.call('endOtherSessions', { headers: bearerOf(one.answer) })).toMatchObject({ status: 204 })
    expect(await list(two.answer)).toMatchObject(signedOut)
    expect((await list(one.answer)).body.sessions).toMatchObject([{ isCurrent: true }])
  })

  test('signs out nobody else’s', async () => {
    const { one } = await onTwoDevices()
    const other = await makeAccount(app)
    const params = { session: one.answer.body.refreshToken }
    const refused = { status: 404, body: { code: 'session-not-found' } }
    expect(await other.call('endSession', { params })).toMatchObject(refused)
    await other.call('endOtherSessions')
    expect(await list(one.answer)).toMatchObject({ status: 200 })
  })

  test.each(['listSessions', 'endSession', 'endOtherSessions', 'changePassword'] as const)(
    '%s is for accounts only',
    async (name) => {
      const body = name === 'changePassword' ? { currentPassword: PASSWORD, password: NEW_PASSWORD } : undefined
      const answer = await makePerson(app).call(name, { params: { session: 'x' }, body })
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    },
  )
})

describe('changing the password', () => {
  test('requires the old one, ends the other sessions, keeps this one, and tells the account', async () => {
    const { address, one, two } = await onTwoDevices()
    expect(await changePassword(one.answer, 'wrong')).toMatchObject({ status: 403, body: { code: 'password-wrong' } })
    expect(await list(two.answer)).toMatchObject({ status: 200 })
    expect(await changePassword(one.answer, PASSWORD)).toMatchObject({ status: 204 })
    expect(await list(two.answer)).toMatchObject(signedOut)
    expect(await one.person.call('refreshSession')).toMatchObject({ status: 200 })
    expect(await app.mails(address)).toMatchObject([{ subject: 'Your password was changed' }, {}])
    const signIn = (password: string) => makePerson(app).call('logIn', { body: { email: address, password } })
    expect(await signIn(PASSWORD)).toMatchObject({ status: 401 })
    expect(await signIn(NEW_PASSWORD)).toMatchObject({ status: 200 })
  })

  test('refuses a new one that is easy to guess', async () => {
    const { address, one } = await onTwoDevices()
    const short = await changePassword(one.answer, PASSWORD, '12345')
    expect(short).toMatchObject({ status: 400, body: { code: 'password-too-short' } })
    const common = await changePassword(one.answer, PASSWORD, 'QWERTY123')
    expect(common).toMatchObject({ status: 400, body: { code: 'password-too-common' } })
    const own = await changePassword(one.answer, PASSWORD, `${address}1!`)
    expect(own).toMatchObject({ status: 400, body: { code: 'password-too-common' } })
  })

  test('costs work after wrong ones in one session, even for the right one, and none in another', async () => {
    const { one, two } = await onTwoDevices()
    const wrong = { status: 403, body: { code: 'password-wrong' } }
    for (let i = 0; i < 4; i++) expect(await changePassword(one.answer, 'wrong')).toMatchObject(wrong)
    await manyTries(app)
    expect(await changePassword(one.answer, PASSWORD)).toMatchObject({ status: 429, body: { code: 'proof-required' } })
    expect(await changePassword(two.answer, PASSWORD)).toMatchObject({ status: 204 })
  })

  test('succeeds once in four concurrent changes from two devices, and tells the others', async () => {
    const { address, one, two } = await onTwoDevices()
    const passwords = Array.from({ length: 4 }, (_, i) => `the password number ${i}`)
    const answers = await Promise.all(
      passwords.map((password, i) => changePassword((i % 2 ? one : two).answer, PASSWORD, password)),
    )
    const held = passwords.filter((_, i) => answers[i]?.status === 204)
    expect(held).toHaveLength(1)
    const signedIn = await makePerson(app).call('logIn', { body: { email: address, password: held[0] ?? '' } })
    expect(signedIn).toMatchObject({ status: 200 })
  })
})
