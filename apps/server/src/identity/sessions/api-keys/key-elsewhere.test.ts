/** A key with networks, used from elsewhere: as the balancer reports the caller, and as the caller claims to be. */
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeKey } from '#test/people/key-person'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app?.close())

const FOUR = ['203.0.113.0/24']
const SIX = ['2001:db8:1:2::/64']
const from = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded } })
const FILES = [{ path: 'report.txt', content: Buffer.from('a report') }]

test.each<[what: string, networks: string[], forwarded: string, works: boolean]>([
  ['an address of the network', FOUR, '203.0.113.9', true],
  ['an address of the next network', FOUR, '203.0.114.9', false],
  ['the same as IPv6', FOUR, '::ffff:203.0.113.9', true],
  ['the same as IPv6, in hexadecimal', FOUR, '::ffff:cb00:7109', true],
  ['an address of the next network, as IPv6', FOUR, '::ffff:203.0.114.9', false],
  ['another IPv6 address', FOUR, '2001:db8:1:2::9', false],
  ['an address of the /64', SIX, '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['the same in capitals', SIX, '2001:DB8:1:2::9', true],
  ['the next /64', SIX, '2001:db8:1:3::', false],
  ['an IPv4 address', SIX, '203.0.113.9', false],
  ['a claim before the address that the balancer saw', FOUR, '203.0.113.9, 198.51.100.1', false],
  ['a claim of another address before it', FOUR, '198.51.100.1, 203.0.113.9', true],
  ['two balancers in a row', FOUR, '203.0.113.9, 127.0.0.1', true],
  ['no address', FOUR, 'unknown', false],
  ['an address with a port', FOUR, '203.0.113.9:4711', false],
])('%s: a key for %j, called by %s, works: %s', async (_what, networks, forwarded, works) => {
  const program = await makeKey(app, owner, { scopes: ['read'], networks })
  const answer = await program.call('listTransfers', from(forwarded))
  expect(answer).toMatchObject(works ? { status: 200 } : { status: 403, body: { code: 'key-elsewhere' } })
  await owner.call('revokeApiKey', { params: { key: program.keyId } })
})

test('without a trusted proxy, the header about the caller’s address counts for nothing', async () => {
  const alone = await makeTestApp({ env: { TRUSTED_PROXIES: '' } })
  try {
    const person = await makeAccount(alone, { role: 'pro', subscription: 'active' })
    const program = await makeKey(alone, person, { scopes: ['read'], networks: FOUR })
    for (const lie of ['203.0.113.9', '203.0.113.9, 127.0.0.1']) {
      expect((await program.call('listTransfers', from(lie))).body.code).toBe('key-elsewhere')
    }
    const local = await makeKey(alone, person, { scopes: ['read'], networks: ['127.0.0.0/8', '::1'] })
    expect((await local.call('listTransfers', from('203.0.113.9'))).status).toBe(200)
  } finally {
    await alone.close()
  }
})

test('a program that moves to another network in mid-upload is refused there, and continues from its own', async () => {
  const program = await makeKey(app, owner, { scopes: keyScopes, networks: FOUR })
  const home = from('203.0.113.9')
  const away = from('198.51.100.1')
  const { plan } = (await program.call('planTransfer', { body: program.draft({ files: FILES }), ...home })).body
  await program.upload(plan, FILES)
  const body = { upload: plan.upload, token: plan.token }
  expect((await program.call('completeTransfer', { body, ...away })).body.code).toBe('key-elsewhere')
  const credentials = { body: { id: plan.upload, type: 'userUpload' }, ...away }
  expect((await program.call('issueStorageCredentials', credentials)).body.code).toBe('key-elsewhere')
  const refusals = app.ctx.db
    .selectFrom('security_events')
    .select('facts')
    .where('account_id', '=', owner.accountId)
    .where('event', '=', 'authority')
  const routes = async () => (await refusals.execute()).map(({ facts }) => facts as { route?: string })
  await until(async () => (await routes()).some(({ route }) => route === '/quicksendData'))
  expect(JSON.stringify((await owner.call('listTransfers')).body)).not.toContain('"slug"')
  expect((await program.call('completeTransfer', { body, ...home })).status).toBe(200)
})
