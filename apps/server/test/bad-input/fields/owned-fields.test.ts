/**
 * Fields that the server owns, set by the caller: refused where the contract does not name them, and never trusted
 * where it does.
 */
import { endpoints } from '@waybill/contract'
import type { RouteName } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#test/people/account-person'
import { nameOperator } from '#test/people/operator'
import { makePerson } from '#test/people/people'
import { verifyAddress } from '#test/people/signing-up'
import { makeOwner, type Owner } from '../../authorisation/owner.ts'
import { snapshot } from '../../authorisation/snapshot.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { fieldsOf, ignoredFields, objectPlaces } from '../attack/contract-fields.ts'
import { breachOf, callNames, EveryCall } from '../attack/every-call.ts'
import { sampled } from '../attack/sampled.ts'
import { codeOf } from '../attack/sound-answer.ts'
import { serverOwnedFields } from '../cases/field-cases.ts'
import { textWith } from '../cases/hostile-json.ts'

/**
 * Everything that an account, a transfer, a file or a contact has and no caller may set, by the names on the wire and
 * in the tables.
 */
const OWNED: Record<string, string> = {
  ...Object.fromEntries(serverOwnedFields.map((field) => [field, '"mine"'])),
  role: '"teamelite"',
  plan: '"teamelite"',
  subscription: '"active"',
  status: '"ok"',
  isSuspended: 'false',
  suspended_at: 'null',
  accountId: '"mine"',
  account_id: '"mine"',
  customURL: '"https://evil.example"',
  dateSent: '1',
  sent_at: '"1970-01-01T00:00:00Z"',
  expiryDate: '99999999999999',
  expires_at: '"9999-12-31T00:00:00Z"',
  createdAt: '"1970-01-01T00:00:00Z"',
  storageUsed: '-1',
  folderSize: '-1',
  storageLimit: '9007199254740991',
  uploadLimit: '9007199254740991',
  thisMonthsTransfers: '-1000',
  loginCount: '3',
  emailVerified: 'true',
  isVerified: 'true',
  sender_proven: 'true',
  isTeamMember: 'true',
  teamId: '"mine"',
  customDomainOption: '"custom"',
  hasTotp: 'false',
  passwordHash: '"$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA"',
  password_hash: '"$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA"',
  sessionId: '"mine"',
  profilePic: '"https://evil.example/x.png"',
  downloadCount: '-1',
  lastSentAt: '"2020-01-01T00:00:00Z"',
  isWithdrawn: 'false',
  deletedAt: 'null',
  sha256: '"00"',
  token_hash: '"00"',
  constructor: '{"role":"teamelite"}',
}

let attacked: AttackedApp
let owner: Owner
let calls: EveryCall
beforeAll(async () => {
  attacked = await AttackedApp.open()
  owner = await makeOwner(attacked.app)
  // So that the calls of the operator's desk are attacked, too.
  await nameOperator(attacked.app, owner.person)
  calls = new EveryCall(attacked.app, owner)
})
afterAll(() => attacked?.close())

const withBodies = callNames.filter((name) => fieldsOf(endpoints[name].body).length > 0)
const fields = [...Object.keys(OWNED), '__proto__']

/** The row's body with an extra field in each object that the contract closes. */
const attempts = (name: RouteName) =>
  objectPlaces(endpoints[name].body)
    .filter(({ isClosed }) => isClosed)
    .flatMap((place) =>
      fields
        .filter((field) => !place.fields.includes(field))
        .map((field) => {
          const body = textWith(calls.bodyOf(name), [...place.path, `${field}\u2043`], OWNED[field] ?? '{"role":"x"}')
          return { title: [...place.path, field].join('.'), body: body.replace('\u2043', '') }
        }),
    )

describe.each([...withBodies.entries()])('%i %s', (turn, name) => {
  test('refuses every field that is the server’s, and does nothing', async () => {
    const before = await snapshot(attacked.app, owner)
    const codes: Record<string, string | undefined> = {}
    for (const { title, body } of sampled(attempts(name), 4, turn)) {
      const told = await calls.ask(name, { body })
      codes[title] = breachOf(name, told) ?? codeOf(told)
    }
    const odd = Object.entries(codes).filter(([, code]) => code !== 'unknown-field' && code !== 'invalid-json')
    expect(odd).toEqual([])
    expect(Object.keys(codes).length).toBeGreaterThan(8)
    expect(await snapshot(attacked.app, owner)).toEqual(before)
  })
})

test('only these calls have fields that the wire format names and the server owns', () => {
  const named = Object.fromEntries(
    withBodies
      .map((name) => [name, ignoredFields(endpoints[name].body)] as const)
      .filter(([, ignored]) => ignored.length > 0),
  )
  expect(Object.keys(named).sort()).toEqual(
    [
      'addCard',
      'completeTransfer',
      'createCheckoutSession',
      'createSubscription',
      'joinTeam',
      'planTransfer',
      'redeemLifetimeCodes',
      'sendFeedback',
      'signUp',
      'verifySignup',
    ].sort(),
  )
})

test('a sign-up that claims to be paid, not suspended and somebody else makes a new free account', async () => {
  const person = makePerson(attacked.app)
  await verifyAddress(attacked.app, person)
  const ignored = ignoredFields(endpoints.signUp.body)
  const said = Object.fromEntries(ignored.map((field) => [field, field === 'role' ? 'teamelite' : 'mine']))
  const body = { email: person.address, password: PASSWORD, ...said }
  const { status, body: made } = await person.call('signUp', { body })
  expect([status, ignored.length > 5]).toEqual([201, true])
  const row = await attacked.app.ctx.db
    .selectFrom('account_facts')
    .selectAll()
    .where('email', '=', person.address)
    .executeTakeFirst()
  expect(row).toMatchObject({ role: 'free', subscription: 'trialing', suspended_at: null })
  expect(JSON.stringify(row)).not.toContain('mine')
  const read = await person.call('readAccount', { headers: { authorization: `Bearer ${made.accessToken}` } })
  expect(read.body.user).toMatchObject({ role: 'free', subscription: 'trialing', status: 'ok', folderSize: 0 })
})

test('a save that claims a time, size and owner is the account’s, now and as large as its bytes', async () => {
  const { person } = owner
  const ignored = ignoredFields(endpoints.completeTransfer.body)
  const files = [{ path: 'own.txt', content: Buffer.from('own') }]
  const plain = await person.send({ files })
  const plan = await person.plan({ files: [{ path: 'own.txt', content: Buffer.from('öwn') }] })
  await person.upload(plan, [{ path: 'own.txt', content: Buffer.from('öwn') }])
  const said = Object.fromEntries(ignored.map((field) => [field, /date/i.test(field) ? 1 : 'mine']))
  const body = { upload: plan.upload, token: plan.token, ...said }
  const saved = await person.call('completeTransfer', { body })
  expect([saved.status, ignored.length > 10]).toEqual([200, true])
  const rowOf = async (id: string) => {
    const row = await attacked.app.ctx.db
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { id: _id, slug, upload_id, sent_at, expires_at, bytes, search_text, ...rest } = row
    return rest
  }
  expect(await rowOf(saved.body.data.ops[0]._id)).toEqual(await rowOf(plain.id))
  expect(JSON.stringify(saved.body)).not.toContain('mine')
})

test('all in all', async () => {
  process.stdout.write(`${calls.asked} fields that are the server’s, in ${withBodies.length} calls\n`)
  expect(calls.asked).toBeGreaterThan(1_000)
  expect(await attacked.failures()).toEqual([])
})
