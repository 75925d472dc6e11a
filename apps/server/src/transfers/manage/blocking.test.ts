/**
 * A suspension or block by the operator closes at once: pages, grants, running downloads, and the same contents in new
 * uploads.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise, type Recipient, sendTo } from '#test/people/recipient'
import { ASHA, askFor, codeOf, expectSound, linkOf, planOf, stage, submit } from '#test/requests/calls'
import { suspendAccount } from '../../identity/accounts/index.ts'
import { listSuspects } from '../../uploads/finish/file-store.ts'
import { blockHash, liftHash, listBlocks } from '../../uploads/index.ts'
import { blockTransfer, tellWithdrawn } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const suspend = (person: AccountPerson, isSuspended = true) => suspendAccount(app.ctx.db, person.address, isSuspended)
const pro = () => makeAccount(app, { role: 'pro', subscription: 'active' })
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest()
const block = (content: Buffer) =>
  blockHash(app.ctx.db, { sha256: sha256(content), note: '' }, (tx, file) => tellWithdrawn(app.ctx, tx, file))
let salt = 100
const fresh = () => {
  salt += 1
  return { path: `a${salt}.bin`, content: noise(5_000, salt) }
}
/** Sends, and returns the answer of the save. */
async function save(person: AccountPerson, file: { path: string; content: Buffer }) {
  const plan = await person.plan({ files: [file] })
  await person.upload(plan, [file])
  return person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
}

/** What arrives of a running answer after `stop`: the rest, or a broken connection. */
async function brokenOff(recipient: Recipient, url: string, stop: () => Promise<unknown>): Promise<boolean> {
  const isRunning = async () => (await recipient.sendings()).some(({ node_id }) => node_id !== null)
  const answer = await recipient.open(url)
  answer.pause()
  const closed = new Promise<void>((resolve) => answer.socket.once('close', () => resolve()))
  await until(isRunning)
  await stop()
  answer.on('error', () => {})
  // It is broken off while nobody reads: bytes in transit may still arrive.
  await until(async () => !(await isRunning()))
  answer.resume()
  await closed
  return !answer.complete
}

describe('a suspended sender', () => {
  test('has no working links: page, press, grant, file and zip', async () => {
    const owner = await pro()
    const recipient = await sendTo(app, [fresh()], owner)
    const { grant, links, zip } = await recipient.grant()
    await suspend(owner)
    const asks = [
      () => recipient.get(recipient.path),
      () => recipient.get(links[0]?.url ?? ''),
      () => recipient.get(zip.url),
      () => recipient.get(links[0]?.url ?? '', { range: 'bytes=1-' }),
    ]
    for (const ask of asks) expect((await ask()).status).toBe(404)
    const { browser, link } = recipient
    expect(codeOf(await browser.call('grantDownload', { body: { ...link, files: 'all' } }))).toBe('transfer-not-found')
    expect(codeOf(await browser.call('describeDownload', { body: { grant } }))).toBe('grant-not-found')
    await suspend(owner, false)
    for (const ask of asks.slice(1, 3)) expect((await ask()).status).toBe(200)
  })

  test('breaks a running download off, like a blocked transfer and a withdrawn file', async () => {
    const owner = await pro()
    const content = noise(40_000_000, 77)
    const recipient = await sendTo(app, [{ path: 'large.bin', content }], owner)
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    const stops = [
      [() => suspend(owner), () => suspend(owner, false)],
      [
        () => blockTransfer(app.ctx, recipient.link.slug, true),
        () => blockTransfer(app.ctx, recipient.link.slug, false),
      ],
      [() => block(content), () => liftHash(app.ctx.db, sha256(content))],
    ] as const
    await app.runJobs()
    for (const [stop, undo] of stops) {
      expect(await brokenOff(recipient, url, stop)).toBe(true)
      await undo()
    }
    expect(await recipient.take(url)).toHaveLength(content.length)
  })

  test('has no requests: the page is gone, and uploads in progress fail', async () => {
    const owner = await pro()
    const request = await askFor(owner, { suppliers: [{ email: ASHA }] })
    const link = await linkOf(owner, request, ASHA)
    const item = request.items[0]?._id ?? ''
    const plan = await stage(makePerson(app), link, { item, files: [fresh()] })
    await suspend(owner)
    expect((await makePerson(app).fetch(`/r/${request.slug}`)).status).toBe(404)
    expect(codeOf(await makePerson(app).call('openRequest', { body: link }))).toBe('request-not-found')
    expect(codeOf(await planOf(makePerson(app), link, { item, files: [fresh()] }))).toBe('request-not-found')
    expect(codeOf(await submit(makePerson(app), plan))).toBe('request-not-found')
  })

  test('has nothing forwarded by somebody they mailed', async () => {
    const [owner, friend] = [await pro(), await pro()]
    const { id } = await owner.send({ files: [fresh()], emailTo: [friend.address] })
    const { file_id: newPath } = await app.ctx.db
      .selectFrom('transfer_files')
      .select('file_id')
      .where('transfer_id', '=', id)
      .executeTakeFirstOrThrow()
    const draft = { ...friend.draft({ files: [] }), files: [], forwarded: [{ fileName: 'x.bin', newPath }] }
    expect(codeOf(await friend.call('planTransfer', { body: draft }))).toBe('done')
    await suspend(owner)
    expect(codeOf(await friend.call('planTransfer', { body: draft }))).toBe('file-not-found')
  })
})

