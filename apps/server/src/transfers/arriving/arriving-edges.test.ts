/** What must not happen to a transfer that is sent while it uploads, when something else happens meanwhile. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { largeFiles, PART, sendArriving } from '#test/people/arriving-sender'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { blockHash } from '../../uploads/index.ts'
import { setBlocked } from '../manage/transfer-change-store.ts'
import { endArrival } from './end-arrival.ts'
import { watchArrivals } from './watch-arrivals.ts'

/** A minute more than an upload may rest before it counts as broken off. */
const BREAK_MS = 31 * 60_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

test('recipients hear nothing more of a blocked one', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  await setBlocked(app.ctx.db, sent.recipient.link.slug, true)
  await app.passTime(BREAK_MS)
  await watchArrivals(app.ctx)
  expect(await sent.mailed(sent.sender.address)).toContain('Your upload broke off at 25%')
  expect(await sent.mailed()).toHaveLength(1)
})

test('one that was deleted before any file came is not restored as an empty one', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  const ids = [sent.id]
  await sent.sender.call('deleteTransfer', { body: { ids } })
  await app.runJobs()
  expect((await sent.sender.call('restoreTransfers', { body: { ids } })).body).toEqual({ restored: 0 })
  expect((await sent.arrival()).code).toBe('transfer-not-found')
})

test('bytes of two versions are joined neither by tag nor by date', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  const url = await sent.linkTo(0)
  const of = async (headers: Record<string, string>) => {
    const answer = await sent.recipient.open(url, headers)
    answer.destroy()
    return answer
  }
  const before = (await of({})).headers
  const tag = { range: 'bytes=1-9', 'if-range': before.etag ?? '' }
  const date = { range: 'bytes=1-9', 'if-range': before['last-modified'] ?? '' }
  expect([(await of(tag)).statusCode, (await of(date)).statusCode]).toEqual([206, 206])
  await app.ctx.db.updateTable('blobs').set({ revoked_count: 1 }).where('upload_id', '=', sent.plan.upload).execute()
  expect([(await of(tag)).statusCode, (await of(date)).statusCode]).toEqual([200, 200])
})

/** A file whose content was stored, and is blocked since; of another length than others, which would be suspect too. */
async function blockedFile(parts: number) {
  const file = { path: 'plans.bin', content: noise(parts * PART, 70 + parts) }
  const known = await sendArriving(app, [file])
  await known.put(0, ...Array(parts).keys())
  await known.finish()
  await app.runJobs()
  const digest = createHash('sha256').update(file.content).digest()
  await blockHash(app.ctx.db, { sha256: digest, note: '' }, async () => {})
  return file
}

/** As it was before the job had read it. */
async function forgetReading(fileId: string) {
  const unread = { checked_at: null, sha256: null, withdrawn_at: null, withdrawn_because: null }
  await app.ctx.db.updateTable('files').set(unread).where('id', '=', fileId).execute()
}

test('one that lacks nothing does not break off where the job is lost that reads a file, and becomes whole', async () => {
  const sent = await sendArriving(app, [await blockedFile(5), ...largeFiles(1)])
  await sent.put(0, 0, 1, 2, 3, 4)
  await sent.put(1, 0)
  await app.runJobs()
  await forgetReading(sent.fileId(0))
  // As if the rest had come and was read, and the job that reads the other file was lost.
  await sql`update blobs set completed_at = now(), received_bytes = bytes
    where upload_id = ${sent.plan.upload}`.execute(app.ctx.db)
  await sql`update files set checked_at = now() where id = ${sent.fileId(1)}`.execute(app.ctx.db)
  await app.passTime(BREAK_MS)
  await watchArrivals(app.ctx)
  expect(await sent.arrival()).toMatchObject({ state: 'arriving', filesThere: 2 })
  await app.runJobs()
  await watchArrivals(app.ctx)
  expect(await sent.arrival()).toMatchObject({ state: 'whole' })
  expect(await sent.ledger()).not.toContainEqual(expect.stringContaining('broke_off'))
})

test('its end does not count a blocked content as there', async () => {
  const sent = await sendArriving(app, [await blockedFile(6), ...largeFiles(1)])
  await sent.put(0, 0, 1, 2, 3, 4, 5)
  await sent.put(1, 0)
  await app.runJobs()
  await app.passTime(BREAK_MS)
  await watchArrivals(app.ctx)
  await sent.put(1, 1, 2, 3)
  expect((await sent.finish()).status).toBe(200)
  await app.runJobs()
  expect(await sent.ledger()).toContain('arrived 1/2')
  const [newest] = await app.mails(sent.address)
  expect(newest?.text).toContain('1 of 2 files is there now')
})

