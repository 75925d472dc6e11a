import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { type KeyPerson, makeKey } from '#test/people/key-person'
import { steppedUp, withTotp } from '#test/people/second-factors'
import { makeTeam } from '#test/people/team'
import { lockAccount } from '../../accounts/index.ts'
import { signOutEverywhere } from '../sign-out/sign-out-elsewhere.ts'
import { MAX_API_KEYS } from './make-api-key.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const draft = {
  name: 'Nightly',
  scopes: ['send', 'read'],
  networks: [' 203.0.113.0/24 '],
  days: 30,
  password: PASSWORD,
}
const FILES = [{ path: 'report.txt', content: Buffer.from('a report') }]
const codeOf = async (person: KeyPerson) => (await person.call('listTransfers')).body.code
const rowOf = ({ keyId }: KeyPerson) =>
  app.ctx.db.selectFrom('api_keys').selectAll().where('id', '=', keyId).executeTakeFirst()
const eventsOf = async (accountId: string) =>
  (
    await app.ctx.db
      .selectFrom('security_events')
      .select(['event', 'facts'])
      .where('account_id', '=', accountId)
      .where('event', 'in', ['key-made', 'key-revoked'])
      .orderBy('at')
      .execute()
  ).map(({ event, facts }) => [event, facts])

test('shows a key once, stores its hash, tells its owner, and logs both ends', async () => {
  const owner = await makeAccount(app)
  const made = await owner.call('addApiKey', { body: draft })
  expect(made).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^wbk_\w{8}_\w{32}_\w{6}$/) } })
  const { key, apiKey } = made.body
  expect(apiKey).toMatchObject({
    name: 'Nightly',
    scopes: ['send', 'read'],
    networks: ['203.0.113.0/24'],
    lastUsedAt: null,
  })
  expect(Date.parse(apiKey.endsAt) - Date.parse(apiKey.createdAt)).toBe(30 * 86_400_000)
  const listed = await owner.call('listApiKeys')
  expect(listed.body).toEqual({ keys: [apiKey], limit: MAX_API_KEYS })
  const row = await app.ctx.db.selectFrom('api_keys').selectAll().where('id', '=', apiKey._id).executeTakeFirst()
  expect(JSON.stringify([row, listed.body])).not.toContain(key.split('_')[2])
  const [mail] = await app.mails(owner.address)
  expect(mail).toMatchObject({
    subject: 'An API key was made for your account',
    text: expect.stringContaining('Nightly'),
  })
  expect(mail?.text).not.toContain(key.split('_')[2])
  const document = await (await owner.fetch('/export')).json()
  expect(document.apiKeys).toEqual([apiKey])
  expect((await owner.call('revokeApiKey', { params: { key: apiKey._id } })).status).toBe(204)
  expect((await owner.call('revokeApiKey', { params: { key: apiKey._id } })).body.code).toBe('key-not-found')
  expect((await owner.call('listApiKeys')).body.keys).toEqual([])
  expect(await eventsOf(owner.accountId)).toEqual([
    ['key-made', { key: apiKey._id, scopes: ['send', 'read'] }],
    ['key-revoked', { key: apiKey._id, because: 'owner' }],
  ])
})

test('asks for the password, and for the second factor where one is on', async () => {
  const owner = await makeAccount(app)
  const refused = await owner.call('addApiKey', { body: { ...draft, password: 'wrong one' } })
  expect(refused.body.code).toBe('password-wrong')
  const { recoveryCodes } = await withTotp(owner)
  expect((await owner.call('addApiKey', { body: draft })).body.code).toBe('step-up-required')
  const headers = await steppedUp(owner, recoveryCodes[0] ?? '')
  const made = await owner.call('addApiKey', { body: { ...draft, password: '' }, headers })
  expect(made.status).toBe(201)
  const params = { key: made.body.apiKey._id }
  expect((await owner.call('revokeApiKey', { params })).body.code).toBe('step-up-required')
  expect((await owner.call('revokeApiKey', { params, headers })).status).toBe(204)
})

test('an account has a limited number of keys, even at once, and networks that are networks', async () => {
  const owner = await makeAccount(app)
  const wrong = await owner.call('addApiKey', { body: { ...draft, networks: ['203.0.113.0/24', 'office'] } })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'network-malformed', facts: { position: 2 } } })
  for (let left = MAX_API_KEYS - 2; left > 0; left -= 1) await makeKey(app, owner, { scopes: ['read'] })
  const last = await Promise.all([1, 2, 3, 4].map(() => owner.call('addApiKey', { body: draft })))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
  expect((await owner.call('addApiKey', { body: draft })).body).toMatchObject({
    code: 'too-many-keys',
    facts: { limit: MAX_API_KEYS },
  })
})

