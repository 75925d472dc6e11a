import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { steppedUp, withPasskey, withTotp } from '#test/people/second-factors'
import { signedUp } from '#test/people/signing-up'
import { halves } from '#test/storage/picture-files'
import { notify } from '../../notifications/notify.ts'
import { recordEvent } from '../../tracking/ledger/index.ts'
import { checkTransfers } from '../../transfers/index.ts'
import { checkUploads } from '../../uploads/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const end = (person: AccountPerson, password = PASSWORD, headers: Record<string, string> = {}) =>
  person.call('deleteAccount', { body: { password }, headers })
const file = (path: string) => ({ path, content: Buffer.from(`content of ${path}`) })
const consistency = async () => [...(await checkUploads(app.ctx, { hash: true })), ...(await checkTransfers(app.ctx))]

/** Rows of every table that contain any of these texts. */
async function tracesOf(texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.ctx.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(app.ctx.db)
    for (const { row } of rows) for (const text of texts) if (row.includes(text)) found.push(`${name}: ${text}`)
  }
  return [...new Set(found)]
}

test("deletes the account's notifications, including those that a job was about to write", async () => {
  const person = await makeAccount(app)
  const { id } = await person.send({ files: [file('told.txt')], emailTo: ['asha@told.example'] })
  await app.runJobs()
  const context = {
    transferId: id,
    recipientId: null,
    judged: { actorKind: 'human', reason: null } as const,
    ip: '1.1.1.1',
  }
  await recordEvent(app.ctx.db, app.ctx, { ...context, userAgent: 'curl/8.14.1', kind: 'opened' })
  await app.runJobs()
  await person.call('makeLiveTicket')
  const kept = async () => {
    const tables = ['notifications', 'feeds', 'live_tickets'] as const
    const rows = tables.map((table) =>
      app.ctx.db.selectFrom(table).select('account_id').where('account_id', '=', person.accountId).execute(),
    )
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  expect(await kept()).toEqual([1, 1, 1])
  expect((await end(person)).status).toBe(204)
  // As if the job that deletes its transfers had not run that far.
  await app.runJobs()
  await app.ctx.db.updateTable('transfers').set({ deleted_at: null }).where('id', '=', id).execute()
  await notify(app.ctx, { transferId: id, from: 1, to: 100 })
  expect(await kept()).toEqual([0, 0, 0])
})

test('makes nothing of the account usable any more, and leaves nothing of its identity', async () => {
  const person = await makeAccount(app, { role: 'pro', fullName: 'Ada Countess', company: 'Lovelace & Co' })
  await changeAccount(app.ctx.db, person.accountId, { referral: 'canton-fair' })
  const { recoveryCodes } = await withTotp(person)
  const headers = await steppedUp(person, recoveryCodes[0] ?? '')
  await withPasskey(app, person, undefined, headers)
  const png = await halves(20, 20).png().toBuffer()
  const shown = await person.fetch('/picture', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(png),
  })
  const { small } = (await shown.json()).user.profilePic
  await person.call('addContact', { body: { email: 'gauss@contacts.example', name: 'Carl Gauss' } })
  const sent = await person.send({
    files: [file('a.txt'), file('b.txt')],
    emailTo: ['asha@recipients.example'],
    message: 'for Asha only',
  })
  const open = await person.plan({ files: [file('unfinished.txt')] })
  await app.runJobs()

  expect((await end(person, PASSWORD, headers)).status).toBe(204)
  await app.runJobs()

  expect(await person.call('readAccount')).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  const login = await makePerson(app).call('logIn', { body: { email: person.address, password: PASSWORD } })
  expect(login.body.code).toBe('login-refused')
  expect((await makePerson(app).fetch(small)).status).toBe(404)
  const [, slug, user] = sent.links['asha@recipients.example']?.split('/').slice(1) ?? []
  const grant = await makePerson(app).call('grantDownload', { body: { slug, user, files: 'all' } })
  expect(grant).toMatchObject({ status: 404, body: { code: 'transfer-not-found' } })
  const resumed = await person.call('readUpload', {
    params: { upload: open.upload },
    headers: { authorization: `Bearer ${open.token}` },
  })
  expect(resumed.status).toBeGreaterThanOrEqual(400)

  const [mail] = await app.mails(person.address)
  expect(mail?.subject).toBe('Your account was deleted')
  const words = [
    person.address,
    'Ada Countess',
    'Lovelace & Co',
    'Carl Gauss',
    'gauss@',
    'asha@recipients',
    'for Asha only',
    'My key',
    'canton-fair',
  ]
  // Data of the browser, and of limits for visitors, is not part of the account; and the security log keeps for 30 days
  // who ended it.
  const isKept = (trace: string) => /^(?:sender_proofs|sender_codes|mails|security_events): /.test(trace)
  const traces = (await tracesOf(words)).filter((trace) => !isKept(trace))
  expect(traces).toEqual([])
  expect(await consistency()).toEqual([])
})

