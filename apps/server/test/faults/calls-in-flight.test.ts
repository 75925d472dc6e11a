/**
 * Calls that were let in before the account ended or its password changed, and write after it: they were good when
 * they came, and must leave nothing behind.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/account-person'
import { sendPlan } from '#test/own-transfers'
import { makePerson } from '#test/people'
import { halves } from '#test/picture-files'
import { steppedUp, codeOf as totpOf, withTotp } from '#test/second-factors'
import { bearerOf } from '#test/signing-up'
import { type PasskeyOptions, SoftwarePasskey } from '#test/software-passkey'
import { until } from '#test/until'
import { type Answer, makeWorld, type World } from '#test/world'
import { checkTransfers } from '../../src/transfers/index.ts'
import { checkUploads } from '../../src/uploads/index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let one: World
let two: World
beforeAll(async () => {
  one = await makeWorld()
  const { DATABASE_URL = '', DATA_DIR = '' } = one.env
  two = await makeWorld({ env: { DATABASE_URL, DATA_DIR } })
})
afterAll(async () => {
  expect([...(await checkUploads(one.ctx, { hash: true })), ...(await checkTransfers(one.ctx))]).toEqual([])
  await two.close()
  await one.close()
})

async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(two.ctx.db)
  return rows[0]?.waiting ?? 0
}

type Ask = () => Promise<Answer>

/** Begins `first`, then the others, while the account's row is held: they write in this order. Answers in order, and how many waited. */
async function inTurn({ accountId }: AccountPerson, first: Ask, others: readonly Ask[]) {
  const asked: Array<Promise<Answer>> = []
  let waited = 0
  await one.ctx.db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${accountId} for update`.execute(tx)
    for (const ask of [first, ...others]) {
      const before = await waiting()
      let isOver = false
      asked.push(
        ask().finally(() => {
          isOver = true
        }),
      )
      await until(async () => isOver || (await waiting()) > before)
      if (!isOver) waited += 1
    }
  })
  return { answers: await Promise.all(asked), waited }
}

const put = async (at: World, person: AccountPerson): Promise<Answer> => {
  const png = new Uint8Array(await halves(20, 20).png().toBuffer())
  const headers = person.headers({ 'content-type': 'image/png' })
  const { status } = await at.fetch('/picture', { method: 'PUT', headers, body: png })
  return { status, body: {}, headers: new Headers() }
}

/** Everything by which a call may leave something behind. */
async function writings(person: AccountPerson): Promise<Record<string, Ask>> {
  const call = (...[name, options = {}]: Parameters<World['call']>): Ask => {
    return () => two.call(name, { ...options, headers: person.headers(options.headers) })
  }
  const [sent, gone] = [await sendPlan(person), await sendPlan(person)]
  await person.call('deleteTransfer', { body: { ids: [gone.id] } })
  const files = [{ path: 'open.txt', content: Buffer.from('open') }]
  const open = await person.plan({ files })
  await person.upload(open, files)
  const params = { transfer: sent.id }
  const more = { path: 'more.txt', bytes: 4, modifiedAt: 0, fingerprint: 'more' }
  const totp = await person.call('beginTotp', { body: { password: PASSWORD } })
  const passkey = await person.call('beginPasskey', { body: { password: PASSWORD } })
  const made = new SoftwarePasskey(one.origin).create(passkey.body.options as PasskeyOptions)
  const moved = `moved-${person.address}`
  await person.prove(moved)
  return {
    putPicture: () => put(two, person),
    addContact: call('addContact', { body: { email: 'kept@contacts.example' } }),
    importContacts: call('importContacts', { body: { csv: 'email\nkept-too@contacts.example' } }),
    updateProfile: call('updateProfile', { body: { fullName: 'Kept Name' } }),
    confirmTotp: call('confirmTotp', { body: { code: totpOf(totp.body.secret) } }),
    addPasskey: call('addPasskey', { body: { name: 'Kept key', passkey: made } }),
    changeEmail: call('changeEmail', { body: { email: moved, password: PASSWORD } }),
    planTransfer: call('planTransfer', {
      body: person.draft({ files: [{ path: 'new.txt', content: Buffer.from('new') }] }),
    }),
    completeTransfer: call('completeTransfer', { body: { upload: open.upload, token: open.token } }),
    planAddedFiles: call('planAddedFiles', { params, body: { files: [more] } }),
    addRecipients: call('addRecipients', { params, body: { emailTo: [{ email: 'kept@rao-forge.example' }] } }),
    sendTransferEmail: call('sendTransferEmail', { body: { slug: sent.slug, recipients: ['also@rao-forge.example'] } }),
    editTransfer: call('editTransfer', { params, body: { message: 'kept' } }),
    extendTransfers: call('extendTransfers', { body: { ids: [sent.id], expirySeconds: 604_800 } }),
    restoreTransfers: call('restoreTransfers', { body: { ids: [gone.id] } }),
    logIn: () => makePerson(two).call('logIn', { body: { email: person.address, password: PASSWORD } }),
  }
}

/** Rows that make an account of somebody, or something theirs. */
async function leftOf({ accountId, address }: AccountPerson): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from accounts where id = ${accountId}
        and (deleted_at is null or email is not null or full_name <> '' or picture_id is not null)) as accounts,
      (select count(*)::int from account_addresses where account_id = ${accountId}) as addresses,
      (select count(*)::int from sessions where account_id = ${accountId} and ended_at is null) as sessions,
      (select count(*)::int from contacts where account_id = ${accountId}) as contacts,
      (select count(*)::int from pictures where account_id = ${accountId}) as pictures,
      (select count(*)::int from passkeys where account_id = ${accountId}) as passkeys,
      (select count(*)::int from recovery_codes where account_id = ${accountId}) as codes,
      (select count(*)::int from transfers where account_id = ${accountId} and deleted_at is null) as transfers,
      (select count(*)::int from uploads where account_id = ${accountId} and state = 'open') as uploads,
      (select count(*)::int from uploads where owner_address = ${address}) as owned,
      (select count(*)::int from files join uploads on uploads.id = files.upload_id
        where account_id = ${accountId} and state = 'complete' and files.deleted_at is null) as files
    `.execute(one.ctx.db)
  return rows[0] ?? {}
}

