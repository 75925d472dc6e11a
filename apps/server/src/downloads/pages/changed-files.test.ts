import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountSender, addFiles, makeAccountSender } from '#test/people/account-sender'
import { makePerson } from '#test/people/people'
import { Recipient } from '#test/people/recipient'
import { saved } from '#test/people/sender'
import { sha256Of } from '#test/storage/stored-bytes'
import { KIB, type TestFile, testFile } from '#test/storage/upload-parts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { deleteFiles } from '../../transfers/files/delete-files.ts'
import { removeTransferFile } from '../../transfers/files/remove-transfer-file.ts'
import { listTransferFiles, recipientToken } from '../../transfers/index.ts'
import { deleteTransfers } from '../../transfers/manage/delete-transfers.ts'
import { restoreTransfers } from '../../transfers/manage/restore-transfers.ts'
import { listRecipients } from '../../transfers/recipients/recipient-store.ts'

let app: TestApp
let sender: AccountSender
beforeAll(async () => {
  app = await makeTestApp()
  sender = await makeAccountSender(app.ctx)
})
afterAll(() => app?.close())

const content = () => [testFile('plans/a.bin', 300 * KIB), testFile('plans/b.txt', 500), testFile('plans/c.txt', 700)]
type Op = { _id: string; slug: string }

async function send(files: readonly TestFile[], from: { _id: string }[] = []) {
  const stored = (await Promise.all(from.map(({ _id }) => listTransferFiles(app.ctx.db, _id)))).flat()
  const forwarded = stored.map(({ id }) => ({ newPath: id, fileName: '' }))
  const op = await saved(app.ctx, sender, files, { forwarded })
  return { op, reader: await readerOf(op), files: await listTransferFiles(app.ctx.db, op._id) }
}

async function readerOf({ _id, slug }: Op): Promise<Recipient> {
  const [recipient] = await listRecipients(app.ctx.db, _id)
  const path = `/d/${slug}/${recipientToken(app.ctx.masterKey, recipient?.id ?? '')}`
  return new Recipient(app, makePerson(app), { id: _id, upload: '', path })
}

const take = async (reader: Recipient, url: string) => {
  const answer = await reader.open(url)
  const content = Buffer.concat(await answer.toArray())
  return answer.statusCode === 200 ? sha256Of(content) : (answer.statusCode ?? 0)
}
const shas = (files: readonly TestFile[]) => files.map(({ content: bytes }) => sha256Of(bytes))
const told = async (kind: RegExp) =>
  (await app.mails(sender.address)).filter(({ subject }) => kind.test(subject)).length

test('downloads a forward completely, by files and as a zip', async () => {
  const files = content()
  const { op } = await send(files)
  const { reader } = await send([testFile('own.txt', 10)], [op])
  const { links, zip } = await reader.grant()
  expect(await Promise.all(links.slice(1).map(({ url }) => take(reader, url)))).toEqual(shas(files))
  expect((await reader.take(zip.url)).length).toBe(zip.bytes)
  await reader.untilFinished(4)
})

test('downloads at once what was saved before the database’s clock was set back', async () => {
  const files = content()
  const { op, reader } = await send(files)
  const set = { added_at: sql<Date>`now() + interval '1 hour'` }
  await app.ctx.db.updateTable('transfer_files').set(set).where('transfer_id', '=', op._id).execute()
  const { links } = await reader.grant()
  expect(await Promise.all(links.map(({ url }) => take(reader, url)))).toEqual(shas(files))
})

test('keeps what a grant opened; a new grant opens the current files', async () => {
  const files = content()
  const { op, reader, files: named } = await send(files)
  const before = await reader.grant()
  const whole = sha256Of(await reader.take(before.zip.url))
  const better = testFile('plans/b.txt', 900)
  await addFiles(app.ctx, sender, { to: op, files: [better], replaces: named[1]?.id })
  await addFiles(app.ctx, sender, { to: op, files: [testFile('more.txt', 30)] })
  await removeTransferFile(app.ctx, sender.actor, op._id, named[2]?.id ?? '')

  expect(await Promise.all(before.links.map(({ url }) => take(reader, url)))).toEqual(shas(files))
  const resumed = await reader.get(before.zip.url, { range: 'bytes=1000-', 'if-range': before.zip.etag })
  expect([resumed.status, resumed.headers.get('etag')]).toEqual([206, before.zip.etag])
  await resumed.bytes()
  expect(sha256Of(await reader.take(before.zip.url))).toBe(whole)

  const after = await reader.grant()
  const { body } = await reader.browser.call('describeDownload', { body: { grant: after.grant } })
  expect(body.transfer.files.map(({ path }: { path: string }) => path)).toEqual([
    'plans/a.bin',
    'plans/b.txt',
    'more.txt',
  ])
  expect(body.transfer.totalBytes).toBe(300 * KIB + 930)
  expect(after.zip.etag).not.toBe(before.zip.etag)
  expect(await take(reader, after.links[1]?.url ?? '')).toBe(sha256Of(better.content))
  const stale = after.links[1]?.url.replace(after.links[1].file, named[2]?.id ?? '') ?? ''
  expect(await take(reader, stale)).toBe(404)
  const chosen = await reader.browser.call('grantDownload', { body: { ...reader.link, files: [named[2]?.id] } })
  expect([chosen.status, chosen.body.code]).toEqual([404, 'file-not-found'])
})