test("makes a grant of a deleted account's link useless before any job has run", async () => {
  const owner = await pro()
  const recipient = await sendTo(app, [fresh()], owner)
  const { links } = await recipient.grant()
  await app.ctx.db
    .updateTable('accounts')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', owner.accountId)
    .execute()
  expect((await recipient.get(links[0]?.url ?? '')).status).toBe(404)
  expect((await recipient.get(recipient.path)).status).toBe(404)
  await app.ctx.db.updateTable('accounts').set({ deleted_at: null }).where('id', '=', owner.accountId).execute()
  expect(codeOf(await owner.call('deleteAccount', { body: { password: PASSWORD } }))).toBe('done')
  expect((await recipient.get(links[0]?.url ?? '')).status).toBe(404)
})

describe('a blocked transfer', () => {
  test('is closed, its sender sees so, and nobody can forward its files', async () => {
    const owner = await pro()
    const recipient = await sendTo(app, [fresh()], owner)
    const { links } = await recipient.grant()
    const listed = async () => (await owner.call('listTransfers', {})).body.allDocs[0]
    expect(await listed()).toMatchObject({ isBlocked: false })
    await blockTransfer(app.ctx, recipient.link.slug, true)
    expect(await listed()).toMatchObject({ isBlocked: true })
    expect((await recipient.get(links[0]?.url ?? '')).status).toBe(404)
    const forwarded = [{ fileName: 'innocent.bin', newPath: links[0]?.file ?? '' }]
    const draft = { ...owner.draft({ files: [] }), files: [], forwarded }
    expect(codeOf(await owner.call('planTransfer', { body: draft }))).toBe('file-blocked')
    await blockTransfer(app.ctx, recipient.link.slug, false)
    expect(codeOf(await owner.call('planTransfer', { body: draft }))).toBe('done')
  })
})

