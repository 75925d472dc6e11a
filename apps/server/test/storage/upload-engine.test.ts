/** The upload engine against the real server, through a line that cuts, stalls, delays and refuses. */
import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { fingerprintFiles, startUpload, type Upload, type UploadApi } from '@waybill/uploader'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Fate, RoughProxy } from '../../../../packages/uploader/test/rough-proxy.ts'
import { file, hurried, record, type TestFile, until } from '../../../../packages/uploader/test/sources.ts'
import { freePort } from '../app/free-port.ts'
import { type Answer, makeTestApp, type TestApp } from '../app/test-app.ts'
import { makePerson, type Person } from '../people/people.ts'

const MIB = 1024 * 1024

let app: TestApp
let proxy: RoughProxy

beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  app = await makeTestApp({ env: { UPLOAD_PORTS: ports.join(',') } })
  proxy = await RoughProxy.before(app.config.port)
})

afterEach(() => {
  proxy.fate = () => ({})
})

afterAll(async () => {
  await proxy.down()
  await app.close()
})

const someFiles = () => [
  file('large.bin', 12 * MIB + 5),
  file('folder/empty', 0),
  ...Array.from({ length: 12 }, (_, i) => file(`folder/small/${i}`, 1 + i * 3_323)),
  file('folder/报价 “Q3” №7.pdf', 900_000),
]

interface Sending {
  person: Person
  plan: UploadPlan
  api: UploadApi
  start(plan?: UploadPlan, times?: number): Upload
  /** Saves the transfer and downloads every file as its recipient. */
  arrived(): Promise<Map<string, string>>
}

async function sending(files: TestFile[], person = makePerson(app)): Promise<Sending> {
  await person.prove()
  const { plan } = await planned(person, files)
  let token = plan.token
  const bearer = () => ({ authorization: `Bearer ${token}` })
  const params = { upload: plan.upload }
  const api: UploadApi = {
    readUpload: async () => throughProxy(await bodyOf(person.call('readUpload', { params, headers: bearer() }))),
    signParts: async (body) => bodyOf(person.call('signParts', { params, body, headers: bearer() })),
    renew: async () => {
      const { plan } = await bodyOf(person.call('resumeTransfer', { body: { upload: params.upload } }))
      token = plan.token
      return throughProxy(plan)
    },
  }
  // The proxy's own address is not a Host of the server.
  const headers = { Host: `localhost:${app.config.port}`, Origin: app.origin }
  const start = (now = plan, times = 20) =>
    startUpload({ plan: now, files, api, environment: hurried(times, {}, headers) })
  return { person, plan, api, start, arrived: () => fetchAll(person, { ...plan, token }) }
}

async function planned(person: Person, files: TestFile[]): Promise<{ plan: UploadPlan; resumed: boolean }> {
  const answer = await bodyOf(person.call('planTransfer', { body: await draftOf(person, files) }))
  return { ...answer, plan: throughProxy(answer.plan) }
}

async function draftOf(person: Person, files: TestFile[]) {
  const emailTo = [{ email: `to-${person.address}` }]
  const draft = { senderEmail: person.address, emailTo, message: '', expirySeconds: 604_800 }
  return { ...draft, files: await fingerprintFiles(files) }
}

