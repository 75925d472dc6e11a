import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { addJob } from '../platform/jobs/add-job.ts'
import { findSigningKey } from '../platform/signing/index.ts'
import { commands } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const waybill = (...words: string[]) => operate(app.env, ...words)
const done = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })

const logIn = (email: string, password: string) => makePerson(app).call('logIn', { body: { email, password } })
const files = [{ path: 'a.txt', content: Buffer.from('a') }]

test('lists every command in the help, and explains each', async () => {
  const [all, one, unknown] = await Promise.all([
    waybill('-h'),
    waybill('user', 'role', '--help'),
    waybill('user', 'erase'),
  ])
  expect(all).toMatchObject({ code: 0, err: '' })
  for (const { name, summary } of commands) expect(all.out).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'))
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('teamelite'), err: '' })
  expect(unknown).toMatchObject({ code: 2, out: '', err: all.out })
})

describe('user add', () => {
  test('creates an account and prints a link that sets its password', async () => {
    const { code, out, err } = await waybill(
      'user',
      'add',
      '--email',
      ' Ada@Lovelace.example',
      '--role',
      'pro',
      '--name',
      'Ada',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const token = new RegExp(`${app.origin}/updatepassword\\?t=([\\w-]{43})\\n`).exec(out)?.[1] ?? ''
    expect((await logIn('ada@lovelace.example', '')).status).toBe(401)
    const set = await makePerson(app).call('resetPassword', { body: { token, password: 'the analytical engine' } })
    expect(set.status).toBe(204)
    const { body } = await logIn('ada@lovelace.example', 'the analytical engine')
    expect(body.user).toMatchObject({
      email: 'ada@lovelace.example',
      role: 'pro',
      fullName: 'Ada',
      subscription: 'trialing',
    })
  })

  test('takes the password from a file instead, and prints no link; refuses an address with an account', async () => {
    const path = join(app.dataDir, 'password')
    await writeFile(path, 'a difference engine\nnot this\n')
    const made = await waybill(
      'user',
      'add',
      '--email',
      'babbage@x.example',
      '--language',
      'zh',
      '--password-file',
      path,
    )
    expect(made).toEqual(done('Created an account for babbage@x.example with the role free.'))
    expect((await logIn('babbage@x.example', 'a difference engine')).body.user).toMatchObject({
      role: 'free',
      lang: 'zh',
    })
    const again = await waybill('user', 'add', '--email', 'babbage@x.example')
    expect(again).toEqual({
      code: 1,
      out: 'There is already an account with the address babbage@x.example.\n',
      err: '',
    })
  })

  test('prints the usage of an invalid command', async () => {
    const wrong = await waybill('user', 'add', '--email', 'nobody')
    expect(wrong).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^'nobody' is not an email address\.\n\nUsage: /),
    })
  })
})

describe('from the account’s next call on', () => {
  test('a role applies', async () => {
    const person = await makeAccount(app)
    const said = await waybill('user', 'role', person.address.toUpperCase(), 'business')
    expect(said).toEqual(done(`${person.address} now has the role business.`))
    expect((await person.call('readAccount')).body.user).toMatchObject({ role: 'business', storageLimit: 1e12 })
  })

  test('a subscription applies', async () => {
    const person = await makeAccount(app)
    const said = await waybill('user', 'subscription', person.address, 'past_due')
    expect(said).toEqual(done(`The subscription of ${person.address} is now past_due.`))
    expect((await person.call('readAccount')).body.user.subscription).toBe('past_due')
    const refused = await person.call('planTransfer', { body: person.draft({ files }) })
    expect(refused).toMatchObject({ status: 403, body: { code: 'subscription-due' } })
  })

  test('a suspended account sees everything, sends nothing and has no links, until it is restored', async () => {
    const person = await makeAccount(app, { role: 'pro' })
    const sent = await person.send({ files })
    await person.plan({ files: [{ path: 'b.txt', content: Buffer.from('on its way') }] })
    expect(await waybill('user', 'suspend', person.address)).toEqual(done(`${person.address} is suspended.`))
    expect((await person.call('readAccount')).body.user.status).toBe('revoke')
    const refused = await person.call('planTransfer', { body: person.draft({ files }) })
    expect(refused).toMatchObject({ status: 403, body: { code: 'account-suspended' } })
    const [, slug, user] = Object.values(sent.links)[0]?.split('/').slice(1) ?? []
    const press = () => makePerson(app).call('grantDownload', { body: { slug, user, files: 'all' } })
    expect((await press()).status).toBe(404)
    expect((await person.call('readFolderSize', { body: {} })).body.reserved).toBe(0)
    expect(await waybill('user', 'restore', person.address)).toEqual(done(`${person.address} can send again.`))
    expect((await person.call('readAccount')).body.user.status).toBe('ok')
    expect((await press()).status).toBe(200)
  })

  test.each([
    ['its account is suspended', (person: AccountPerson) => ['user', 'suspend', person.address], 'restore'],
    ['it is blocked', (_: AccountPerson, slug: string) => ['transfer', 'block', slug], 'unblock'],
  ])('a mail that is due while %s is sent once that ends, and only once', async (_why, stop, lift) => {
    const person = await makeAccount(app, { role: 'pro' })
    const asha = `asha-${lift}@rao-forge.example`
    const { id, slug } = await person.send({ files, emailTo: [asha] })
    const arrived = async () => (await app.mails(asha)).length
    expect(await arrived()).toBe(1)
    // Restores the state before the mail was written.
    await sql`delete from mails where recipient_id in (select id from recipients where transfer_id = ${id})`.execute(
      app.ctx.db,
    )
    const [noun = '', verb = '', named = ''] = stop(person, slug)
    expect((await waybill(noun, verb, named)).code).toBe(0)
    await addJob(app.ctx.db, 'tell-recipients', { transferId: id })
    expect(await arrived()).toBe(1)
    for (let times = 0; times < 2; times++) {
      expect((await waybill(noun, lift, named)).code).toBe(0)
      expect(await arrived()).toBe(2)
    }
  })
})

