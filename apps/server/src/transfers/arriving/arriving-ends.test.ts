/** How a transfer that is sent while it uploads ends before all of it is there, whatever ends it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { type ArrivingTransfer, largeFiles, PART, sendArriving } from '#test/people/arriving-sender'
import { makeTeam } from '#test/people/team'
import { readUsage } from '../../billing/index.ts'
import { changeAccount } from '../../desk/index.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { checkUploads, giveUp, reapUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { endArrival, endForgotten } from './end-arrival.ts'
import { watchArrivals } from './watch-arrivals.ts'

/** A minute more than an upload may rest before it counts as broken off. */
const BREAK_MS = 31 * 60_000
const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const soundness = async () => [...(await checkUploads(app.ctx)), ...(await checkTransfers(app.ctx))]
const endsOf = async (sent: ArrivingTransfer) =>
  (await sent.ledger()).filter((entry) => /^(broke_off|arrived|dropped|deleted|expired)/.test(entry))

/** The first of two files is there, and a quarter of the second. */
async function halfSent(from?: AccountPerson, folder = 'drawings') {
  const sender = from ?? (await makeAccount(app, { role: 'business' }))
  const files = largeFiles(2).map((file) => ({ ...file, path: `${folder}/${file.path}` }))
  const sent = await sendArriving(app, files, sender)
  await sent.put(0, 0, 1, 2, 3)
  await sent.put(1, 0)
  await app.runJobs()
  return { sender, sent }
}

async function breakOff(): Promise<void> {
  await app.passTime(BREAK_MS)
  await watchArrivals(app.ctx)
}

/** What the dashboard says of uploads, the newest first. */
async function noticesOf(person: AccountPerson) {
  const { body } = await person.call('listNotifications', { body: {} })
  return (body.notifications as Array<{ kind: string; filesThere: number | null; fileCount: number }>).flatMap(
    ({ kind, filesThere, fileCount }) => (filesThere === null ? [] : [`${kind} ${filesThere}/${fileCount}`]),
  )
}

test('the seventh day: what is there stays, even what no job has completed yet', async () => {
  const { sender, sent } = await halfSent()
  await sent.put(1, 1, 2, 3)
  await app.ctx.db.updateTable('blobs').set({ completed_at: null }).where('upload_id', '=', sent.plan.upload).execute()
  const { sent: short } = await halfSent(sender, 'others')
  await app.passTime(7 * DAY_MS + BREAK_MS)
  await reapUploads(app.ctx, async () => {})
  await app.runJobs()
  expect(await endsOf(sent)).toContain('arrived 2/2')
  expect(await endsOf(short)).toContain('dropped 1/2')
  expect(await readUsage(app.ctx.db, sender.accountId)).toMatchObject({ usedBytes: 12 * PART, reservedBytes: 0 })
  const told = app.ctx.db.selectFrom('notifications').select('kind').where('account_id', '=', sender.accountId)
  expect((await told.execute()).map(({ kind }) => kind).toSorted()).toEqual(['arrived', 'dropped'])
  expect(await soundness()).toEqual([])
})

test('a deleted account: nobody hears of its transfer again, and nothing of it stays', async () => {
  const { sender, sent } = await halfSent()
  const ended = await sender.call('deleteAccount', { body: { password: PASSWORD } })
  expect(ended.status).toBeLessThan(300)
  await app.runJobs()
  expect((await sent.tryPut(1, 1)).body.code).toMatch(/^upload-/)
  expect((await sent.arrival()).code).toBe('transfer-not-found')
  expect(await sent.mailed()).toHaveLength(1)
  expect(await soundness()).toEqual([])
})

test('a removed member: what is there is the admin’s, and its recipients hear that the rest will not come', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const { sent } = await halfSent(member)
  await admin.call('removeMember', { params: { member: member.accountId }, body: {} })
  await app.runJobs()
  expect((await sent.tryPut(1, 1)).body.code).toBe('upload-closed')
  expect(await endsOf(sent)).toEqual(['dropped 1/2'])
  expect((await sent.recipient.grant()).links).toHaveLength(1)
  expect((await sent.mailed())[1]).toContain('Some files from')
  expect(await noticesOf(admin)).toEqual(['dropped 1/2'])
  expect(await readUsage(app.ctx.db, admin.accountId)).toMatchObject({ usedBytes: 4 * PART, reservedBytes: 0 })
  expect(await soundness()).toEqual([])
})

test('a suspended account: its readers end, and its recipients hear nothing until it is restored', async () => {
  const { sender, sent } = await halfSent()
  const answer = await sent.recipient.open(await sent.linkTo(1))
  let isCut = false
  answer.resume().once('error', () => {
    isCut = true
  })
  const account = await findAccount(app.ctx.db, sender.accountId)
  if (account === null) throw new Error('no account')
  await changeAccount(app.ctx, account, { suspension: { because: 'sells spam' } })
  await until(() => isCut)
  await app.runJobs()
  expect((await sent.arrival()).code).toBe('transfer-not-found')
  expect(await sent.mailed()).toHaveLength(1)
  await changeAccount(app.ctx, account, { suspension: null })
  expect((await sent.recipient.grant()).links).toHaveLength(1)
  expect(await soundness()).toEqual([])
})

