import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import {
  accessRequestMailsTo,
  accessRequestToken,
  expire,
  give,
  kindsOf,
  newestCode,
  type RequestableTransfer,
  recordOf,
  requestExtension,
  requestedToken,
  sendRequestable,
} from '#test/transfers/access-requests'
import { codeOf, edit } from '#test/transfers/own-transfers'
import { addJob } from '../../platform/jobs/add-job.ts'
import { blockTransfer } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const TWO_DAYS_MS = 2 * DAY_MS
const expiryOf = async ({ id }: RequestableTransfer) =>
  (await app.ctx.db.selectFrom('transfers').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow())
    .expires_at as Date
const now = async () => (await sql<{ now: Date }>`select now()`.execute(app.ctx.db)).rows[0]?.now as Date
const set = (of: RequestableTransfer, column: string) =>
  sql`update transfers set ${sql.ref(column)} = now() where id = ${of.id}`.execute(app.ctx.db)
const statusOf = async ({ path }: RequestableTransfer) => (await makePerson(app).fetch(path)).status

describe('an expired link', () => {
  test('is requested with one press, granted with one press, and the requester is mailed', async () => {
    const of = await sendRequestable(app)
    const owner = of.sender as AccountPerson
    const reader = makePerson(app)
    expect((await requestExtension(reader, of)).body).toEqual({ next: 'open' })
    await expire(app, of)
    expect((await requestExtension(reader, of, { lang: 'zh' })).body).toEqual({ next: 'requested' })
    const [mail] = await accessRequestMailsTo(app, owner.address)
    expect(mail?.subject).toBe(`${of.address} asked for more time · No. ${of.slug}`)
    expect(mail?.text).toContain('plan.pdf')
    expect((await recordOf(owner, of.slug)).accessRequests).toMatchObject([{ kind: 'time', email: of.address }])
    expect(await statusOf(of)).toBe(410)
    const given = await give(makePerson(app), await accessRequestToken(app, of))
    expect(given.body.receiverEmail).toBe(of.address)
    const left = given.body.expiryDate - (await now()).getTime()
    expect(Math.abs(left - TWO_DAYS_MS)).toBeLessThan(60_000)
    expect((await expiryOf(of)).getTime()).toBe(given.body.expiryDate)
    const [told] = await app.mails(of.address)
    expect(told?.subject).toBe(`${owner.address} 为您延长了有效期`)
    expect(told?.text).toContain(of.path)
    expect([await statusOf(of), (await recordOf(owner, of.slug)).accessRequests]).toEqual([200, []])
    expect((await kindsOf(app, of)).filter((kind) => ['extension_requested', 'extended'].includes(kind))).toEqual([
      'extension_requested',
      'extended',
    ])
    const { notifications } = (await owner.call('listNotifications', { body: {} })).body
    expect(notifications).toMatchObject([{ kind: 'extension_requested', receiverEmail: of.address }])
  })

  test('is requested once a day, and a new request has a new token', async () => {
    const of = await sendRequestable(app)
    const first = await requestedToken(app, of)
    await Promise.all(Array.from({ length: 12 }, () => requestExtension(makePerson(app), of)))
    expect(await accessRequestMailsTo(app, of.sender.address)).toHaveLength(1)
    expect(await (await makePerson(app).fetch(of.path)).text()).toContain('The sender has been asked')
    const until = (await give(makePerson(app), first)).body.expiryDate
    await app.passTime(3 * DAY_MS)
    expect(await (await makePerson(app).fetch(of.path)).text()).toContain('Ask for more time')
    const second = await requestedToken(app, of)
    expect(second).not.toBe(first)
    const again = (await give(makePerson(app), first)).body.expiryDate
    expect(again).toBe(until - 3 * DAY_MS)
    expect((await give(makePerson(app), second)).body.expiryDate).toBeGreaterThan(again)
  })

  test('of a visitor’s transfer is granted through the mail only, until its bytes are gone', async () => {
    const sender = makePerson(app)
    await sender.prove()
    const of = await sendRequestable(app, { sender })
    const token = await requestedToken(app, of)
    expect((await give(makePerson(app), token)).status).toBe(200)
    expect(await statusOf(of)).toBe(200)
    const gone = await sendRequestable(app, { sender })
    const late = await requestedToken(app, gone)
    await expire(app, gone, 24 * 8)
    await sql`update transfers set deleted_at = now() where id = ${gone.id}`.execute(app.ctx.db)
    expect(codeOf(await give(makePerson(app), late))).toBe('extension-expired')
  })

  test.each(['deleted_at', 'paused_at', 'blocked_at', 'bytes_removed_at'])('is not granted with %s', async (column) => {
    const of = await sendRequestable(app)
    const token = await requestedToken(app, of)
    await set(of, column)
    expect(codeOf(await give(makePerson(app), token))).toBe('extension-expired')
    expect((await expiryOf(of)).getTime()).toBeLessThan((await now()).getTime())
  })

  test('of a suspended account is not granted, nor to a recipient whom the sender has removed', async () => {
    const of = await sendRequestable(app)
    const token = await requestedToken(app, of)
    const { accountId } = of.sender as AccountPerson
    const suspend = (at: string | null) =>
      app.ctx.db.updateTable('accounts').set({ suspended_at: at }).where('id', '=', accountId).execute()
    await suspend('2026-01-01T00:00:00Z')
    expect(codeOf(await give(makePerson(app), token))).toBe('extension-expired')
    await suspend(null)
    const { recipients } = await recordOf(of.sender as AccountPerson, of.slug)
    await of.sender.call('removeRecipient', { params: { transfer: of.id, recipient: recipients[0]._id } })
    expect(codeOf(await give(makePerson(app), token))).toBe('extension-expired')
  })

  test('without any file left is not granted', async () => {
    const of = await sendRequestable(app)
    const token = await requestedToken(app, of)
    const { files } = await recordOf(of.sender as AccountPerson, of.slug)
    await of.sender.call('deleteFiles', { body: { ids: [files[0]._id] } })
    expect(codeOf(await give(makePerson(app), token))).toBe('extension-expired')
  })

  test('that its sender extends notifies the requesters, once, and the token shows the new date', async () => {
    const of = await sendRequestable(app)
    const token = await requestedToken(app, of)
    await edit(of.sender as AccountPerson, of.id, { expirySeconds: 604_800 })
    const subjects = async () => (await app.mails(of.address)).map(({ subject }) => subject)
    expect((await subjects())[0]).toContain('gave you more time')
    expect((await give(makePerson(app), token)).body.expiryDate).toBe((await expiryOf(of)).getTime())
    const had = await subjects()
    await edit(of.sender as AccountPerson, of.id, { expirySeconds: 604_800 })
    expect(await subjects()).toEqual(had)
  })

  test.each([
    [
      'blocked',
      ({ slug }: RequestableTransfer) => blockTransfer(app.ctx, slug, true),
      ({ slug }: RequestableTransfer) => blockTransfer(app.ctx, slug, false),
    ],
    [
      'deleted',
      ({ sender, id }: RequestableTransfer) => sender.call('deleteTransfer', { body: { ids: [id] } }),
      ({ sender, id }: RequestableTransfer) => sender.call('restoreTransfers', { body: { ids: [id] } }),
    ],
  ])('that is %s just after it was extended notifies the requesters once it is back', async (_how, away, back) => {
    const of = await sendRequestable(app)
    await requestedToken(app, of)
    await away(of)
    await sql`update transfers set expires_at = now() + interval '7 days' where id = ${of.id}`.execute(app.ctx.db)
    await addJob(app.ctx.db, 'notify-requesters', { transferId: of.id })
    const told = async () => (await app.mails(of.address)).filter(({ subject }) => subject.includes('more time')).length
    expect(await told()).toBe(0)
    await back(of)
    expect(await told()).toBe(1)
    await back(of)
    expect(await told()).toBe(1)
  })

  test('that is locked must be opened first, and reveals nothing before', async () => {
    const of = await sendRequestable(app)
    await edit(of.sender as AccountPerson, of.id, { password: 'open for asha' })
    await expire(app, of)
    const reader = makePerson(app)
    expect(codeOf(await requestExtension(reader, of))).toBe('link-locked')
    await reader.call('unlockTransfer', { body: { ...of.link, password: 'open for asha' } })
    expect((await requestExtension(reader, of)).body).toEqual({ next: 'requested' })
  })
})