test('whatever writes after its account has ended is refused, and leaves nothing', async () => {
  const names = Object.keys(await writings(await makeAccount(one, { role: 'pro' })))
  const codes: Record<string, unknown> = {}
  let waited = 0
  for (const name of names) {
    const person = await makeAccount(one, { role: 'pro' })
    const write = (await writings(person))[name] as Ask
    const end: Ask = () => person.call('deleteAccount', { body: { password: PASSWORD } })
    const { answers, waited: some } = await inTurn(person, end, [write])
    await one.runJobs()
    const [ended, written] = answers
    expect(ended?.status).toBe(204)
    codes[name] = [written?.status, written?.body.code]
    if (some === 2) waited += 1
    const left = Object.entries(await leftOf(person)).filter(([, count]) => count > 0)
    expect([name, left]).toEqual([name, []])
    expect([name, (written?.status ?? 500) < 500]).toEqual([name, true])
  }
  process.stdout.write(
    `${names.length} calls in flight while their account ended, ${waited} wrote after it: ${JSON.stringify(codes)}\n`,
  )
  expect(waited).toBeGreaterThan(8)
})

const YEAR_SECONDS = 31_536_000

/** What sends or adds, let in for an account of a large plan and writing once it is another. */
async function sendingsInFlight(person: AccountPerson): Promise<Record<string, Ask>> {
  const call = (...[name, options]: Parameters<World['call']>): Ask => {
    return () => two.call(name, { ...options, headers: person.headers(options?.headers) })
  }
  const sent = await sendPlan(person)
  const params = { transfer: sent.id }
  const files = [{ path: 'open.txt', content: Buffer.from('open') }]
  const open = await person.plan({ files, expirySeconds: YEAR_SECONDS })
  await person.upload(open, files)
  const more = Array.from({ length: 50 }, (_, n) => ({ path: `${n}.txt`, content: Buffer.from(`${n}`) }))
  const added = await person.call('planAddedFiles', { params, body: { files: person.draft({ files: more }).files } })
  await person.upload(added.body.plan, more)
  const emails = Array.from({ length: 6 }, (_, n) => `p${n}@rao-forge.example`)
  const { upload, token } = added.body.plan
  return {
    completeTransfer: call('completeTransfer', { body: { upload: open.upload, token: open.token } }),
    completeAddedFiles: call('completeAddedFiles', { params, body: { upload, token } }),
    addRecipients: call('addRecipients', { params, body: { emailTo: emails.map((email) => ({ email })) } }),
    sendTransferEmail: call('sendTransferEmail', { body: { slug: sent.slug, recipients: emails } }),
    extendTransfers: call('extendTransfers', { body: { ids: [sent.id], expirySeconds: YEAR_SECONDS } }),
  }
}