test('a call that waits while its account is signed out everywhere makes no key', async () => {
  const owner = await makeAccount(app)
  const { asked } = await app.ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, owner.accountId)
    const waiting = owner.call('addApiKey', { body: draft })
    await until(async () => {
      const blocked = sql`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
      return (await blocked.execute(tx)).rows.length > 0
    })
    await signOutEverywhere(tx, owner.accountId)
    return { asked: waiting }
  })
  expect((await asked).body.code).toBe('unauthenticated')
  const keys = app.ctx.db.selectFrom('api_keys').select('id').where('account_id', '=', owner.accountId)
  expect(await keys.execute()).toEqual([])
})

test('a program sends with a key alone, and a key revoked in mid-upload makes nothing visible', async () => {
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const program = await makeKey(app, owner, { scopes: ['send', 'read', 'library'] })
  const sent = await program.send({ files: FILES })
  const record = await program.call('listTransfers', {})
  expect(record.status).toBe(200)
  expect(JSON.stringify(record.body)).toContain(sent.slug)
  const begun = await program.plan({ files: FILES })
  await program.upload(begun, FILES)
  await owner.call('revokeApiKey', { params: { key: program.keyId } })
  const body = { upload: begun.upload, token: begun.token }
  expect((await program.call('completeTransfer', { body })).body.code).toBe('key-revoked')
  const refusals = app.ctx.db
    .selectFrom('security_events')
    .select('facts')
    .where('account_id', '=', owner.accountId)
    .where('event', '=', 'authority')
  await until(async () => (await refusals.execute()).length > 0)
  expect(await refusals.execute()).toEqual([{ facts: { code: 'key-revoked', route: '/quicksendData' } }])
  // Without the key it is nobody's call.
  const bare = await app.call('completeTransfer', { body, headers: { 'x-no-origin': '1' } })
  expect(bare.body.code).toBe('cross-site')
  const asPage = await app.call('completeTransfer', { body })
  expect(asPage.status).toBeGreaterThanOrEqual(400)
  const { rows } = { rows: (await owner.call('listTransfers')).body }
  expect(JSON.stringify(rows).match(/"slug":"/g)).toHaveLength(1)
})

test('notes the last use at most once a minute, and says how many calls are left', async () => {
  const owner = await makeAccount(app)
  const program = await makeKey(app, owner, { scopes: ['read'] })
  const first = await program.call('listTransfers')
  expect(first.status).toBe(200)
  const remaining = Number(first.headers.get('ratelimit-remaining'))
  expect(first.headers.get('ratelimit-limit')).toBe(String(remaining + 1))
  expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60)
  const used = (await rowOf(program))?.last_used_at
  expect(used).toBeInstanceOf(Date)
  const second = await program.call('listTransfers')
  expect(second.headers.get('ratelimit-remaining')).toBe(String(remaining - 1))
  expect((await rowOf(program))?.last_used_at).toEqual(used)
  await app.ctx.db
    .updateTable('tallies')
    .set({ count: remaining + 1 })
    .execute()
  const refused = await program.call('listTransfers')
  expect([refused.status, refused.body.code, refused.headers.get('ratelimit-remaining')]).toEqual([
    429,
    'too-many-requests',
    '0',
  ])
  await app.ctx.db.deleteFrom('tallies').execute()
})

test('a key ends with the membership, at a take-back, by the operator, and with the account', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members
  if (member === undefined) throw new Error('no member')
  const [ofMember, ofAdmin] = [
    await makeKey(app, member, { scopes: keyScopes }),
    await makeKey(app, admin, { scopes: keyScopes }),
  ]
  expect(await codeOf(ofMember)).toBe(undefined)
  await admin.call('removeMember', { params: { member: member.accountId }, body: {} })
  expect(await codeOf(ofMember)).toBe('key-revoked')
  expect(await eventsOf(member.accountId)).toContainEqual(['key-revoked', { key: ofMember.keyId, because: 'removed' }])
  const mails = await app.mails(admin.address)
  const token = mails.map(({ text }) => /\/take-back\/([\w-]{43})$/m.exec(text)?.[1]).find(Boolean) ?? ''
  expect((await app.call('takeBack', { params: { token }, body: {} })).status).toBe(200)
  expect(await codeOf(ofAdmin)).toBe('key-revoked')
  const leaving = await makeAccount(app)
  const ofLeaving = await makeKey(app, leaving, { scopes: keyScopes })
  await leaving.call('deleteAccount', { body: { password: PASSWORD } })
  expect(await codeOf(ofLeaving)).toBe('key-wrong')
  expect(await rowOf(ofLeaving)).toBe(undefined)
})

test('a member who lacks the factor that the team requires has no key either', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members
  if (member === undefined) throw new Error('no member')
  const program = await makeKey(app, member, { scopes: keyScopes })
  const required = app.ctx.db.updateTable('workspaces').set({ requires_second_factor: true })
  await required.where('admin_id', '=', admin.accountId).execute()
  expect(await codeOf(program)).toBe('second-factor-required')
  // Their owner may still read the account, to set the factor up.
  expect((await member.call('readAccount')).status).toBe(200)
  expect((await program.call('readAccount')).body.code).toBe('second-factor-required')
})