describe('an open link', () => {
  test('asks for a proven address, which receives the link by mail', async () => {
    const of = await sendRequestable(app, { sendAs: 'link' })
    await expire(app, of)
    const reader = makePerson(app)
    expect((await requestExtension(reader, of)).body).toEqual({ next: 'email' })
    expect((await requestExtension(reader, of, { email: reader.address })).body).toEqual({ next: 'code' })
    expect(codeOf(await requestExtension(reader, of, { code: '22222' }))).toBe('code-wrong')
    expect(await accessRequestMailsTo(app, of.sender.address)).toEqual([])
    const code = await newestCode(app, reader.address)
    expect(codeOf(await requestExtension(makePerson(app), of, { code }))).toBe('code-expired')
    expect((await requestExtension(reader, of, { code })).body).toEqual({ next: 'requested' })
    expect((await give(makePerson(app), await accessRequestToken(app, of))).body.receiverEmail).toBe(reader.address)
    expect((await app.mails(reader.address))[0]?.text).toContain(`/w/${of.slug}`)
  })

  test('asks an account for no code for its own address', async () => {
    const of = await sendRequestable(app, { sendAs: 'link' })
    await expire(app, of)
    const reader = await makeAccount(app)
    expect((await requestExtension(reader, of, { email: reader.address })).body).toEqual({ next: 'requested' })
    expect((await requestExtension(reader, of, { email: 'other@example.com' })).body).toEqual({ next: 'code' })
  })
})

