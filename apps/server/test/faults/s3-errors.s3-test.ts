/**
 * Whole journeys while the S3 store, or the connection to it, fails. They succeed or end with a clear problem, never
 * half done.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { fsck } from '#test/database/fsck'
import { planByEngine, startEngine } from '#test/people/engine'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { Recipient, sha256 } from '#test/people/recipient'
import { bytesOf } from '#test/storage/blobs'
import { makeTestBucket, s3Env, type TestBucket } from '#test/storage/s3-bucket'
import { type Fault, type FaultPlan, type FaultProxy, startFaultProxy } from '#test/storage/s3-fault-proxy'
import { hurried } from '../../../../packages/uploader/test/sources.ts'
import { addJob } from '../../src/platform/jobs/add-job.ts'

const MIB = 2 ** 20
const DAY_MS = 86_400_000
let bucket: TestBucket
let proxy: FaultProxy
let app: TestApp

beforeAll(async () => {
  bucket = await makeTestBucket()
  proxy = await startFaultProxy(bucket.settings.endpoint)
  app = await makeTestApp({ env: { ...s3Env(bucket), S3_ENDPOINT: proxy.endpoint } })
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await bucket.close()
})
beforeEach(() => proxy.use(() => null))

type Asked = Parameters<FaultPlan>[0]
const isPart = ({ method }: Asked) => method === 'PUT'
const isComplete = ({ method, query }: Asked) => method === 'POST' && query.has('uploadId')
const isRead = ({ method, query }: Asked) => method === 'GET' && query.size <= 1 && !query.has('list-type')
const isRemoval = ({ method }: Asked) => method === 'DELETE'
const everyThird =
  (fault: Fault): FaultPlan =>
  ({ nth }) =>
    nth % 3 === 1 ? fault : null
const always =
  (match: (asked: Asked) => boolean, fault: Fault): FaultPlan =>
  (asked) =>
    match(asked) ? fault : null
const firstOf = (times: number, match: (asked: Asked) => boolean, fault: Fault): FaultPlan => {
  let left = times
  return (asked) => (match(asked) && left-- > 0 ? fault : null)
}
const away: Fault = { kind: 'status', status: 503, code: 'ServiceUnavailable' }

let seed = 1
const mixed = (): SentFile[] => [
  { path: 'large.bin', content: bytesOf(18 * MIB + 5, ++seed) },
  { path: 'a.txt', content: bytesOf(999, ++seed) },
  { path: 'b.txt', content: bytesOf(99_999, ++seed) },
]

interface Sent {
  person: Person
  address: string
  files: SentFile[]
  upload: string
  token: string
}

/** Every part is in the store, nothing is saved. */
async function uploaded(environment = hurried()): Promise<Sent> {
  const person = makePerson(app)
  await person.prove()
  const [files, address] = [mixed(), `to-${person.address}`]
  const plan = await planByEngine(person, { files, emailTo: [address] })
  const engine = startEngine(person, plan, files, environment)
  await engine.finished
  return { person, address, files, upload: plan.upload, token: engine.token() }
}

const save = ({ person, upload, token }: Sent) => person.call('completeTransfer', { body: { upload, token } })

async function expectArrived(sent: Sent, saved: Awaited<ReturnType<typeof save>>): Promise<Recipient> {
  expect(saved.body).toMatchObject({ data: { ops: [{}] } })
  const { slug, _id: id } = saved.body.data.ops[0]
  const mails = await app.mails(sent.address)
  expect(mails).toHaveLength(1)
  const path = new RegExp(`/d/${slug}/[\\w-]{22}`).exec(mails[0]?.text ?? '')?.[0] ?? ''
  const recipient = new Recipient(app, sent.person, { id, upload: sent.upload, path })
  const { links } = await recipient.grant()
  for (const [i, { url }] of links.entries()) {
    expect(sha256(await (await recipient.get(url)).bytes())).toBe(sha256(sent.files[i]?.content as Buffer))
  }
  await recipient.untilFinished(links.length)
  return recipient
}

const transfersOf = ({ upload }: Pick<Sent, 'upload'>) =>
  app.ctx.db.selectFrom('transfers').select('id').where('upload_id', '=', upload).execute()

const passing: Array<[string, Fault]> = [
  ['answers 503', away],
  ['loses its reply', { kind: 'lose-reply' }],
]
test.each(passing)('succeeds while every third request %s', async (_, fault) => {
  proxy.use(everyThird(fault))
  const sent = await uploaded()
  const saved = await save(sent)
  await expectArrived(sent, saved)
  proxy.use(() => null)
  expect(await fsck(app.env)).toEqual([])
})

test('gives up parts that are never answered, and sends them again', async () => {
  proxy.use(firstOf(3, isPart, { kind: 'hang' }))
  const sent = await uploaded()
  expect(proxy.seen()).toBeGreaterThan(6)
  await expectArrived(sent, await save(sent))
})

