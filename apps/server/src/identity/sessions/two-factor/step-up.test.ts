import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { steppedUp, withTotp } from '#test/people/second-factors'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

async function guarded() {
  const person = await makeAccount(app)
  const { recoveryCodes } = await withTotp(person)
  return { person, codes: recoveryCodes }
}

type Headers = Record<string, string>
/** Every change of sign-in details, made with only the password and `headers`. */
const changes: Record<string, (person: AccountPerson, headers?: Headers) => Promise<Answer>> = {
  beginTotp: (person, headers = {}) => person.call('beginTotp', { body: { password: PASSWORD }, headers }),
  removeTotp: (person, headers = {}) => person.call('removeTotp', { body: { password: PASSWORD }, headers }),
  beginPasskey: (person, headers = {}) => person.call('beginPasskey', { body: { password: PASSWORD }, headers }),
  removePasskey: (person, headers = {}) =>
    person.call('removePasskey', { params: { passkey: 'none-of-this-id' }, body: { password: PASSWORD }, headers }),
  changePassword: (person, headers = {}) =>
    person.call('changePassword', { body: { currentPassword: PASSWORD, password: NEW_PASSWORD }, headers }),
  changeEmail: (person, headers = {}) =>
    person.call('changeEmail', { body: { email: 'elsewhere@example.com', password: PASSWORD }, headers }),
  deleteAccount: (person, headers = {}) => person.call('deleteAccount', { body: { password: PASSWORD }, headers }),
  endOtherSessions: (person, headers = {}) => person.call('endOtherSessions', { headers }),
  endSession: (person, headers = {}) =>
    person.call('endSession', { params: { session: 'some-other-session' }, headers }),
}
const required = { status: 403, body: { code: 'step-up-required', facts: { kinds: ['totp', 'recovery'] } } }

test.each(Object.entries(changes))(
  '%s requires the second factor, with its password and without',
  async (_name, change) => {
    const { person, codes } = await guarded()
    expect(await change(person)).toMatchObject(required)
    expect(await change(person, { 'waybill-step-up': 'x'.repeat(43) })).toMatchObject(required)
    const answer = await change(person, await steppedUp(person, codes[0] ?? ''))
    expect(answer.body.code ?? 'done').not.toBe('step-up-required')
  },
)

test('keeps a step-up valid for ten minutes, in its own session, until the password changes', async () => {
  const { person, codes } = await guarded()
  const headers = await steppedUp(person, codes[0] ?? '')
  const other = await guarded()
  expect(await changes.endOtherSessions?.(other.person, headers)).toMatchObject(required)
  expect((await changes.endOtherSessions?.(person, headers))?.status).toBe(204)
  await app.passTime(601_000)
  expect(await changes.endOtherSessions?.(person, headers)).toMatchObject(required)
  const again = await steppedUp(person, codes[1] ?? '')
  expect((await changes.changePassword?.(person, again))?.status).toBe(204)
  expect(await changes.endOtherSessions?.(person, again)).toMatchObject(required)
})

test('accepts a ticket in the session that requested it, for five tries, and once', async () => {
  const [{ person, codes }, other] = [await guarded(), await guarded()]
  const begun = await person.call('beginStepUp', { body: { password: PASSWORD } })
  const { ticket } = begun.body.secondFactor
  const expired = { status: 401, body: { code: 'login-expired' } }
  expect(await other.person.call('finishStepUp', { body: { ticket, code: other.codes[0] ?? '' } })).toMatchObject(
    expired,
  )
  const body = { ticket, code: codes[0] ?? '' }
  expect((await person.call('finishStepUp', { body })).status).toBe(200)
  expect(await person.call('finishStepUp', { body: { ticket, code: codes[1] ?? '' } })).toMatchObject(expired)
  expect(await person.call('beginStepUp', { body: { password: 'not it' } })).toMatchObject({
    body: { code: 'password-wrong' },
  })
})

test('requires the password without a second factor, and ends a session without either', async () => {
  const person = await makeAccount(app)
  const begun = await person.call('beginStepUp', { body: { password: PASSWORD } })
  expect(Object.keys(begun.body)).toEqual(['stepUp', 'expiresAt'])
  expect((await changes.endOtherSessions?.(person))?.status).toBe(204)
  expect(await person.call('removeTotp', { body: {} })).toMatchObject({ body: { code: 'password-wrong' } })
  expect(
    (await person.call('removeTotp', { body: {}, headers: { 'waybill-step-up': begun.body.stepUp } })).status,
  ).toBe(204)
})

test('requires work for more than five wrong factors of one session, however many come at once', async () => {
  const { person, codes } = await guarded()
  const tried = await Promise.all(
    Array.from({ length: 50 }, () => person.call('removeTotp', { body: { password: PASSWORD, code: '000000' } })),
  )
  const counted = Map.groupBy(tried, ({ body }) => String(body.code))
  expect(counted.get('second-factor-wrong')).toHaveLength(5)
  expect((counted.get('proof-required')?.length ?? 0) + (counted.get('busy')?.length ?? 0)).toBe(45)
  expect(codes).toHaveLength(10)
})
