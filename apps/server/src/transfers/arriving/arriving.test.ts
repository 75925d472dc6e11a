import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makeAccount } from '#test/people/account-person'
import { largeFiles, PART, sendArriving } from '#test/people/arriving-sender'
import { makePerson } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import { checkUploads } from '../../uploads/index.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { watchArrivals } from './watch-arrivals.ts'

/** A minute more than an upload may rest before it counts as broken off. */
const BREAK_MS = 31 * 60_000

let app: TestApp
/** Another process, whose downloads wait for a second only. */
let twin: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  twin = await makeTwin(app, { env: { ARRIVAL_WAIT_SECONDS: '1' } })
})
afterAll(async () => {
  await twin?.close()
  await app?.close()
})

/** Collects an answer as it comes. */
function collect(answer: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  const end = new Promise<'whole' | 'cut'>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
    })
    answer.once('end', () => resolve(answer.complete ? 'whole' : 'cut'))
    answer.once('error', () => resolve('cut'))
  })
  return { end, bytes: () => bytes, content: () => Buffer.concat(chunks) }
}

const soundness = async () => [...(await checkUploads(app.ctx)), ...(await checkTransfers(app.ctx))]

describe('a transfer that is sent while it uploads', () => {
  test('is mailed at once, read as it comes, and becomes whole', async () => {
    const files = largeFiles(2)
    const sent = await sendArriving(app, files)
    const [mail] = await app.mails(sent.address)
    expect(mail?.text).toMatch(/files\s+are\s+still\s+being\s+uploaded/)
    const totalBytes = 8 * PART
    expect(await sent.arrival()).toMatchObject({
      state: 'arriving',
      filesThere: 0,
      fileCount: 2,
      arrivedBytes: 0,
      totalBytes,
    })
    await sent.put(0, 2, 0)
    const { files: shown } = await sent.arrival()
    const arrival = { state: 'arriving', bytes: PART, isReadable: true }
    expect(shown).toContainEqual({ id: sent.fileId(0), arrival })
    const url = await sent.linkTo(0)
    const answer = await sent.recipient.open(url)
    expect(answer.headers['content-length']).toBe(String(4 * PART))
    const read = collect(answer)
    await until(() => read.bytes() === PART)
    const later = collect(await sent.recipient.open(url, { range: `bytes=${2 * PART}-${2 * PART + 9}` }))
    expect(await later.end).toBe('whole')
    expect(later.content()).toEqual(files[0]?.content.subarray(2 * PART, 2 * PART + 10))
    await sent.put(0, 1)
    await until(() => read.bytes() === 3 * PART)
    await sent.put(0, 3)
    expect(await read.end).toBe('whole')
    expect(sha256(read.content())).toBe(sha256(files[0]?.content ?? Buffer.alloc(0)))
    const pressed = await sent.recipient.browser.call('grantDownload', { body: sent.recipient.link })
    const zip = await sent.recipient.browser.call('planZip', { body: { grant: pressed.body.grant, files: 'all' } })
    expect(zip.body.code).toBe('files-still-arriving')
    expect(await sent.arrival()).toMatchObject({ filesThere: 1, arrivedBytes: 4 * PART })
    await sent.put(1, 3, 2, 1, 0)
    const saved = await sent.finish()
    expect(saved.body.data.ops[0].arrival).toBeUndefined()
    expect(await sent.arrival()).toMatchObject({ state: 'whole', files: [], filesThere: 2 })
    await app.runJobs()
    await sent.recipient.untilFinished(1)
    expect(await sent.ledger()).toEqual(expect.arrayContaining(['sent while-uploading', 'arrived 2/2']))
    expect(await sent.mailed()).toHaveLength(1)
    expect((await sent.recipient.grant()).links).toHaveLength(2)
    expect(await soundness()).toEqual([])
  })

  test('is read from another process than its parts go to, which cuts a download without bytes', async () => {
    const files = largeFiles(1)
    const sent = await sendArriving(app, files)
    await sent.put(0, 0)
    const path = await sent.linkTo(0)
    const elsewhere = (headers: Record<string, string> = {}) =>
      fetch(`${twin.origin}${path}`, { headers: sent.recipient.browser.headers(headers) })
    const answer = await elsewhere()
    expect(answer.headers.get('content-length')).toBe(String(4 * PART))
    await expect(answer.arrayBuffer()).rejects.toThrow()
    const beyond = await elsewhere({ range: `bytes=${PART}-` })
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([409, '15'])
    const first = await elsewhere({ range: `bytes=0-${PART - 1}` })
    expect(Buffer.from(await first.arrayBuffer())).toEqual(files[0]?.content.subarray(0, PART))
    await sent.put(0, 1, 2, 3)
    await app.runJobs()
    const rest = await elsewhere({ range: `bytes=${PART}-`, 'if-range': answer.headers.get('etag') ?? '' })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(files[0]?.content.subarray(PART))
    // The last part alone made it whole: its sender may be gone by then.
    expect(await sent.arrival()).toMatchObject({ state: 'whole' })
  })

  test('streams to its readers how far it is, until it is whole', async () => {
    const sent = await sendArriving(app, largeFiles(1))
    const query = new URLSearchParams(sent.recipient.link)
    const answer = await fetch(`${twin.origin}/arrival?${query}`, { headers: sent.recipient.browser.headers() })
    const text = answer.text()
    await sent.put(0, 0, 1, 2, 3)
    const told = [...(await text).matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(told[0].files).toMatchObject([{ id: sent.fileId(0) }])
    expect(told.at(-1)).toMatchObject({ state: 'whole', filesThere: 1, arrivedBytes: 4 * PART })
  })

  test('breaks off, says so once, goes on and becomes whole', async () => {
    const sent = await sendArriving(app, largeFiles(2))
    await sent.put(0, 0, 1, 2, 3)
    await sent.put(1, 0)
    await app.runJobs()
    await app.passTime(BREAK_MS)
    await Promise.all([watchArrivals(app.ctx), watchArrivals(twin.ctx)])
    expect(await sent.arrival()).toMatchObject({ state: 'broken', filesThere: 1, brokeOffAt: expect.any(String) })
    expect((await sent.press(1)).body.code).toBe('file-missing')
    expect((await sent.press(0)).status).toBe(200)
    expect((await sent.mailed())[1]).toContain('Not all files from')
    expect(await sent.mailed(sent.sender.address)).toContain('Your upload broke off at 62%')
    await watchArrivals(app.ctx)
    expect(await sent.mailed()).toHaveLength(2)
    const resumed = await sent.sender.call('resumeTransfer', { body: { upload: sent.plan.upload } })
    expect(resumed.body.arriving).toMatchObject({ _id: sent.id })
    await sent.put(1, 1)
    await watchArrivals(app.ctx)
    expect(await sent.arrival()).toMatchObject({ state: 'arriving', brokeOffAt: null })
    await sent.put(1, 2, 3)
    expect((await sent.finish()).status).toBe(200)
    expect((await sent.mailed()).slice(2)).toEqual([expect.stringContaining('is complete')])
    expect((await sent.ledger()).filter((entry) => /^(broke_off|arrived)/.test(entry))).toEqual([
      'broke_off 1/2',
      'arrived 2/2',
    ])
  })

  test('keeps what is there when its sender cancels', async () => {
    const sent = await sendArriving(app, largeFiles(2))
    await sent.put(0, 0, 1, 2, 3)
    await sent.put(1, 0)
    await app.runJobs()
    expect((await sent.cancel()).status).toBe(204)
    await app.runJobs()
    expect((await sent.tryPut(1, 1)).body.code).toBe('upload-closed')
    const listed = await sent.sender.fetch(`/getQs?slug=${sent.recipient.link.slug}`)
    const { allDocs } = await listed.json()
    expect(allDocs[0]).toMatchObject({ fileNumber: 1, bytes: 4 * PART, files: [{ _id: sent.fileId(0) }] })
    expect((await sent.recipient.grant()).links).toHaveLength(1)
    expect((await sent.mailed())[1]).toContain('did not arrive')
    expect(await sent.ledger()).toContain('dropped 1/2')
    expect(await soundness()).toEqual([])
  })

  test('is deleted when nothing is there at the end', async () => {
    const sent = await sendArriving(app, largeFiles(1))
    await sent.put(0, 1)
    await sent.cancel()
    await app.runJobs()
    expect((await sent.arrival()).code).toBe('transfer-not-found')
    expect(await sent.ledger()).toEqual(expect.arrayContaining(['dropped 0/1', 'deleted']))
    expect(await soundness()).toEqual([])
  })

  test('ends its upload and its readers when it is deleted', async () => {
    const sent = await sendArriving(app, largeFiles(2))
    await sent.put(0, 0)
    const read = collect(await sent.recipient.open(await sent.linkTo(0)))
    await until(() => read.bytes() === PART)
    const deleted = await sent.sender.call('deleteTransfer', { body: { ids: [sent.id] } })
    expect(deleted.body.deleted).toBe(1)
    expect(await read.end).toBe('cut')
    expect((await sent.tryPut(0, 1)).body.code).toBe('upload-closed')
    await app.runJobs()
    expect(await soundness()).toEqual([])
    expect(await sent.mailed()).toHaveLength(1)
  })

  test('is saved and finished once when several calls do so at the same time', async () => {
    const sender = await makeAccount(app, { role: 'business' })
    const files = largeFiles(1)
    const plan = await sender.plan({ files, emailTo: ['asha@rao-forge.example'] })
    const { upload, token } = plan
    const save = (site: TestApp, whileUploading: boolean) =>
      site.call('completeTransfer', { body: { upload, token, whileUploading }, headers: sender.headers() })
    const saved = await Promise.all([save(app, true), save(twin, true), save(app, true)])
    expect(new Set(saved.map(({ body }) => body.data.ops[0]._id)).size).toBe(1)
    expect((await save(app, false)).body.code).toBe('upload-incomplete')
    const [blob] = plan.blobs
    for (let offset = 0; offset < 4 * PART; offset += PART) {
      const part = files[0]?.content.subarray(offset, offset + PART) ?? Buffer.alloc(0)
      await sender.putPart(plan, blob?.path ?? '', offset, part)
    }
    const whole = await Promise.all([save(app, false), save(twin, false), save(app, true)])
    expect(whole.map(({ status }) => status)).toEqual([200, 200, 200])
    await app.runJobs()
    expect(await soundness()).toEqual([])
  })

  test('serves the bytes of the part that is kept, where two race', async () => {
    const files = largeFiles(1)
    const sent = await sendArriving(app, files)
    await sent.put(0, 0)
    const read = collect(await sent.recipient.open(await sent.linkTo(0)))
    await Promise.all([sent.put(0, 1), sent.put(0, 1), sent.put(0, 2), sent.put(0, 2)])
    await Promise.all([sent.put(0, 3), sent.put(0, 3)])
    expect(await read.end).toBe('whole')
    expect(sha256(read.content())).toBe(sha256(files[0]?.content ?? Buffer.alloc(0)))
  })

  test('from a visitor can be downloaded once all of it is there', async () => {
    const visitor = makePerson(app)
    await visitor.prove()
    const sent = await sendArriving(app, largeFiles(2), visitor)
    await sent.put(0, 0, 1, 2, 3)
    await app.runJobs()
    expect((await sent.arrival()).files).toContainEqual({
      id: sent.fileId(0),
      arrival: { state: 'arriving', bytes: 4 * PART, isReadable: false },
    })
    expect((await sent.press(0)).body.code).toBe('file-still-arriving')
    const all = await sent.recipient.browser.call('grantDownload', { body: sent.recipient.link })
    expect(all.body.code).toBe('files-still-arriving')
    await sent.put(1, 0, 1, 2, 3)
    expect((await sent.finish()).status).toBe(200)
    expect((await sent.recipient.grant()).links).toHaveLength(2)
  })

  test('cannot be scheduled or uploaded by storage credentials', async () => {
    const sender = await makeAccount(app, { role: 'business' })
    const save = async (more: object) => {
      const [file] = largeFiles(1)
      const draft = { ...sender.draft({ files: file ? [file] : [] }), ...more }
      const { plan } = (await sender.call('planTransfer', { body: draft })).body
      const body = { upload: plan.upload, token: plan.token, whileUploading: true }
      return (await sender.call('completeTransfer', { body })).body
    }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    const sendLater = { localTime: tomorrow, timeZone: 'UTC' }
    expect(await save({ transport: 'sts' })).toMatchObject({
      code: 'not-while-uploading',
      facts: { because: 'transport' },
    })
    expect(await save({ sendLater })).toMatchObject({ code: 'not-while-uploading', facts: { because: 'scheduled' } })
  })

  test('lets nobody add or remove files before it is whole', async () => {
    const sent = await sendArriving(app, largeFiles(2))
    const params = { transfer: sent.id }
    const { files } = sent.sender.draft({ files: [{ path: 'more.bin', content: noise(100) }] })
    const added = await sent.sender.call('planAddedFiles', { params, body: { files } })
    const removed = await sent.sender.call('removeTransferFile', { params: { ...params, file: sent.fileId(0) } })
    expect([added.body.code, removed.body.code]).toEqual(['files-still-arriving', 'files-still-arriving'])
  })
})