test('signs an account out everywhere', async () => {
  const [person, other] = [await makeAccount(app), await makeAccount(app)]
  expect(await waybill('user', 'sign-out', person.address)).toEqual(done(`${person.address} is signed out everywhere.`))
  expect(await person.call('readAccount')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  expect((await other.call('readAccount')).status).toBe(200)
  expect((await waybill('user', 'sign-out', 'x@nowhere.example')).code).toBe(1)
})

test('reports an address without an account', async () => {
  const said = await waybill('user', 'suspend', 'x@nowhere.example')
  expect(said).toEqual({ code: 1, out: 'No account has the address x@nowhere.example.\n', err: '' })
})

test('lists accounts by address, for people and as JSON', async () => {
  const facts = { email: 'aaa@first.example', role: 'pro', isSuspended: true, company: '公司' } as const
  const person = await makeAccount(app, facts)
  const [{ out }, json] = await Promise.all([waybill('user', 'list'), waybill('user', 'list', '--json')])
  const [first, ...others] = out.trimEnd().split('\n')
  expect(first).toMatch(/^aaa@first\.example\tpro\ttrialing\t\d{4}-\d\d-\d\d\t0\tsuspended$/)
  const users = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(users).toHaveLength(1 + others.length)
  expect(users[0]).toMatchObject({
    id: person.accountId,
    company: '公司',
    usedBytes: 0,
    suspendedAt: expect.any(String),
  })
  expect(json.out).not.toMatch(/hash|secret|\$argon2/)
})

test('blocks, lists and unblocks contents', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const sent = await person.send({ files: [{ path: 'bad.bin', content: Buffer.from('bad content') }] })
  await app.runJobs()
  const hash = createHash('sha256').update('bad content').digest('hex')
  const blocked = `${sent.slug} is blocked.\nContents blocked: 1. Files withdrawn: 1.`
  expect(await waybill('transfer', 'block', sent.slug, '--files')).toEqual(done(blocked))
  expect(await waybill('block', 'hash', hash)).toEqual(done(`${hash} is blocked. Files withdrawn: 0.`))
  expect((await waybill('block', 'list')).out).toMatch(new RegExp(`^${hash}\\t\\S+\\t11\\t1\\t${sent.slug}\n$`))
  expect(await waybill('block', 'lift', hash)).toEqual(done(`${hash} can be sent again.`))
  expect(await waybill('block', 'lift', hash)).toMatchObject({ code: 1, out: `${hash} is not blocked.\n` })
  const empty = createHash('sha256').digest('hex')
  for (const typed of ['abc', empty]) expect((await waybill('block', 'hash', typed)).code).toBe(2)
})