test('frees its storage at once and removes its bytes a day later', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  await person.send({ files: [file('a.txt')] })
  await end(person)
  await app.runJobs()
  const key = `workspace:${person.accountId}`
  const kept = await app.ctx.db.selectFrom('allowances').selectAll().where('key', '=', key).executeTakeFirst()
  expect(kept).toMatchObject({ used_bytes: 0, reserved_bytes: 0 })
  const blobs = () =>
    app.ctx.db
      .selectFrom('blobs')
      .innerJoin('uploads', 'uploads.id', 'blobs.upload_id')
      .select('blobs.id')
      .where('uploads.account_id', '=', person.accountId)
      .where('blobs.removed_at', 'is', null)
      .execute()
  expect(await blobs()).toHaveLength(1)
  await app.passTime(25 * 3_600_000)
  await sql`select graphile_worker.add_job('remove-expired', '{}'::json)`.execute(app.ctx.db)
  await app.runJobs()
  expect(await blobs()).toEqual([])
  expect(await consistency()).toEqual([])
})

test('requires the password and a session', async () => {
  const person = await makeAccount(app)
  expect(await end(person, 'not it')).toMatchObject({ status: 403, body: { code: 'password-wrong' } })
  expect((await person.call('readAccount')).status).toBe(200)
  const visitor = makePerson(app)
  expect((await visitor.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(401)
})

test('ends it in one of several concurrent calls', async () => {
  const person = await makeAccount(app)
  const answers = await Promise.all(Array.from({ length: 4 }, () => end(person)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(
    (await app.mails(person.address)).filter(({ subject }) => subject === 'Your account was deleted'),
  ).toHaveLength(1)
})

test('withdraws what others forwarded from it, and keeps what they sent themselves', async () => {
  const [person, other] = [await makeAccount(app, { role: 'pro' }), await makeAccount(app, { role: 'pro' })]
  const own = await other.send({ files: [file('own.txt')], emailTo: ['asha@recipients.example'] })
  await person.send({ files: [file('a.txt')], emailTo: [other.address] })
  await end(person)
  await app.runJobs()
  const [, slug, user] = own.links['asha@recipients.example']?.split('/').slice(1) ?? []
  expect((await makePerson(app).call('grantDownload', { body: { slug, user, files: 'all' } })).status).toBe(200)
  expect((await other.fetch('/export').then((answer) => answer.json())).received).toEqual([])
  expect(await consistency()).toEqual([])
})

test('removes its cookie, and lets its address make an account again', async () => {
  const { person, answer } = await signedUp(app)
  const headers = { authorization: `Bearer ${answer.body.accessToken}` }
  const ended = await person.call('deleteAccount', { body: { password: PASSWORD }, headers })
  expect(ended.status).toBe(204)
  expect(ended.headers.getSetCookie().join()).toMatch(/waybill_session=;/)
  const again = await person.call('signUp', { body: { email: person.address, password: PASSWORD } })
  expect(again.status).toBe(201)
  expect(again.body.user._id).not.toBe(answer.body.user._id)
})