test('a blocked content opens neither before the job has read it nor when its upload ends', async () => {
  const blocked = await blockedFile(3)
  const sent = await sendArriving(app, [blocked, { path: 'more.bin', content: noise(3 * PART, 72) }])
  await sent.put(0, 0, 1, 2)
  await app.runJobs()
  expect((await sent.press(0)).body.code).toBe('file-withdrawn')
  await forgetReading(sent.fileId(0))
  expect((await sent.press(0)).body.code).toBe('file-still-arriving')
  await endArrival(app.ctx, { uploadId: sent.plan.upload })
  expect(await sent.arrival()).toMatchObject({ state: 'arriving' })
  expect((await sent.press(0)).body.code).toBe('file-still-arriving')
})

test('one of a visitor with a page under another name ends', async () => {
  const visitor = makePerson(app)
  await visitor.prove()
  const [file] = largeFiles(1)
  file?.content.write('<html>')
  const sent = await sendArriving(app, file ? [file] : [], visitor)
  await sent.put(0, 0, 1, 2, 3)
  expect((await sent.finish()).body.code).toBe('insecure-file-type')
  await app.passTime(BREAK_MS)
  await watchArrivals(app.ctx)
  await app.runJobs()
  expect((await sent.arrival()).code).toBe('transfer-not-found')
  expect(await sent.ledger()).toEqual(expect.arrayContaining(['dropped 0/1', 'deleted']))
})

test('a file whose task was lost is completed at the next look', async () => {
  const sent = await sendArriving(app, largeFiles(2))
  await sent.put(0, 0, 1, 2, 3)
  await sent.put(1, 0)
  await app.runJobs()
  const ofUpload = app.ctx.db.updateTable('blobs').where('upload_id', '=', sent.plan.upload)
  await ofUpload.set({ completed_at: null }).execute()
  expect(await sent.arrival()).toMatchObject({ filesThere: 0 })
  await watchArrivals(app.ctx)
  expect(await sent.arrival()).toMatchObject({ state: 'arriving', filesThere: 1 })
})

test('its followers hear all of it, however many, and nothing more once it is locked', async () => {
  const [sent, locked] = [await sendArriving(app, largeFiles(2)), await sendArriving(app, largeFiles(1))]
  const follow = async ({ recipient }: typeof sent) => {
    const query = new URLSearchParams(recipient.link)
    return fetch(`${app.origin}/arrival?${query}`, { headers: recipient.browser.headers() })
  }
  const answers = await Promise.all([follow(sent), follow(sent), follow(sent)])
  const ending = await follow(locked)
  await sent.put(0, 0, 1, 2, 3)
  await sent.put(1, 0, 1, 2, 3)
  await sent.finish()
  for (const text of await Promise.all(answers.map((answer) => answer.text()))) {
    const told = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(told[0].files.map(({ id }: { id: string }) => id)).toEqual([sent.fileId(0), sent.fileId(1)])
    expect(told.at(-1)).toMatchObject({ state: 'whole', filesThere: 2 })
  }
  const change = { locked_at: sql<Date>`now()`, password_hash: 'of a password' }
  await app.ctx.db.updateTable('transfers').set(change).where('id', '=', locked.id).execute()
  await locked.put(0, 0)
  expect(await ending.text()).toContain('event: over')
})

test('it is left out of archives, has no preview, and keeps no other transfer from being downloaded', async () => {
  const files = [{ path: 'talk.webm', content: noise(5 * PART, 81) }]
  const sent = await sendArriving(app, files)
  await sent.put(0, 0)
  const fetched = await sent.sender.call('fetchTransferFiles', { body: { transfers: [sent.id] } })
  expect(fetched.body).toMatchObject({ links: [], leftOut: [{ fileName: null, because: 'arriving' }] })
  const pressed = { ...sent.recipient.link, file: sent.fileId(0) }
  const preview = await sent.recipient.browser.call('previewFile', { body: pressed })
  expect(preview.body.code).toBe('file-still-arriving')
})

test('its sender does not hear that it was sent once it was withdrawn', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0)
  await sent.cancel()
  await app.runJobs()
  expect((await sent.finish()).body.code).toBe('upload-closed')
})

test('a file whose last part was acknowledged stays, however soon its sender cancels', async () => {
  const sent = await sendArriving(app, largeFiles(2))
  await sent.put(1, 0)
  await sent.put(0, 0, 1, 2, 3)
  expect((await sent.cancel()).status).toBe(204)
  expect((await sent.cancel()).status).toBe(204)
  await app.runJobs()
  expect((await sent.cancel()).status).toBe(204)
  expect(await sent.ledger()).toContain('dropped 1/2')
  expect((await sent.press(0)).status).toBe(200)
})

test('one that lacks nothing is whole when its sender cancels', async () => {
  const sent = await sendArriving(app, largeFiles(1))
  await sent.put(0, 0, 1, 2, 3)
  await sent.cancel()
  await app.runJobs()
  expect((await sent.ledger()).filter((entry) => /^(arrived|dropped)/.test(entry))).toEqual(['arrived 1/1'])
  expect(await sent.mailed()).toHaveLength(1)
})