describe('the sender', () => {
  test('grants or silences in the dashboard', async () => {
    const of = await sendRequestable(app)
    const owner = of.sender as AccountPerson
    await requestedToken(app, of)
    const { accessRequests } = await recordOf(owner, of.slug)
    const answer = (how: string, accessRequest = accessRequests[0]._id, transfer = of.id) =>
      owner.call('answerAccessRequest', { params: { transfer, accessRequest }, body: { answer: how } })
    expect(codeOf(await answer('give', 'no-such-request'))).toBe('access-request-not-found')
    const given = await answer('give')
    expect(given.body.transfer).toMatchObject({ state: 'active', accessRequests: [] })
    expect(given.body.transfer.expiryDate).toBe((await answer('give')).body.transfer.expiryDate)
    expect((await app.mails(of.address))[0]?.subject).toContain('gave you more time')
    await answer('silence')
    await app.passTime(4 * DAY_MS)
    const had = (await accessRequestMailsTo(app, owner.address)).length
    expect((await requestExtension(makePerson(app), of)).body).toEqual({ next: 'requested' })
    expect(await accessRequestMailsTo(app, owner.address)).toHaveLength(had)
  })

  test('gets requests even with alerts off, and silences one person through the mail', async () => {
    const of = await sendRequestable(app)
    await edit(of.sender as AccountPerson, of.id, { alerts: 'none' })
    await requestedToken(app, of)
    const [mail] = await accessRequestMailsTo(app, of.sender.address)
    const path = /\/mute\/[\w-]{42}/.exec(mail?.text ?? '')?.[0] ?? ''
    const page = await makePerson(app).fetch(path, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('Stop emails about this person’s requests?')
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'x-no-origin': '1', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await makePerson(app).fetch(path, { method: 'POST', body, headers })).status).toBe(200)
    expect((await recordOf(of.sender as AccountPerson, of.slug)).accessRequests).toEqual([])
  })
})

test("deletes requests long after their token's 14 days", async () => {
  const of = await sendRequestable(app)
  const token = await requestedToken(app, of)
  await app.passTime(15 * DAY_MS)
  expect(codeOf(await give(makePerson(app), token))).toBe('extension-expired')
  await app.passTime(2 * DAY_MS)
  await sql`select graphile_worker.add_job('forget-access-requests')`.execute(app.ctx.db)
  await app.runJobs()
  const rows = await app.ctx.db.selectFrom('access_requesters').select('id').where('transfer_id', '=', of.id).execute()
  expect(rows).toEqual([])
})
