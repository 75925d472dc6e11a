import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { steppedUp, withTotp } from '#test/people/second-factors'
import { lockAccount } from '../../accounts/index.ts'
import { MAX_API_KEYS } from '../api-keys/make-api-key.ts'
import { signOutEverywhere } from '../sign-out/sign-out-elsewhere.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

interface Begun {
  deviceCode: string
  userCode: string
  url: string
  urlWithCode: string
}

const wanted = { name: 'waybill on build-3', scopes: ['read', 'send'] }

async function begin(program: Person, more: Record<string, unknown> = {}): Promise<Begun> {
  const begun = await program.call('beginDeviceLogin', { body: { ...wanted, ...more } })
  expect(begun).toMatchObject({ status: 201, body: { expiresInSeconds: 600, intervalSeconds: 3 } })
  return begun.body
}

/** As if the interval had passed. */
async function poll(program: Person, { deviceCode }: Begun) {
  await app.ctx.db.updateTable('device_logins').set({ polled_at: null }).execute()
  return program.call('pollDeviceLogin', { body: { deviceCode } })
}
const codeAt = async (program: Person, begun: Begun) => (await poll(program, begun)).body.code
const allow = (owner: AccountPerson, { userCode }: Begun, more: Record<string, unknown> = {}) =>
  owner.call('answerDeviceLogin', { body: { userCode, isAllowed: true, password: PASSWORD, ...more } })
const read = (owner: AccountPerson, userCode: string) => owner.call('readDeviceLogin', { body: { userCode } })

test('a person reads what a program asks for, allows less, and the program gets its key once', async () => {
  const [program, owner] = [makePerson(app), await makeAccount(app)]
  const begun = await begin(program, { scopes: ['library', 'read', 'send'], days: 30 })
  expect(begun.userCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(begun.urlWithCode).toBe(`${app.origin}/dash/account/keys?device=${begun.userCode}`)
  const stored = JSON.stringify(await app.ctx.db.selectFrom('device_logins').selectAll().execute())
  expect(stored).not.toContain(begun.userCode.replace('-', ''))
  expect(stored).not.toContain(begun.deviceCode)
  expect(await codeAt(program, begun)).toBe('device-login-pending')
  // As people type it.
  const typed = begun.userCode.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await read(owner, typed)).toMatchObject({
    status: 200,
    body: { name: 'waybill on build-3', scopes: ['send', 'read', 'library'], days: 30, isOwnNetwork: false },
  })
  expect((await allow(owner, begun, { scopes: ['request'] })).body.code).toBe('invalid-input')
  expect((await allow(owner, begun, { password: 'wrong one' })).body.code).toBe('password-wrong')
  expect((await allow(owner, begun, { scopes: ['read'] })).status).toBe(204)
  expect((await allow(owner, begun)).body.code).toBe('device-code-unknown')
  expect((await read(owner, begun.userCode)).body.code).toBe('device-code-unknown')
  const given = await poll(program, begun)
  expect(given).toMatchObject({ status: 200, body: { apiKey: { name: 'waybill on build-3', scopes: ['read'] } } })
  const { apiKey, key } = given.body
  expect(Date.parse(apiKey.endsAt) - Date.parse(apiKey.createdAt)).toBe(30 * 86_400_000)
  expect(await codeAt(program, begun)).toBe('device-login-expired')
  const headers = { authorization: `Bearer ${key}`, 'x-no-origin': '1' }
  expect((await app.call('readAccount', { headers })).body.user.email).toBe(owner.address)
  expect((await owner.call('listApiKeys')).body.keys).toEqual([{ ...apiKey, lastUsedAt: expect.any(String) }])
  const mails = await app.mails(owner.address)
  expect(mails.map(({ subject }) => subject)).toContain('An API key was made for your account')
  const events = app.ctx.db.selectFrom('security_events').select(['event', 'facts']).orderBy('at')
  expect(await events.where('account_id', '=', owner.accountId).where('event', 'like', '%e%-%').execute()).toEqual(
    expect.arrayContaining([
      { event: 'device-allowed', facts: { scopes: ['read'] } },
      { event: 'key-made', facts: { key: apiKey._id, scopes: ['read'] } },
    ]),
  )
})

test('allowing asks for the second factor where one is on; denying asks for nothing', async () => {
  const [program, owner] = [makePerson(app), await makeAccount(app)]
  const { recoveryCodes } = await withTotp(owner)
  const [denied, allowed] = [await begin(program), await begin(program)]
  expect((await allow(owner, allowed)).body.code).toBe('step-up-required')
  const no = await owner.call('answerDeviceLogin', { body: { userCode: denied.userCode, isAllowed: false } })
  expect(no.status).toBe(204)
  expect(await codeAt(program, denied)).toBe('device-login-denied')
  expect((await allow(owner, denied)).body.code).toBe('device-code-unknown')
  const headers = await steppedUp(owner, recoveryCodes[0] ?? '')
  const body = { userCode: allowed.userCode, isAllowed: true }
  expect((await owner.call('answerDeviceLogin', { body, headers })).status).toBe(204)
  expect((await poll(program, allowed)).status).toBe(200)
})

