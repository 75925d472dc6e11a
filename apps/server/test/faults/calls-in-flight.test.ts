/**
 * Calls that were admitted before the account ended or its password changed, and write after that: they were valid on
 * arrival, and must leave nothing behind.
 */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { steppedUp, codeOf as totpOf, withTotp } from '#test/people/second-factors'
import { bearerOf } from '#test/people/signing-up'
import { type PasskeyOptions, SoftwarePasskey } from '#test/people/software-passkey'
import { halves } from '#test/storage/picture-files'
import { sendPlan } from '#test/transfers/own-transfers'
import { checkTransfers } from '../../src/transfers/index.ts'
import { checkUploads } from '../../src/uploads/index.ts'
import { changeAccount } from '../people/put-account.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
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

/**
 * Starts `first`, then the others, while the account's row is locked: they write in this order. Returns the answers in
 * order, and how many waited.
 */
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

const put = async (at: TestApp, person: AccountPerson): Promise<Answer> => {
  const png = new Uint8Array(await halves(20, 20).png().toBuffer())
  const headers = person.headers({ 'content-type': 'image/png' })
  const { status } = await at.fetch('/picture', { method: 'PUT', headers, body: png })
  return { status, body: {}, headers: new Headers() }
}

/** A sent transfer, and a second one that is deleted. */
async function sentAndGone(
  person: AccountPerson,
): Promise<{ sent: { id: string; slug: string }; gone: { id: string } }> {
  const [sent, gone] = [await sendPlan(person), await sendPlan(person)]
  await person.call('deleteTransfer', { body: { ids: [gone.id] } })
  return { sent, gone }
}

async function uploaded(person: AccountPerson): Promise<UploadPlan> {
  const files = [{ path: 'open.txt', content: Buffer.from('open') }]
  const open = await person.plan({ files })
  await person.upload(open, files)
  return open
}

type Call = (...[name, options]: Parameters<TestApp['call']>) => Ask

/** Every way in which a call may leave something behind: creates what it needs, and returns the call. */
const writings: Record<string, (person: AccountPerson, call: Call) => Promise<Ask>> = {
  putPicture: async (person) => () => put(two, person),
  addContact: async (_person, call) => call('addContact', { body: { email: 'kept@contacts.example' } }),
  importContacts: async (_person, call) =>
    call('importContacts', { body: { csv: 'email\nkept-too@contacts.example' } }),
  updateProfile: async (_person, call) => call('updateProfile', { body: { fullName: 'Kept Name' } }),
  confirmTotp: async (person, call) => {
    const totp = await person.call('beginTotp', { body: { password: PASSWORD } })
    return call('confirmTotp', { body: { code: totpOf(totp.body.secret) } })
  },
  addPasskey: async (person, call) => {
    const begun = await person.call('beginPasskey', { body: { password: PASSWORD } })
    const passkey = new SoftwarePasskey(one.origin).create(begun.body.options as PasskeyOptions)
    return call('addPasskey', { body: { name: 'Kept key', passkey } })
  },
  changeEmail: async (person, call) => {
    const email = `moved-${person.address}`
    await person.prove(email)
    return call('changeEmail', { body: { email, password: PASSWORD } })
  },
  planTransfer: async (person, call) =>
    call('planTransfer', { body: person.draft({ files: [{ path: 'new.txt', content: Buffer.from('new') }] }) }),
  completeTransfer: async (person, call) => {
    const { upload, token } = await uploaded(person)
    return call('completeTransfer', { body: { upload, token } })
  },
  planAddedFiles: async (person, call) => {
    const more = { path: 'more.txt', bytes: 4, modifiedAt: 0, fingerprint: 'more' }
    const { sent } = await sentAndGone(person)
    return call('planAddedFiles', { params: { transfer: sent.id }, body: { files: [more] } })
  },
  addRecipients: async (person, call) => {
    const { sent } = await sentAndGone(person)
    return call('addRecipients', {
      params: { transfer: sent.id },
      body: { emailTo: [{ email: 'kept@rao-forge.example' }] },
    })
  },
  sendTransferEmail: async (person, call) => {
    const { sent } = await sentAndGone(person)
    return call('sendTransferEmail', { body: { slug: sent.slug, recipients: ['also@rao-forge.example'] } })
  },
  editTransfer: async (person, call) => {
    const { sent } = await sentAndGone(person)
    return call('editTransfer', { params: { transfer: sent.id }, body: { message: 'kept' } })
  },
  extendTransfers: async (person, call) => {
    const { sent } = await sentAndGone(person)
    return call('extendTransfers', { body: { ids: [sent.id], expirySeconds: 604_800 } })
  },
  restoreTransfers: async (person, call) => {
    const { gone } = await sentAndGone(person)
    return call('restoreTransfers', { body: { ids: [gone.id] } })
  },
  logIn: async (person) => () => makePerson(two).call('logIn', { body: { email: person.address, password: PASSWORD } }),
}

/** Calls of this person at the second process. */
const callsOf =
  (person: AccountPerson): Call =>
  (name, options = {}) =>
  () =>
    two.call(name, { ...options, headers: person.headers(options.headers) })

/** Rows that make somebody an account, or that belong to one. */
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

test('refuses everything that writes after its account has ended, and leaves nothing', async () => {
  const codes: Record<string, unknown> = {}
  let waited = 0
  for (const [name, prepare] of Object.entries(writings)) {
    const person = await makeAccount(one, { role: 'pro' })
    const write = await prepare(person, callsOf(person))
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
    `${Object.keys(codes).length} calls in flight while their account ended, ${waited} wrote after it: ${JSON.stringify(codes)}\n`,
  )
  expect(waited).toBeGreaterThan(8)
})

const YEAR_SECONDS = 31_536_000

/** Calls that send or add, admitted for an account on a large plan and writing after it has changed. */
async function sendingsInFlight(person: AccountPerson): Promise<Record<string, Ask>> {
  const call = callsOf(person)
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
])(
  'judges a call that was admitted before its account %s by the rules at the time of writing',
  async (_what, change, expected) => {
    const person = await makeAccount(one, { role: 'business' })
    const asks = Object.values(await sendingsInFlight(person))
    const asked: Array<Promise<Answer>> = []
    await one.ctx.db.transaction().execute(async (tx) => {
      await changeAccount(tx, person.accountId, change)
      for (const ask of asks) {
        const before = await waiting()
        asked.push(ask())
        await until(async () => (await waiting()) > before)
      }
    })
    expect((await Promise.all(asked)).map(({ status, body }) => body.code ?? status)).toEqual(expected)
  },
)

describe('a login with the old password, checked before the new one was set', () => {
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

  test('opens no session when the password was changed', async () => {
    const person = await makeAccount(one)
    const body = { currentPassword: PASSWORD, password: NEW }
    await expectOnlyNew(person, () => person.call('changePassword', { body }), 1)
  })

  test('does not reach the second factor either', async () => {
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