test.each([
  ['is suspended', { suspended_at: new Date() }, Array(5).fill('account-suspended')],
  [
    'falls to the free plan',
    { role: 'free' as const },
    ['expiry-reserved', 'too-many-files', 'too-many-recipients', 'too-many-recipients', 'expiry-reserved'],
  ],
])('what was let in before its account %s is judged by what holds when it writes', async (_what, change, expected) => {
  const person = await makeAccount(one, { role: 'business' })
  const asks = Object.values(await sendingsInFlight(person))
  const asked: Array<Promise<Answer>> = []
  await one.ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set(change).where('id', '=', person.accountId).execute()
    for (const ask of asks) {
      const before = await waiting()
      asked.push(ask())
      await until(async () => (await waiting()) > before)
    }
  })
  expect((await Promise.all(asked)).map(({ status, body }) => body.code ?? status)).toEqual(expected)
})

describe('a login with the old password, judged before the new one was set', () => {
  const logIn = (person: AccountPerson) => () =>
    makePerson(two).call('logIn', { body: { email: person.address, password: PASSWORD } })
  const NEW = 'another password entirely'

  async function expectOnlyNew(person: AccountPerson, change: Ask, liveSessions: number): Promise<void> {
    const { answers, waited } = await inTurn(person, change, [logIn(person), logIn(person)])
    expect(waited).toBe(3)
    expect(answers.map(({ status, body }) => body?.code ?? status)).toEqual([204, 'login-refused', 'login-refused'])
    const { rows } = await sql`
      select 1 from sessions where account_id = ${person.accountId} and ended_at is null`.execute(one.ctx.db)
    expect(rows).toHaveLength(liveSessions)
    const again = await makePerson(one).call('logIn', { body: { email: person.address, password: NEW } })
    expect((await two.call('readAccount', { headers: bearerOf(again) })).status).toBe(200)
  }

  test('opens no session when it was changed', async () => {
    const person = await makeAccount(one)
    const body = { currentPassword: PASSWORD, password: NEW }
    await expectOnlyNew(person, () => person.call('changePassword', { body }), 1)
  })

  test('is not asked for its second factor either', async () => {
    const person = await makeAccount(one)
    const { recoveryCodes } = await withTotp(person)
    const headers = await steppedUp(person, recoveryCodes[0] ?? '')
    const body = { currentPassword: PASSWORD, password: NEW }
    const change: Ask = () => person.call('changePassword', { body, headers })
    const { answers, waited } = await inTurn(person, change, [logIn(person)])
    expect([waited, answers[0]?.status, answers[1]?.body.code]).toEqual([2, 204, 'login-refused'])
  })

  test('opens none when it was reset by mail', async () => {
    const person = await makeAccount(one)
    await one.call('requestReset', { body: { email: person.address } })
    const [mail] = await one.mails(person.address)
    const token = /\?t=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
    await expectOnlyNew(person, () => one.call('resetPassword', { body: { token, password: NEW } }), 0)
  })
})