test('a program that polls too fast is slowed down, and gets nothing then', async () => {
  const [program, owner] = [makePerson(app), await makeAccount(app)]
  const begun = await begin(program)
  expect((await allow(owner, begun)).status).toBe(204)
  const { deviceCode } = begun
  const polled = sql<Date>`now() + interval '1 hour'`
  await app.ctx.db.updateTable('device_logins').set({ polled_at: polled }).execute()
  expect((await program.call('pollDeviceLogin', { body: { deviceCode } })).body).toMatchObject({
    code: 'device-login-too-fast',
    facts: { intervalSeconds: 8 },
  })
  expect((await program.call('pollDeviceLogin', { body: { deviceCode } })).body).toMatchObject({
    code: 'device-login-too-fast',
    facts: { intervalSeconds: 13 },
  })
  const both = await Promise.all([poll(program, begun), poll(program, begun)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a program that floods us waits a minute, and writes nothing', async () => {
  const program = makePerson(app)
  const begun = await begin(program, { name: 'flood' })
  const row = () => app.ctx.db.selectFrom('device_logins').selectAll().where('name', '=', 'flood').executeTakeFirst()
  const ask = async () => (await program.call('pollDeviceLogin', { body: { deviceCode: begun.deviceCode } })).body
  expect((await ask()).code).toBe('device-login-pending')
  for (let nth = 0; nth < 12; nth++) expect((await ask()).code).toBe('device-login-too-fast')
  const before = await row()
  expect(before).toMatchObject({ interval_seconds: 60 })
  expect(await ask()).toMatchObject({ code: 'device-login-too-fast', facts: { intervalSeconds: 60 } })
  expect(await row()).toEqual(before)
  await app.ctx.db.deleteFrom('device_logins').where('name', '=', 'flood').execute()
})

test('a code ends after ten minutes, one allowed in the last moment a minute later', async () => {
  const [program, owner] = [makePerson(app), await makeAccount(app)]
  const [over, late] = [await begin(program), await begin(program)]
  /** Of all that nobody has answered. */
  const setEnd = async (end: string) => {
    const { rows } = await sql`update device_logins set expires_at = now() + ${end}::interval
      where name = ${wanted.name} and is_allowed is null returning name`.execute(app.ctx.db)
    expect(rows).not.toEqual([])
  }
  await setEnd('40 seconds')
  expect((await allow(owner, late)).status).toBe(204)
  const row = await sql<{ left: number }>`select extract(epoch from expires_at - now())::float8 as left
    from device_logins where is_allowed`.execute(app.ctx.db)
  expect(row.rows[0]?.left).toBeGreaterThan(40)
  await setEnd('-1 seconds')
  expect((await allow(owner, over)).body.code).toBe('device-code-unknown')
  expect(await codeAt(program, over)).toBe('device-login-expired')
  await begin(program)
  const left = await app.ctx.db.selectFrom('device_logins').select('is_allowed').orderBy('is_allowed').execute()
  expect(left.filter(({ is_allowed }) => is_allowed === null)).toHaveLength(1)
  expect((await poll(program, late)).status).toBe(200)
})

test('ten wrong codes end the looks of an account for a while, right ones too', async () => {
  const [program, owner, other] = [makePerson(app), await makeAccount(app), await makeAccount(app)]
  const begun = await begin(program)
  for (let nth = 0; nth < 10; nth += 1) expect((await read(owner, 'AAAA-AAA0')).body.code).toBe('device-code-unknown')
  expect((await read(owner, begun.userCode)).body.code).toBe('too-many-requests')
  expect((await allow(owner, begun)).body.code).toBe('too-many-requests')
  expect((await read(other, begun.userCode)).status).toBe(200)
})

test('nothing that was allowed is fetched once the account is signed out everywhere, suspended, full or gone', async () => {
  const program = makePerson(app)
  const [out, suspended, full, gone] = [
    await makeAccount(app),
    await makeAccount(app),
    await makeAccount(app),
    await makeAccount(app),
  ]
  const { db } = app.ctx
  const begun: Begun[] = []
  for (const owner of [out, suspended, full, gone]) {
    const one = await begin(program)
    expect((await allow(owner, one)).status).toBe(204)
    begun.push(one)
  }
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, out.accountId)
    await signOutEverywhere(tx, out.accountId)
  })
  await db.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', suspended.accountId).execute()
  await sql`insert into api_keys (id, account_id, name, secret_hash, scopes)
    select 'full' || n, ${full.accountId}, 'x', ''::bytea, '{read}' from generate_series(1, ${MAX_API_KEYS}::int) n`.execute(
    db,
  )
  expect((await gone.call('deleteAccount', { body: { password: PASSWORD } })).status).toBeLessThan(300)
  const codes = []
  for (const one of begun) codes.push(await codeAt(program, one))
  expect(codes).toEqual(['device-login-expired', 'account-suspended', 'too-many-keys', 'device-login-expired'])
})