describe('a blocked content', () => {
  test('is withdrawn everywhere, and refused when it is sent, added and submitted again', async () => {
    const [owner, other] = [await pro(), await pro()]
    const file = fresh()
    const recipient = await sendTo(app, [file, fresh()], owner)
    const elsewhere = await sendTo(app, [{ ...file, path: 'b.bin' }], other)
    await app.runJobs()
    const [mine, theirs] = [await recipient.grant(), await elsewhere.grant()]
    expect(await block(file.content)).toBe(2)
    expect(await block(file.content)).toBe(0)
    expect((await recipient.get(mine.links[0]?.url ?? '')).status).toBe(410)
    expect((await recipient.get(mine.links[1]?.url ?? '')).status).toBe(200)
    expect((await elsewhere.get(theirs.links[0]?.url ?? '')).status).toBe(410)
    expect((await app.mails(owner.address)).some(({ text }) => text.includes('blocked'))).toBe(true)

    const third = await pro()
    const again = { path: 'renamed.txt', content: file.content }
    expect((await save(third, again)).body).toMatchObject({ code: 'file-blocked', facts: { path: 'renamed.txt' } })
    const { id } = await third.send({ files: [fresh()] })
    const added = await third.call('planAddedFiles', {
      params: { transfer: id },
      body: { files: third.draft({ files: [again] }).files },
    })
    await third.upload(added.body.plan, [again])
    const { upload, token } = added.body.plan
    const join = () => third.call('completeAddedFiles', { params: { transfer: id }, body: { upload, token } })
    expect(codeOf(await join())).toBe('file-blocked')
    const request = await askFor(third, { suppliers: [{ email: ASHA }] })
    const submission = { item: request.items[0]?._id ?? '', files: [again] }
    const supplier = makePerson(app)
    expect(codeOf(await submit(supplier, await stage(supplier, await linkOf(third, request, ASHA), submission)))).toBe(
      'file-blocked',
    )

    expect(await listBlocks(app.ctx.db)).toMatchObject([{ bytes: file.content.length, files: 2 }])
    expect(await liftHash(app.ctx.db, sha256(file.content))).toBe(true)
    expect((await recipient.get(mine.links[0]?.url ?? '')).status).toBe(200)
    expect(codeOf(await join())).toBe('done')
  })

  test('that was never stored here is withdrawn as soon as its file is read, and known from then on', async () => {
    const owner = await pro()
    const file = fresh()
    expect(await block(file.content)).toBe(0)
    const recipient = await sendTo(app, [file], owner)
    await app.runJobs()
    const pressed = await recipient.browser.call('grantDownload', { body: { ...recipient.link, files: 'all' } })
    expect(codeOf(pressed)).toBe('file-withdrawn')
    expect((await app.mails(owner.address)).some(({ text }) => text.includes('blocked'))).toBe(true)
    expect(codeOf(await save(await pro(), file))).toBe('file-blocked')
  })

  test('is searched among files of its size on S3, whatever CRC-32 their browsers claim', async () => {
    const owner = await pro()
    const file = fresh()
    await sendTo(app, [file], owner)
    await app.runJobs()
    expect(await block(file.content)).toBe(1)
    const { rows } = await sql<{ id: string; blob_id: string; crc32: number }>`
      select id, blob_id, crc32 from files where sha256 = ${sha256(file.content)}`.execute(app.ctx.db)
    const [stored] = rows
    if (!stored) throw new Error('There is no such file')
    const claim = (store: string, crc32: number) =>
      sql`with moved as (update blobs set store = ${store} where id = ${stored.blob_id})
        update files set crc32 = ${crc32} where id = ${stored.id}`.execute(app.ctx.db)
    const suspects = () => listSuspects(app.ctx.db, [stored.id])
    expect(await suspects()).toEqual([stored.id])
    await claim('disk', stored.crc32 ^ 1)
    expect(await suspects()).toEqual([])
    for (const store of ['s3', 'hong-kong']) {
      await claim(store, stored.crc32 ^ 1)
      expect(await suspects()).toEqual([stored.id])
    }
    await claim('disk', stored.crc32)
    expect(await liftHash(app.ctx.db, sha256(file.content))).toBe(true)
  })

  test('that is blocked while ten send it is available from none', async () => {
    const file = fresh()
    const senders = await Promise.all(Array.from({ length: 10 }, pro))
    await Promise.all([...senders.map((person) => save(person, file)), block(file.content)])
    await app.runJobs()
    const { rows } = await sql`select from files f join uploads u on u.id = f.upload_id
      where f.sha256 = ${sha256(file.content)} and f.withdrawn_at is null and u.state = 'complete'`.execute(app.ctx.db)
    expect(rows).toHaveLength(0)
  })
})