function throughProxy(plan: UploadPlan): UploadPlan {
  return { ...plan, origins: [proxy.origin] }
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
async function bodyOf(asked: Promise<Answer>): Promise<any> {
  const { status, body } = await asked
  if (status >= 300) throw new Problem(body.code, body.facts)
  return body
}

async function fetchAll(person: Person, { upload, token }: UploadPlan): Promise<Map<string, string>> {
  const saved = await bodyOf(person.call('completeTransfer', { body: { upload, token } }))
  const { slug } = saved.data.ops[0]
  const [mail] = await app.mails(`to-${person.address}`)
  const [, user] = new RegExp(`/d/${slug}/([\\w-]{22})`).exec(mail?.text ?? '') ?? []
  const recipient = makePerson(app)
  const { grant } = await bodyOf(recipient.call('grantDownload', { body: { slug, user, files: 'all' } }))
  const { transfer, links } = await bodyOf(recipient.call('describeDownload', { body: { grant } }))
  const paths = new Map<string, string>(transfer.files.map(({ id, path }: { id: string; path: string }) => [id, path]))
  const sums = new Map<string, string>()
  for (const { file, url } of links as Array<{ file: string; url: string }>) {
    const content = Buffer.from(await (await recipient.fetch(url)).arrayBuffer())
    sums.set(paths.get(file) ?? '', sha256(content))
  }
  return sums
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const sumsOf = (files: TestFile[]) => new Map(files.map(({ path, content }) => [path, sha256(content)]))

const fates: Array<[string, (nth: number) => Fate]> = [
  ['a good line', () => ({})],
  ['a line that cuts', (nth) => (nth % 3 === 2 ? {} : { cutAfter: 50_000 + ((nth * 61_357) % 1_500_000) })],
  ['a line that stalls', (nth) => (nth % 4 === 1 ? { stallAfter: 100_000 } : {})],
  ['a line that delays', () => ({ delayMs: 2 })],
  ['a line that refuses', (nth) => ({ refuse: nth % 2 === 0 })],
  ['a proxy that fails', (nth) => (nth % 2 ? {} : { answer: 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n' })],
]

test.each(fates)('delivers every file unchanged over %s', async (_name, fate) => {
  const files = someFiles()
  const upload = await sending(files)
  proxy.fate = (nth) => fate(nth - before)
  const before = proxy.connections
  await upload.start().finished
  expect(await upload.arrived()).toEqual(sumsOf(files))
})

test('changes nothing when answers are lost and their parts are sent again', async () => {
  const files = someFiles()
  const { start, arrived } = await sending(files)
  const upload = start()
  await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
  for (let cuts = 0; cuts < 5; cuts++) {
    const { bytesSent } = upload.state()
    proxy.cutAll()
    await Promise.race([upload.finished, until(upload, (progress) => progress.bytesSent !== bytesSent)])
  }
  await upload.finished
  expect(await arrived()).toEqual(sumsOf(files))
})

test('sends only unacknowledged parts again after the server was restarted', async () => {
  const files = someFiles()
  const { start, api, arrived } = await sending(files)
  const upload = start()
  await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 2 * MIB)
  const { bytesAcknowledged } = upload.state()
  await app.restart()
  await upload.finished
  expect(bytesAcknowledged).toBeGreaterThan(2 * MIB)
  const held = (await api.readUpload()).blobs.flatMap(({ have }) => have)
  expect(held.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0))
  expect(await arrived()).toEqual(sumsOf(files))
})

test('continues the same upload when it is cancelled and its files are chosen again in another order', async () => {
  const files = someFiles()
  const { person, plan, start, arrived } = await sending(files)
  const first = start()
  await until(first, ({ bytesAcknowledged }) => bytesAcknowledged > 2 * MIB)
  first.cancel()
  await expect(first.finished).rejects.toMatchObject({ name: 'UploadCancelled' })
  const again = await planned(person, files.toReversed())
  expect(again.resumed).toBe(true)
  expect(again.plan.upload).toBe(plan.upload)
  const second = start(again.plan)
  expect(second.state().bytesAcknowledged).toBeGreaterThan(2 * MIB)
  await second.finished
  expect(await arrived()).toEqual(sumsOf(files))
})

test('completes in two tabs that send the same upload at once', async () => {
  const files = someFiles()
  const { start, arrived } = await sending(files)
  await Promise.all([start().finished, start().finished])
  expect(await arrived()).toEqual(sumsOf(files))
})

test('finds and uses the server’s upload ports', async () => {
  const files = [file('large.bin', 24 * MIB)]
  const { person, start, arrived } = await sending(files)
  const { plan } = await bodyOf(person.call('planTransfer', { body: await draftOf(person, files) }))
  expect(plan.origins).toHaveLength(3)
  // A hurried clock would leave out a port that does not answer within a twentieth of its time.
  const upload = start(plan, 1)
  const told = record(upload)
  await upload.finished
  expect(told.some(({ origins }) => origins > 1)).toBe(true)
  expect(await arrived()).toEqual(sumsOf(files))
})

test('ends with the server’s reason when the upload is given up elsewhere', async () => {
  const files = someFiles()
  const { person, plan, start } = await sending(files)
  const upload = start()
  await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 0)
  const headers = { authorization: `Bearer ${plan.token}` }
  const { status } = await person.call('abandonUpload', { params: { upload: plan.upload }, headers })
  expect(status).toBe(204)
  await expect(upload.finished).rejects.toMatchObject({ name: 'UploadError', code: 'upload-closed' })
})

test('renews an invalid token, and continues with the parts', async () => {
  const files = someFiles()
  const { plan, start, arrived } = await sending(files)
  const upload = start({ ...plan, token: 'a-token-that-never-was' })
  await upload.finished
  expect(await arrived()).toEqual(sumsOf(files))
})