describe('transfer block', () => {
  test('answers holders of the link with 404, even with an earlier download grant', async () => {
    const person = await makeAccount(app, { role: 'pro' })
    const friend = await makeAccount(app)
    const sent = await person.send({ files, emailTo: [friend.address] })
    const link = sent.links[friend.address] ?? ''
    const [, slug, user] = link.split('/').slice(1)
    const recipient = makePerson(app)
    const grant = async () => recipient.call('grantDownload', { body: { slug, user, files: 'all' } })
    const granted = await grant()
    expect(granted.status).toBe(200)
    const received = async () => (await (await friend.fetch('/getQs?filter=received')).json()).allDocs
    expect(await received()).toHaveLength(1)

    const url = `${app.origin}${link}`
    expect(await waybill('transfer', 'block', url)).toEqual(done(`${url} is blocked.`))
    expect(await grant()).toMatchObject({ status: 404, body: { code: 'transfer-not-found' } })
    const described = await recipient.call('describeDownload', { body: { grant: granted.body.grant } })
    expect(described).toMatchObject({ status: 404, body: { code: 'grant-not-found' } })
    expect(await received()).toEqual([])
    const unknown = await makePerson(app).fetch('/d/AAAAAAA/AAAAAAAAAAAAAAAAAAAAAA')
    expect((await makePerson(app).fetch(link)).status).toBe(unknown.status)

    expect(await waybill('transfer', 'unblock', sent.slug)).toEqual(done(`${sent.slug} is open again.`))
    expect((await grant()).status).toBe(200)
    expect(await received()).toHaveLength(1)
  })

  test('reports an argument that is not a transfer', async () => {
    const said = await waybill('transfer', 'block', 'AAAAAAA')
    expect(said).toEqual({ code: 1, out: 'There is no transfer AAAAAAA.\n', err: '' })
  })
})

describe('receipt-key', () => {
  test('rotate makes the next key and list shows all keys', async () => {
    // The first addition to a ledger made the first key.
    await findSigningKey(app.ctx)
    const first = await waybill('receipt-key', 'rotate')
    const out = expect.stringMatching(/^[0-9a-f]{20} no longer signs receipts\.\n[0-9a-f]{20} now signs receipts\.\n$/)
    expect(first).toMatchObject({ code: 0, out, err: '' })
    const second = await waybill('receipt-key', 'rotate')
    expect(second.out).toMatch(/^[0-9a-f]{20} no longer signs receipts\.\n[0-9a-f]{20} now signs receipts\.\n$/)
    const ids = [second.out, first.out].map((out) => /^([0-9a-f]{20}) now signs receipts/m.exec(out)?.[1])
    const [list, json] = await Promise.all([waybill('receipt-key', 'list'), waybill('receipt-key', 'list', '--json')])
    expect(list.out.trimEnd().split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(new RegExp(`^${ids[0]}\t\\S+Z\tin use$`)),
      expect.stringMatching(new RegExp(`^${ids[1]}\t\\S+Z\t\\S+Z$`)),
    ])
    const published = await (await makePerson(app).fetch('/-/receipt-keys.json')).json()
    expect(JSON.parse(json.out)).toEqual(published)
    expect(published.keys).toMatchObject([{ id: ids[0], retiredAt: null }, { id: ids[1] }, {}])
  })
})

describe('anchor make and fsck --anchors', () => {
  test('print a root that is compared with the ledgers later, and report a difference', async () => {
    const owner = await makeAccount(app, { role: 'pro' })
    await owner.send({ files })
    const made = await waybill('anchor', 'make')
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^1\t\S+Z\t\d+\t[0-9a-f]{64}\t[0-9a-f]{64}\n$/) })
    await until(
      async () => (await waybill('anchor', 'make')).out === 'No ledger has changed since the newest anchor.\n',
    )
    const page = await (await makePerson(app).fetch('/-/anchors.json')).json()
    const kept = join(app.dataDir, 'anchors.json')
    await writeFile(kept, JSON.stringify(page))
    const held = await waybill('fsck', '--json', '--anchors', kept)
    expect(JSON.parse(held.out).filter(({ kind }: { kind: string }) => kind.includes('anchor'))).toEqual([])
    const first = page.anchors.at(-1)
    await writeFile(
      kept,
      JSON.stringify({
        anchors: [
          { ...first, root: 'ab'.repeat(32) },
          { ...first, number: 999 },
        ],
      }),
    )
    const found = JSON.parse((await waybill('fsck', '--json', '--anchors', kept)).out)
    expect(found).toContainEqual({
      kind: 'kept-anchor-differs',
      id: '1',
      facts: { kept: 'ab'.repeat(32), found: first.root },
    })
    expect(found).toContainEqual({ kind: 'kept-anchor-missing', id: '999', facts: { root: first.root } })
    await writeFile(kept, '{"anchors":[{"number":"one"}]}')
    expect(await waybill('fsck', '--anchors', kept)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('cannot be read as an anchors.json'),
    })
  })
})
