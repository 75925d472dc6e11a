/**
 * What an access token permits after its session, its account or its rights have changed: the very next call knows, on
 * the server that changed it and on the other one. Read from the routes, so that no call is left out.
 */
import { endpoints } from '@waybill/contract'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makeKey } from '#test/people/key-person'
import { makePerson, type Sent } from '#test/people/people'
import { bearerOf } from '#test/people/signing-up'
import { makeTeam } from '#test/people/team'
import { sendPlan } from '#test/transfers/own-transfers'
import { refreshToken } from '../../src/identity/sessions/refresh/refresh-token.ts'
import { findSalt } from '../../src/identity/sessions/session-store.ts'
import { changeAccount } from '../people/put-account.ts'

let one: TestApp
let two: TestApp
let asked = 0
beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
})
afterAll(async () => {
  process.stdout.write(`${asked} calls with a token whose rights had just changed\n`)
  await two.close()
  await one.close()
})

/** A call by the account, on either server. */
function ask(
  at: TestApp,
  person: AccountPerson,
  ...[name, options = {}]: Parameters<TestApp['call']>
): Promise<Answer> {
  asked += 1
  return at.call(name, { ...options, headers: { ...person.headers(), ...options.headers } })
}

/** Every call that checks an access token, with the account's own things in its path. */
const names = (Object.keys(routes) as RouteName[]).filter(
  (name) =>
    ['session', 'operator'].includes(endpoints[name].auth) ||
    ['planTransfer', 'completeTransfer', 'resumeTransfer', 'grantDownload', 'requestSenderCode'].includes(name),
)

async function expectSignedOut(person: AccountPerson, sent: Sent): Promise<void> {
  for (const name of names) {
    const { method, path } = routes[name]
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, sent.id]))
    const [type] = endpoints[name].bodyTypes
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    for (const at of [two, one]) {
      const options = { params, headers, ...(method === 'GET' ? {} : { body: {} }) }
      const { status, body } = await ask(at, person, name, options)
      expect([name, status, body.code]).toEqual([name, 401, 'signed-out'])
    }
  }
}

/** The same account in another browser. */
async function elsewhere({ address }: AccountPerson): Promise<Record<string, string>> {
  const answer = await makePerson(one).call('logIn', { body: { email: address, password: PASSWORD } })
  return bearerOf(answer)
}

async function cookieOf({ sessionId }: AccountPerson): Promise<string> {
  const salt = (await findSalt(one.ctx.db, sessionId)) ?? new Uint8Array()
  return `waybill_session=${refreshToken(one.ctx.masterKey, { sessionId, generation: 1, salt })}`
}

/** The admins of members. */
const admins = new WeakMap<AccountPerson, AccountPerson>()

async function makeMember(): Promise<AccountPerson> {
  const { admin, members } = await makeTeam(one)
  const [member] = members as [AccountPerson]
  admins.set(member, admin)
  return member
}

async function removeMember(member: AccountPerson): Promise<Answer> {
  const answer = await admins.get(member)?.call('removeMember', { params: { member: member.accountId }, body: {} })
  if (answer === undefined) throw new Error('Nobody can remove them')
  return { ...answer, status: answer.status === 200 ? 204 : answer.status }
}

type Ending = [what: string, end: (person: AccountPerson) => Promise<Answer>, make?: () => Promise<AccountPerson>]
const endings: Ending[] = [
  ['it is signed out', async (person) => one.call('logOut', { headers: { cookie: await cookieOf(person) } })],
  [
    'another browser changes the password',
    async (person) => {
      const body = { currentPassword: PASSWORD, password: 'another password entirely' }
      return one.call('changePassword', { body, headers: await elsewhere(person) })
    },
  ],
  [
    'the password is reset by mail',
    async ({ address }) => {
      await one.call('requestReset', { body: { email: address } })
      const [mail] = await one.mails(address)
      const token = /\?t=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
      return one.call('resetPassword', { body: { token, password: 'another password entirely' } })
    },
  ],
  [
    'another browser ends its session',
    async (person) =>
      one.call('endSession', { params: { session: person.sessionId }, headers: await elsewhere(person) }),
  ],
  [
    'another browser ends all but its own',
    async (person) => one.call('endOtherSessions', { headers: await elsewhere(person) }),
  ],
  [
    'its cookie was copied and used again',
    async (person) => {
      const headers = { cookie: await cookieOf(person) }
      await one.call('refreshSession', { headers })
      await sql`update sessions set generation = 3 where id = ${person.sessionId}`.execute(one.ctx.db)
      const answer = await one.call('refreshSession', { headers })
      return { ...answer, status: answer.status === 401 ? 204 : 500 }
    },
  ],
  [
    'the account is deleted',
    async (person) => one.call('deleteAccount', { body: { password: PASSWORD }, headers: await elsewhere(person) }),
  ],
  ['the admin of its team removes it', removeMember, makeMember],
]

describe.each(endings)('once %s', (_what, end, make = () => makeAccount(one, { role: 'pro' })) => {
  test('every call is refused, on both servers, and a refresh too', async () => {
    const person = await make()
    const sent = await sendPlan(person)
    const cookie = await cookieOf(person)
    expect((await ask(two, person, 'listTransfers')).status).toBe(200)
    expect((await end(person)).status).toBe(204)
    await expectSignedOut(person, sent)
    expect((await two.call('refreshSession', { headers: { cookie } })).body.code).toBe('signed-out')
  })
})