test('an expiry meanwhile: nobody opens it, its parts still arrive, and an extension shows all of it', async () => {
  const { sender, sent } = await halfSent()
  await app.ctx.db.updateTable('transfers').set({ expires_at: sql`now()` }).where('id', '=', sent.id).execute()
  await addJob(app.ctx.db, 'note-expired', {})
  await app.runJobs()
  expect((await sent.arrival()).code).toBe('transfer-expired')
  expect((await sent.press(0)).body.code).toBe('transfer-expired')
  await breakOff()
  await sent.put(1, 1, 2, 3)
  expect((await sent.finish()).status).toBe(200)
  await app.runJobs()
  expect(await endsOf(sent)).toEqual(['expired', 'broke_off 1/2', 'arrived 2/2'])
  expect(await sent.mailed()).toHaveLength(1)
  await sender.call('editTransfer', { params: { transfer: sent.id }, body: { expirySeconds: 604_800 } })
  expect((await sent.recipient.grant()).links).toHaveLength(2)
  expect(await soundness()).toEqual([])
})

test('recipients who were told of a break hear once that the rest will not come', async () => {
  const { sender, sent } = await halfSent()
  await breakOff()
  await sent.cancel()
  await app.runJobs()
  await endArrival(app.ctx, { uploadId: sent.plan.upload })
  const [, broken, dropped, ...more] = await sent.mailed()
  expect([broken, dropped]).toEqual([expect.stringContaining('Not all files'), expect.stringContaining('Some files')])
  expect(more).toEqual([])
  expect(await noticesOf(sender)).toEqual(['dropped 1/2', 'broke_off 1/2'])
})

test('mails about a break carry the name and the colour of the sender’s company', async () => {
  const sender = await makeAccount(app, { role: 'business', subscription: 'active' })
  await sender.call('editBranding', { body: { name: 'Lovelace Engines', accent: '#0b5cad' } })
  const { sent } = await halfSent(sender)
  await breakOff()
  await app.runJobs()
  const [mail] = await app.mails(sent.address)
  expect(mail?.subject).toContain('Not all files')
  expect(mail?.html).toContain('Lovelace Engines')
  expect(mail?.html).toContain('#0b5cad')
})

test('the mail about a transfer of which nothing came has no link, and its sender is told', async () => {
  const sender = await makeAccount(app, { role: 'business' })
  const sent = await sendArriving(app, largeFiles(1), sender)
  await sent.put(0, 0)
  await sent.cancel()
  await app.runJobs()
  const [mail] = await app.mails(sent.address)
  expect(mail?.subject).toMatch(/^The files from .* did not arrive$/)
  expect(mail?.text).not.toContain(sent.recipient.link.slug)
  expect(await noticesOf(sender)).toEqual(['dropped 0/1'])
})

test('its sender’s webhooks and dashboard hear of a break, and of the end', async () => {
  const sender = await makeAccount(app, { role: 'business' })
  const kinds = ['broke_off', 'arrived', 'dropped']
  await sender.call('addWebhook', { body: { url: 'https://hooks.example.com/in', kinds } })
  const { sent } = await halfSent(sender)
  await breakOff()
  await app.runJobs()
  await sent.put(1, 1, 2, 3)
  await sent.finish()
  await app.runJobs()
  expect(await noticesOf(sender)).toEqual(['arrived 2/2', 'broke_off 1/2'])
  const posted = app.ctx.db.selectFrom('webhook_deliveries').select(['kind', 'files_there', 'file_count', 'file_name'])
  expect(await posted.where('transfer_id', '=', sent.id).orderBy('at').execute()).toEqual([
    { kind: 'broke_off', files_there: 1, file_count: 2, file_name: null },
    { kind: 'arrived', files_there: 2, file_count: 2, file_name: null },
  ])
})

test('a transfer that its sender deletes sends them no more notices', async () => {
  const { sender, sent } = await halfSent()
  await sender.call('deleteTransfer', { body: { ids: [sent.id] } })
  await app.runJobs()
  expect(await endsOf(sent)).toEqual(['deleted', 'dropped 1/2'])
  expect(await noticesOf(sender)).toEqual([])
})

test('a later check ends a transfer whose job has failed for good', async () => {
  const { sent } = await halfSent()
  await app.ctx.db.transaction().execute(async (tx) => {
    await giveUp(tx, sent.plan.upload)
    await sql`delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier = 'end-arrival')`.execute(tx)
  })
  await endForgotten(app.ctx)
  await app.runJobs()
  expect(await endsOf(sent)).toEqual([])
  await app.passTime(2 * 3_600_000)
  await endForgotten(app.ctx)
  await app.runJobs()
  expect(await endsOf(sent)).toEqual(['dropped 1/2'])
})

test('forwarded files count among those that are there', async () => {
  const { sender, sent: earlier } = await halfSent()
  await earlier.put(1, 1, 2, 3)
  await earlier.finish()
  const files = largeFiles(1, 2)
  const forwarded = [{ fileName: '', newPath: earlier.fileId(0) }]
  const { plan } = (await sender.call('planTransfer', { body: { ...sender.draft({ files }), forwarded } })).body
  const { upload, token } = plan
  const saved = await sender.call('completeTransfer', { body: { upload, token, whileUploading: true } })
  expect(saved.body.data.ops[0].arrival).toMatchObject({ filesThere: 1, fileCount: 2 })
  await sender.upload(plan, files)
  await app.runJobs()
  expect(await noticesOf(sender)).toEqual(['arrived 2/2', 'arrived 2/2'])
})
