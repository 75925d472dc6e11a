/** The main journey with every byte in a real S3 store. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { fsck } from '#test/database/fsck'
import { planByEngine, startEngine, tellingParts } from '#test/people/engine'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { Recipient, sha256 } from '#test/people/recipient'
import { bytesOf } from '#test/storage/blobs'
import { hashesInZip } from '#test/storage/extract-zip'
import { makeTestBucket, s3Env, type TestBucket } from '#test/storage/s3-bucket'
import { addJob } from '../../src/platform/jobs/add-job.ts'

const MIB = 2 ** 20
const DAY_MS = 86_400_000
let bucket: TestBucket
let app: TestApp

beforeAll(async () => {
  bucket = await makeTestBucket()
  app = await makeTestApp({ env: s3Env(bucket) })
})
afterAll(async () => {
  await app.close()
  await bucket.close()
})

const mixed = (seed: number): SentFile[] => [
  { path: 'plans/报价 “Q3” №7.pdf', content: bytesOf(19 * MIB + 5, seed) },
  { path: 'plans/empty.txt', content: Buffer.alloc(0) },
  ...Array.from({ length: 20 }, (_, i) => ({ path: `small/${i}.txt`, content: bytesOf(1 + i * 997, seed + i) })),
  { path: 'single.bin', content: bytesOf(3 * MIB, seed + 50) },
]

async function save(person: Person, upload: string, token: string, address: string): Promise<Recipient> {
  const saved = await person.call('completeTransfer', { body: { upload, token } })
  expect(saved.status).toBe(200)
  const { slug, _id: id } = saved.body.data.ops[0]
  const [mail] = await app.mails(address)
  const path = new RegExp(`/d/${slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0] ?? ''
  return new Recipient(app, person, { id, upload, path })
}

async function expectArrived(recipient: Recipient, files: SentFile[]): Promise<void> {
  const { links, zip } = await recipient.grant()
  expect(links).toHaveLength(files.length)
  for (const [i, { url, bytes }] of links.entries()) {
    const content = files[i]?.content ?? Buffer.alloc(0)
    expect(bytes).toBe(content.length)
    const [whole, tail] = [await recipient.get(url), await recipient.get(url, { range: 'bytes=-7' })]
    expect(sha256(await whole.bytes())).toBe(sha256(content))
    expect(Buffer.from(await tail.bytes()).equals(content.subarray(-7))).toBe(content.length > 0)
  }
  const [{ url = '' } = {}] = links
  const middle = await recipient.get(url, { range: `bytes=${7 * MIB}-${9 * MIB}` })
  expect(middle.status).toBe(206)
  expect(Buffer.from(await middle.bytes()).equals(files[0]?.content.subarray(7 * MIB, 9 * MIB + 1) as Buffer)).toBe(
    true,
  )
  const broken = await recipient.readAndBreak(zip.url, 5 * MIB)
  const rest = await recipient.get(zip.url, { range: `bytes=${broken.length}-`, 'if-range': zip.etag })
  expect(rest.status).toBe(206)
  const whole = Buffer.concat([broken, await rest.bytes()])
  expect(await hashesInZip(whole)).toEqual(
    Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)])),
  )
}

test('sends with the engine, notifies, downloads by file, range and resumed zip, checks, and removes in time', async () => {
  const person = makePerson(app)
  await person.prove()
  const files = mixed(1)
  const plan = await planByEngine(person, { files, emailTo: ['asha@rao-forge.example'] })
  expect(plan.transport).toBe('presigned')
  const upload = startEngine(person, plan, files)
  await upload.finished
  const recipient = await save(person, plan.upload, upload.token(), 'asha@rao-forge.example')
  await expectArrived(recipient, files)
  await recipient.untilFinished(files.length)
  expect((await app.mails(person.address)).filter(({ subject }) => !/code/i.test(subject))).toHaveLength(1)

  const rows = await app.ctx.db.selectFrom('files').selectAll().where('upload_id', '=', plan.upload).execute()
  expect(rows.every(({ checked_at, withdrawn_at }) => checked_at !== null && withdrawn_at === null)).toBe(true)
  const hashes = new Map(files.map(({ path, content }) => [path, sha256(content)]))
  for (const row of rows) expect(row.sha256?.toString('hex')).toBe(hashes.get(row.path))
  expect(await fsck(app.env)).toEqual([])

  await app.passTime(15 * DAY_MS)
  await app.ctx.db.transaction().execute((tx) => addJob(tx, 'remove-expired', {}))
  await app.runJobs()
  expect(await keysLeft()).toEqual([])
  expect(await fsck(app.env)).toEqual([])
})

test('continues an upload that was interrupted on one device on another of the same sender', async () => {
  const [laptop, phone] = [makePerson(app, 'mei@example.com'), makePerson(app, 'mei@example.com')]
  await laptop.prove()
  const files = mixed(7)
  const plan = await planByEngine(laptop, { files, emailTo: ['li@rao-forge.example'] })
  const first = startEngine(
    laptop,
    plan,
    files,
    tellingParts((taken) => taken === 2 && first.cancel(), 2),
  )
  expect(await first.finished.catch((error: Error) => error.name)).toBe('UploadCancelled')

  await app.passTime(60_000)
  await phone.prove()
  const again = await planByEngine(phone, { files, emailTo: ['li@rao-forge.example'] })
  expect(again.upload).toBe(plan.upload)
  const held = again.blobs.flatMap(({ have }) => have).reduce((sum, [, bytes]) => sum + bytes, 0)
  const total = files.reduce((sum, { content }) => sum + content.length, 0)
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThan(total)
  let sentAgain = 0
  const second = startEngine(
    phone,
    again,
    files,
    tellingParts((taken) => {
      sentAgain = taken
    }),
  )
  expect(second.state().bytesAcknowledged).toBe(held)
  await second.finished
  const planned = again.blobs.reduce((sum, { bytes, partBytes }) => sum + Math.ceil(bytes / partBytes), 0)
  expect(sentAgain).toBeLessThan(planned)
  await expectArrived(await save(phone, again.upload, second.token(), 'li@rao-forge.example'), files)
  expect(await fsck(app.env)).toEqual([])
})

async function keysLeft(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.ctx.stores.current.list()) keys.push(key)
  return keys
}