test('a removed member’s API key opens no call, on either server', async () => {
  const member = await makeMember()
  const key = await makeKey(one, member, { scopes: keyScopes })
  const headers = { authorization: `Bearer ${key.key}`, 'x-no-origin': '1' }
  const opened = names.filter((name) => endpoints[name].keyScope !== null)
  expect(opened.length).toBeGreaterThan(20)
  expect((await two.call('listTransfers', { headers })).status).toBe(200)
  expect((await removeMember(member)).status).toBe(204)
  for (const name of opened) {
    const { method, path } = routes[name]
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, of = '']) => [of, 'x']))
    for (const at of [two, one]) {
      const answer = await at.call(name, { params, headers, ...(method === 'GET' ? {} : { body: {} }) })
      expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'key-revoked'])
    }
  }
})

const set = (person: AccountPerson, row: object) => changeAccount(one.ctx.db, person.accountId, row)
const codeOf = ({ status, body }: Answer) => (status < 300 ? 'done' : body.code)

/** Everything that sends, or changes what was sent. */
function sendings(sent: Sent, person: AccountPerson): Array<[RouteName, object]> {
  const params = { transfer: sent.id }
  const file = { path: 'more.txt', bytes: 0, modifiedAt: 0, fingerprint: 'f' }
  return [
    ['planTransfer', { body: person.draft({ files: [{ path: `${asked}.txt`, content: Buffer.alloc(0) }] }) }],
    ['editTransfer', { params, body: { message: 'changed' } }],
    ['addRecipients', { params, body: { emailTo: [{ email: `new-${asked}@rao-forge.example` }] } }],
    ['sendTransferEmail', { body: { slug: sent.slug, recipients: [`more-${asked}@rao-forge.example`] } }],
    ['planAddedFiles', { params, body: { files: [{ ...file, fingerprint: String(asked) }] } }],
    ['extendTransfers', { body: { ids: [sent.id], expirySeconds: 604_800 } }],
  ]
}
const readings: RouteName[] = [
  'readAccount',
  'listTransfers',
  'listLibrary',
  'listContacts',
  'exportContacts',
  'listSessions',
]

test('lets a suspended account send nothing and change nothing it sent, but still read', async () => {
  const person = await makeAccount(one, { role: 'pro' })
  const sent = await sendPlan(person)
  for (const isSuspended of [false, true, false, true]) {
    await set(person, { suspended_at: isSuspended ? new Date() : null })
    for (const at of [two, one]) {
      const codes = []
      for (const [name, options] of sendings(sent, person)) codes.push(codeOf(await ask(at, person, name, options)))
      expect(codes).toEqual(Array(6).fill(isSuspended ? 'account-suspended' : 'done'))
      for (const name of readings) expect([name, (await ask(at, person, name)).status]).toEqual([name, 200])
    }
  }
})

test('accepts bytes of an upload that was open when its account was suspended, and does not save it', async () => {
  const person = await makeAccount(one, { role: 'pro' })
  const files = [{ path: 'a.txt', content: Buffer.from('open') }]
  const plan = await person.plan({ files })
  await set(person, { suspended_at: new Date() })
  await person.upload(plan, files)
  const save = () => ask(two, person, 'completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(codeOf(await save())).toBe('account-suspended')
  await set(person, { suspended_at: null })
  expect(codeOf(await save())).toBe('done')
})

const YEAR_SECONDS = 31_536_000
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@rao-forge.example`)

test('applies the limits of a lowered role at once, to new and open uploads', async () => {
  const person = await makeAccount(one, { role: 'teamelite' })
  const sent = await sendPlan(person)
  const files = [{ path: 'a.txt', content: Buffer.from('open') }]
  const open = await person.plan({ files, expirySeconds: YEAR_SECONDS })
  await person.upload(open, files)
  const large = [{ path: 'large.bin', bytes: 4e9, modifiedAt: 0, fingerprint: 'large' }]
  const fits = person.draft({ files, message: 'https://rao-forge.example/' })
  const params = { transfer: sent.id }
  const limited: Array<[string, RouteName, object]> = [
    ['over-transfer-limit', 'planTransfer', { body: { ...fits, message: '', files: large } }],
    ['expiry-reserved', 'planTransfer', { body: { ...fits, message: '', expirySeconds: YEAR_SECONDS } }],
    ['message-holds-link', 'planTransfer', { body: fits }],
    ['too-many-recipients', 'planTransfer', { body: person.draft({ files, emailTo: people(7) }) }],
    ['too-many-recipients', 'addRecipients', { params, body: { emailTo: people(6).map((email) => ({ email })) } }],
    ['expiry-reserved', 'editTransfer', { params, body: { expirySeconds: YEAR_SECONDS } }],
    ['message-holds-link', 'editTransfer', { params, body: { message: 'https://rao-forge.example/' } }],
    ['expiry-reserved', 'extendTransfers', { body: { ids: [sent.id], expirySeconds: YEAR_SECONDS } }],
    ['expiry-reserved', 'updateProfile', { body: { transferSettings: { expirySeconds: YEAR_SECONDS } } }],
    ['over-transfer-limit', 'planAddedFiles', { params, body: { files: large } }],
    ['expiry-reserved', 'completeTransfer', { body: { upload: open.upload, token: open.token } }],
  ]
  await set(person, { role: 'free' })
  for (const [code, name, options] of limited) {
    for (const at of [two, one]) expect([name, codeOf(await ask(at, person, name, options))]).toEqual([name, code])
  }
  await set(person, { role: 'free', subscription: 'unpaid' })
  expect(codeOf(await ask(two, person, 'planTransfer', { body: person.draft({ files }) }))).toBe('subscription-due')
  await set(person, { role: 'teamelite', subscription: 'active' })
  for (const [, name, options] of limited) {
    expect([name, codeOf(await ask(two, person, name, options))]).toEqual([name, 'done'])
  }
})