const refusals: Array<[string, Fault]> = [
  ['an expired token', { kind: 'status', status: 400, code: 'ExpiredToken' }],
  ['a key that is gone', { kind: 'status', status: 403, code: 'InvalidAccessKeyId' }],
  ['a signature that is over', { kind: 'status', status: 403, code: 'AccessDenied' }],
]
test.each(refusals)('signs parts again that were refused for %s, and continues the upload', async (_, fault) => {
  proxy.use(firstOf(4, isPart, fault))
  const sent = await uploaded()
  await expectArrived(sent, await save(sent))
})

const settled: Array<[string, FaultPlan]> = [
  ['loses every reply', always(isComplete, { kind: 'lose-reply' })],
  ['says 200 and an error, once', firstOf(1, isComplete, { kind: 'error-in-200', code: 'InternalError' })],
]
test.each(settled)("saves a transfer once when the store's completion %s but has happened", async (_, plan) => {
  const sent = await uploaded()
  proxy.use(plan)
  const saved = await save(sent)
  proxy.use(() => null)
  await expectArrived(sent, saved)
  expect((await save(sent)).body).toEqual(saved.body)
  expect(await transfersOf(sent)).toHaveLength(1)
})

const lasting: Array<[string, Fault]> = [
  ['503', away],
  ['200 with an error', { kind: 'error-in-200', code: 'InternalError' }],
]
test.each(lasting)(
  'reports a completion that keeps failing (%s) as a clear problem, saves nothing, and works later',
  async (_, fault) => {
    const sent = await uploaded()
    proxy.use(always(isComplete, fault))
    const refused = await save(sent)
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('store-unavailable')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await transfersOf(sent)).toEqual([])
    expect(await app.mails(sent.address)).toEqual([])
    proxy.use(() => null)
    await expectArrived(sent, await save(sent))
  },
)

test('plans nothing while a store is unavailable, and leaves no row and no reservation behind', async () => {
  const person = makePerson(app)
  await person.prove()
  proxy.use(always(() => true, away))
  const refused = await person.call('planTransfer', { body: person.draft({ files: mixed() }) })
  expect([refused.status, refused.body.code]).toEqual([503, 'store-unavailable'])
  proxy.use(() => null)
  const rows = await app.ctx.db.selectFrom('uploads').where('owner_address', '=', person.address).selectAll().execute()
  expect(rows).toEqual([])
  expect(await fsck(app.env)).toEqual([])
})

test('refuses a download that the store fails with a problem or visibly cuts it, and continues by Range', async () => {
  const sent = await uploaded()
  const recipient = await expectArrived(sent, await save(sent))
  const { links } = await recipient.grant()
  const [{ url = '' } = {}] = links
  const whole = sent.files[0]?.content as Buffer
  proxy.use(always(isRead, away))
  const refused = await recipient.get(url)
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'store-unavailable'])
  expect(refused.headers.get('content-disposition')).toBeNull()

  let reads = 0
  proxy.use((asked) => (isRead(asked) && ++reads > 3 ? away : null))
  const cut = await recipient.open(url)
  expect(cut.headers['content-length']).toBe(String(whole.length))
  const received: Buffer[] = []
  const failure = await Array.fromAsync(cut, (chunk) => received.push(chunk)).then(
    () => 'ended',
    ({ code }) => code,
  )
  expect(failure).toBe('ECONNRESET')
  const begun = Buffer.concat(received)
  expect(begun.length).toBeLessThan(whole.length)

  proxy.use(() => null)
  const rest = await recipient.get(url, { range: `bytes=${begun.length}-` })
  expect(Buffer.concat([begun, await rest.bytes()]).equals(whole)).toBe(true)
})

test('delays checks and removals while a store is unavailable, and withdraws no file because of it', async () => {
  const sent = await uploaded()
  // The save reads the beginning of each file.
  let looks = sent.files.length
  proxy.use((asked) => (isRead(asked) && looks-- <= 0 ? away : null))
  const saved = await save(sent)
  expect(saved.status).toBe(200)
  await app.runJobs()
  const files = () => app.ctx.db.selectFrom('files').selectAll().where('upload_id', '=', sent.upload).execute()
  expect((await files()).map(({ checked_at, withdrawn_at }) => [checked_at, withdrawn_at])).toContainEqual([null, null])
  proxy.use(() => null)
  await app.passTime(60_000)
  await expectArrived(sent, saved)
  await until(async () => (await files()).every(({ checked_at }) => checked_at !== null))
  expect((await files()).every(({ sha256: sum, withdrawn_at }) => sum !== null && withdrawn_at === null)).toBe(true)

  await app.passTime(15 * DAY_MS)
  proxy.use(always(isRemoval, away))
  await app.ctx.db.transaction().execute((tx) => addJob(tx, 'remove-expired', {}))
  await app.runJobs()
  expect((await wholeObjects()).length).toBeGreaterThan(0)
  proxy.use(() => null)
  await app.passTime(60_000)
  await until(async () => (await wholeObjects()).length === 0)
  expect(await fsck(app.env)).toEqual([])
})

/** Without unfinished uploads: one whose creation lost its reply is empty, unknown to us, and removed by the bucket. */
async function wholeObjects(): Promise<string[]> {
  const listed = await Array.fromAsync(app.ctx.stores.current.list())
  return listed.filter(({ multipartId }) => multipartId === '').map(({ key }) => key)
}