test('withdraws a deleted file at once, for grants too, and restores it with its transfer', async () => {
  const { op, reader, files: named } = await send(content())
  const { grant, links, zip } = await reader.grant()
  await deleteFiles(app.ctx, sender.accountId, [named[0]?.id ?? ''])
  expect(await Promise.all(links.map(({ url }) => take(reader, url)))).toEqual([
    410,
    expect.any(String),
    expect.any(String),
  ])
  const { body } = await reader.browser.call('describeDownload', { body: { grant } })
  expect(body.transfer.files.map(({ isWithdrawn }: { isWithdrawn: boolean }) => isWithdrawn)).toEqual([
    true,
    false,
    false,
  ])
  const planned = await reader.browser.call('planZip', { body: { grant, files: 'all' } })
  expect(planned.body.bytes).toBeLessThan(zip.bytes - 300 * KIB)
  await deleteTransfers(app.ctx, sender.accountId, [op._id])
  expect(await take(reader, links[1]?.url ?? '')).toBe(404)
  await restoreTransfers(app.ctx, { id: sender.accountId, role: 'business' }, [op._id])
  expect(await take(reader, links[1]?.url ?? '')).toEqual(expect.any(String))
})

test('keeps a forward complete when the transfer it came from is deleted', async () => {
  const files = content()
  const { op } = await send(files)
  const { reader } = await send([], [op])
  await deleteTransfers(app.ctx, sender.accountId, [op._id])
  const { links } = await reader.grant()
  expect(await Promise.all(links.map(({ url }) => take(reader, url)))).toEqual(shas(files))
})

test('reports a recipient with everything again after a file is replaced', async () => {
  const { op, reader, files: named } = await send(content())
  await reader.take((await reader.grant()).zip.url)
  await reader.untilFinished(3)
  const before = await told(/downloaded/)
  await addFiles(app.ctx, sender, { to: op, files: [testFile('plans/b.txt', 900)], replaces: named[1]?.id })
  const { links } = await reader.grant()
  await reader.take(links[0]?.url ?? '')
  expect(await told(/downloaded/)).toBe(before)
  await reader.take(links[1]?.url ?? '')
  await reader.untilFinished(4)
  expect(await told(/downloaded/)).toBe(before + 1)
})

type Named = { id: string }
const withdrawn = (_op: Op, { id }: Named) => deleteFiles(app.ctx, sender.accountId, [id])
test.each([
  ['is taken out', (op: Op, { id }: Named) => removeTransferFile(app.ctx, sender.actor, op._id, id)],
  ['its owner deletes', withdrawn],
  ['is not what was sent', foundDamaged],
])('reports a recipient who had all but a file that %s as complete', async (_what, lose) => {
  const { op, reader, files } = await send(content())
  const { links } = await reader.grant()
  for (const { url } of links.slice(1)) await take(reader, url)
  await reader.untilFinished(2)
  const before = await told(/downloaded/)
  await lose(op, files[0] as Named)
  await app.runJobs()
  const [recipient] = await listRecipients(app.ctx.db, op._id)
  const { last } = await app.ctx.db
    .selectFrom('deliveries')
    .select((of) => of.fn.max('finished_at').as('last'))
    .where('recipient_id', '=', recipient?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(recipient?.finished_at).toBeInstanceOf(Date)
  expect(recipient?.finished_at).toEqual(last)
  expect(await told(/downloaded/)).toBe(before + 1)
})

/** The job that checks stored files finds a difference. */
async function foundDamaged(_op: Op, { id }: Named): Promise<void> {
  await app.runJobs()
  const { upload_id: uploadId } = await app.ctx.db
    .updateTable('files')
    .set({ crc32: 0, checked_at: null, sha256: null })
    .where('id', '=', id)
    .returning('upload_id')
    .executeTakeFirstOrThrow()
  await addJob(app.ctx.db, 'check-files', { uploadId })
}

test('does not report a recipient with nothing left to download as complete', async () => {
  const { op, reader, files } = await send(content())
  const { links } = await reader.grant()
  await take(reader, links[1]?.url ?? '')
  await reader.untilFinished(1)
  const before = await told(/downloaded/)
  const ids = files.map(({ id }) => id)
  await deleteFiles(app.ctx, sender.accountId, ids)
  await app.runJobs()
  const [recipient] = await listRecipients(app.ctx.db, op._id)
  expect(recipient?.finished_at).toBeNull()
  expect(await told(/downloaded/)).toBe(before)
})

test('does not do so for a forward either, once the files deleted with their transfer cannot come back', async () => {
  const other = await makeAccountSender(app.ctx)
  const op = await saved(app.ctx, sender, content(), { emailTo: [{ email: other.address }] })
  const named = await listTransferFiles(app.ctx.db, op._id)
  const forwarded = named.map(({ id }) => ({ newPath: id, fileName: '' }))
  const passed = await saved(app.ctx, other, [testFile('own.txt', 10)], { forwarded })
  const reader = await readerOf(passed)
  await take(reader, (await reader.grant()).links[0]?.url ?? '')
  await reader.untilFinished(1)
  const finishedAt = async () => {
    await app.runJobs()
    return (await listRecipients(app.ctx.db, passed._id))[0]?.finished_at
  }
  await deleteTransfers(app.ctx, sender.accountId, [op._id])
  expect(await finishedAt()).toBeNull()
  await app.passTime(60_000)
  expect(await finishedAt()).toBeInstanceOf(Date)
})
