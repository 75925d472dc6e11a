/** One scripted day on a running server: what the security log records, and what it never contains. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount, NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { withTotp } from '#test/people/second-factors'

interface Row {
  event: string
  outcome: string
  accountId: string | null
  address: string | null
  network: string | null
  requestId: string | null
  facts: Record<string, unknown>
  count: number
}

let app: TestApp
let owner: AccountPerson
let leaver: AccountPerson
let slug = ''
let code = ''
beforeAll(async () => {
  app = await TestApp.make({ env: { LOG_LEVEL: 'error' }, logsToFile: true })
  owner = await makeAccount(app, { role: 'pro' })
  leaver = await makeAccount(app)
})
afterAll(() => app.close())

async function waybill(...words: string[]): Promise<string> {
  return (await operate({ ...app.env, SUPPORT_EMAIL: 'desk@x.example' }, ...words)).out
}
const read = async (...words: string[]): Promise<Row[]> =>
  (await waybill('security', '--json', '--limit', '10000', ...words))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
const countOf = (rows: Row[], event: string, outcome: string) =>
  rows.filter((row) => row.event === event && row.outcome === outcome).reduce((sum, { count }) => sum + count, 0)

async function comeAndGo(): Promise<void> {
  const browser = makePerson(app, owner.address)
  const logIn = (password: string) => browser.call('logIn', { body: { email: owner.address, password } })
  for (const guess of ['guess one', 'guess two']) await logIn(guess)
  const signedIn = await logIn(PASSWORD)
  const bearer = { authorization: `Bearer ${signedIn.body.accessToken}` }
  await browser.call('endOtherSessions', { headers: bearer })
  await browser.call('logOut')
  const stranger = makePerson(app)
  for (let nth = 0; nth < 9; nth += 1) {
    await stranger.call('logIn', { body: { email: 'nobody@x.example', password: `guess ${nth}` } })
  }
}

async function changeThings(): Promise<void> {
  const person = await makeAccount(app, { role: 'pro' })
  const [first = ''] = (await withTotp(person)).recoveryCodes
  await person.call('removeTotp', { body: { password: 'not this one', code: first } })
  await person.call('removeTotp', { body: { password: PASSWORD, code: first } })
  const body = { currentPassword: PASSWORD, password: NEW_PASSWORD }
  expect((await person.call('changePassword', { body })).status).toBe(204)
  await person.call('requestReset', { body: { email: person.address } })
  await leaver.call('deleteAccount', { body: { password: PASSWORD } })
}

async function beRefused(): Promise<void> {
  const stranger = makePerson(app)
  const asked = await stranger.call('requestSenderCode', { body: { email: stranger.address } })
  expect(asked.status).toBe(200)
  code = /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec((await app.mails(stranger.address))[0]?.text ?? '')?.[0] ?? ''
  await stranger.call('confirmSenderCode', { body: { email: stranger.address, verifyId: '00000' } })
  await stranger.call('readAccount')
  await stranger.fetch('/getQs', { headers: { authorization: 'Bearer nothing' } })
  await stranger.fetch('/auth/login', { method: 'POST', headers: { origin: 'https://evil.example' } })
  await owner.call('listNotifications', { params: { userid: leaver.accountId }, body: { userid: leaver.accountId } })
}

async function decideAsOperator(): Promise<void> {
  const sent = await owner.send({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  slug = sent.slug
  await waybill('user', 'suspend', owner.address)
  await waybill('user', 'restore', owner.address)
  await waybill('user', 'role', owner.address, 'business')
  await waybill('user', 'subscription', owner.address, 'active')
  await waybill('user', 'suspend', 'unknown@x.example')
  await waybill('transfer', 'block', `${app.origin}/w/${slug}`)
  await waybill('transfer', 'unblock', slug)
  await waybill('receipt-key', 'rotate')
}

test('records a day event by event, without anything that opens something', async () => {
  await beRefused()
  await decideAsOperator()
  await comeAndGo()
  await changeThings()
  await app.restart()
  let all: Row[] = []
  await until(async () => {
    all = await read()
    return countOf(all, 'process', 'ok') === 3
  })

  const told = Object.fromEntries(
    [...new Set(all.map(({ event, outcome }) => `${event} ${outcome}`))].sort().map((kind) => {
      const [event = '', outcome = ''] = kind.split(' ')
      return [kind, countOf(all, event, outcome)]
    }),
  )
  expect(told).toMatchObject({
    'login ok': 1,
    'login failed': expect.any(Number),
    'limit limited': expect.any(Number),
    'sessions-ended ok': 2,
    'session-ended ok': 1,
    'factor-changed ok': 2,
    'password-check failed': 1,
    'password-changed ok': 1,
    'password-reset-asked ok': 1,
    'account-deleted ok': 1,
    'code failed': 1,
    'authority refused': expect.any(Number),
    'account-suspended ok': 1,
    'account-restored ok': 1,
    'role-set ok': 1,
    'subscription-set ok': 1,
    'transfer-blocked ok': 1,
    'transfer-unblocked ok': 1,
    'receipt-key-made ok': 1,
    'command ok': 7,
    'command failed': 1,
    'master-key ok': 1,
    'process ok': 3,
  })
  // Beyond the free tries of a network the next ones require work first.
  expect((told['login failed'] ?? 0) + (told['limit limited'] ?? 0)).toBe(11)
  const refused = all.filter(({ event }) => event === 'authority').map(({ facts }) => facts.code)
  expect(new Set(refused)).toEqual(new Set(['unauthenticated', 'cross-site', 'not-yours']))
  for (const row of all.filter(({ event }) => event === 'login')) {
    expect(row).toMatchObject({ network: expect.stringMatching(/\.0\/24$/), address: expect.stringContaining('@') })
    expect(row.requestId).toMatch(/^[\w-]{20}$/)
  }
  const text = JSON.stringify(all)
  for (const secret of [PASSWORD, NEW_PASSWORD, 'guess one', slug, owner.accessToken])
    expect(text).not.toContain(secret)
  expect(code).not.toBe('')
  expect(text).not.toContain(`"${code}"`)
})

test('can be filtered by account, address, network, event and time', async () => {
  const ofOwner = await read('--account', owner.accountId)
  expect(ofOwner.length).toBeGreaterThan(5)
  expect(await read('--address', owner.address)).toEqual(ofOwner)
  for (const row of ofOwner)
    expect([row.accountId, row.address]).toContain(row.accountId ? owner.accountId : owner.address)
  const [login] = ofOwner.filter(({ event, outcome }) => event === 'login' && outcome === 'failed')
  const network = login?.network ?? ''
  const near = await read('--network', network.replace('.0/24', '.77'), '--event', 'login', '--outcome', 'failed')
  expect(near).toContainEqual(login)
  expect(near.every((row) => row.network === network && row.event === 'login')).toBe(true)
  expect(await read('--since', '1h', '--event', 'receipt-key-made')).toHaveLength(1)
  expect(await read('--until', '1h')).toEqual([])
  const table = await waybill('security', '--event', 'account-deleted')
  expect(table).toMatch(/^\S+Z\taccount-deleted\tok\t1\t/)
})

test('writes its lines at every log level, separate from all others', async () => {
  const told = await lines()
  expect(told.filter(({ event }) => event === 'receipt-key-made')).toHaveLength(1)
  expect(told.find(({ event }) => event === 'account-deleted')).toMatchObject({
    level: 30,
    log: 'security',
    outcome: 'ok',
    accountId: leaver.accountId,
    network: expect.any(String),
    requestId: expect.any(String),
  })
  expect(told.filter(({ event }) => event === 'account-deleted')).toHaveLength(1)
})

async function lines(): Promise<Array<Record<string, unknown>>> {
  const text = await readFile(join(app.dataDir, 'test.log'), 'utf8')
  const all = text.split('\n').filter(Boolean)
  return all.map((line) => JSON.parse(line)).filter(({ log }) => log === 'security')
}
