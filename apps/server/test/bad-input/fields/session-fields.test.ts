/** Every field of the calls that sign up, in and out, with every hostile value: refused or accepted, never failed. */
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { codeOf, faultOf, shown, type Told, toldBy } from '../attack/sound-answer.ts'
import {
  hostileValues,
  type Json,
  objectsOf,
  pathsOf,
  serverOwnedFields,
  valueAt,
  withValue,
} from '../cases/field-cases.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const email = 'nobody@example.com'
const token = 'x'.repeat(43)
/** Valid bodies that name nothing that exists. */
const bodies: Partial<Record<RouteName, Json>> = {
  verifySignup: { email: 'not an address', verifyComplete: '7K2QX', isTeamMember: false, lang: 'en' },
  signUp: {
    email,
    password: 'a password of nobody',
    fullName: 'Ada',
    company: 'Engines',
    lang: 'zh',
    timeZone: 'Asia/Hong_Kong',
    referrer: 'https://example.com/',
    referral: 'partner',
    role_full: { uploadLimit: 1 },
    fingerprint: { language: 'en' },
  },
  logIn: { email, password: 'a guess' },
  answerSecondFactor: { ticket: token, code: '123456', passkey: { id: 'x', response: { signature: 'x' } } },
  requestReset: { email: 'not an address', lang: 'en' },
  checkResetToken: { token },
  resetPassword: { token, password: 'a password of nobody' },
  changePassword: { currentPassword: 'a guess', password: 'a password of nobody' },
}
/** Fields that the wire format names and the server owns: accepted whatever they are. */
const owned = ['role_full', 'fingerprint', 'isTeamMember', 'passkey']
const calls = Object.entries(bodies) as Array<[RouteName, Json]>

let app: TestApp
let account: AccountPerson
let asked = 0
beforeAll(async () => {
  app = await makeTestApp()
  account = await makeAccount(app)
})
afterAll(() => app.close())

/** From a separate network, so that no budget answers before the field is checked. */
async function send(name: RouteName, body: Json): Promise<Told> {
  asked += 1
  const who = name === 'changePassword' ? account : makePerson(app)
  const headers = who.headers({ 'content-type': 'application/json', 'x-forwarded-for': makePerson(app).ip })
  return toldBy(await app.fetch(routes[name].path, { method: 'POST', headers, body: JSON.stringify(body) }))
}
const isOwned = (path: ReadonlyArray<string | number>) => owned.includes(String(path[0]))

describe.each(calls)('%s', (name, body) => {
  test('refuses or accepts every hostile value, and never fails', async () => {
    for (const path of pathsOf(body)) {
      for (const value of [...hostileValues, undefined]) {
        const told = await send(name, withValue(body, path, value))
        expect([path.join('.'), shown(value), faultOf(told)]).toEqual([path.join('.'), shown(value), null])
        const holdsNul = typeof value === 'string' && value.includes('\0')
        if (holdsNul && !isOwned(path))
          expect([path.join('.'), shown(value), told.status]).toEqual([path.join('.'), shown(value), 400])
      }
    }
  })

  test('refuses an extra field, by name', async () => {
    for (const path of objectsOf(body).filter((one) => !isOwned(one))) {
      for (const field of serverOwnedFields) {
        if (name === 'signUp' && ['role', 'stripeId'].includes(field)) continue
        const inner = { ...(valueAt(body, path) as object), [field]: 'mine' } as Json
        expect([field, codeOf(await send(name, inner))]).toEqual([field, 'unknown-field'])
      }
    }
  })
})

test('all in all, and nobody gets an account or a session from it', async () => {
  expect(asked).toBeGreaterThan(1_000)
  const rows = await app.ctx.db.selectFrom('account_facts').select(['id', 'role']).execute()
  expect(rows).toEqual([{ id: account.accountId, role: 'free' }])
  expect((await account.call('listSessions')).body.sessions).toHaveLength(1)
  await app.passTime(3_600_000)
  const login = await makePerson(app).call('logIn', { body: { email: account.address, password: PASSWORD } })
  expect(login).toMatchObject({ status: 200 })
})
