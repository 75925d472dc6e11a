/**
 * Answers to a request with every byte in a real S3 store: a plain form, and a submission by the engine, resumed
 * elsewhere.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { fsck } from '#test/database/fsck'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { startEngine, tellingParts } from '#test/people/engine'
import { makePerson, type SentFile } from '#test/people/people'
import { sha256 } from '#test/people/recipient'
import { ASHA, askFor, expectSound, linkOf, open, planOf, readAsked, submit } from '#test/requests/calls'
import { bytesOf } from '#test/storage/blobs'
import { hashesInZip } from '#test/storage/extract-zip'
import { makeTestBucket, s3Env, type TestBucket } from '#test/storage/s3-bucket'

const MIB = 2 ** 20
let bucket: TestBucket
let app: TestApp
let owner: AccountPerson

beforeAll(async () => {
  bucket = await makeTestBucket()
  app = await makeTestApp({ env: s3Env(bucket) })
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await app?.close()
  await bucket?.close()
})

/** Everything submitted to the request, by its path in the archive. */
async function fetched(request: string): Promise<Record<string, string>> {
  const { body } = await owner.call('fetchInboxFiles', { params: { request }, body: {} })
  const archive = await owner.fetch(body.links[0].url)
  const bytes = Buffer.from(await archive.arrayBuffer())
  expect(bytes.length).toBe(body.links[0].bytes)
  return hashesInZip(bytes)
}

const sums = (folder: string, files: readonly SentFile[]) =>
  Object.fromEntries(files.map(({ path, content }) => [`${folder}/${path}`, sha256(content)]))

test('accepts small files, an empty one and one of several parts from a plain form; repeating it makes another submission', async () => {
  const request = await askFor(owner, { items: [{ name: 'Papers' }] })
  const files = [
    { path: 'a.txt', content: Buffer.from('one') },
    { path: 'empty.txt', content: Buffer.alloc(0) },
    { path: '报价 №7.bin', content: bytesOf(9 * MIB, 3) },
    { path: 'b.bin', content: bytesOf(70_001, 4) },
  ]
  const send = (who = makePerson(app)) => {
    const form = new FormData()
    form.append('company', 'Rao Forge')
    for (const { path, content } of files)
      form.append(request.items[0]?._id ?? '', new Blob([new Uint8Array(content)]), path)
    return who.fetch(`/r/${request.slug}/files`, { method: 'POST', body: form })
  }
  const who = makePerson(app)
  for (const _time of [1, 2]) {
    const sent = await send(who)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('?received=')])
  }
  const again = files.map(({ path, content }) => ({ path: path.replace(/(\.\w+)$/, ' (2)$1'), content }))
  expect(await fetched(request._id)).toEqual(sums('Rao Forge', [...files, ...again]))
  await until(async () =>
    (await open(who, { slug: request.slug })).sent.every((one) => one.files.every((file) => file.sha256 !== null)),
  )
  const told = (await open(who, { slug: request.slug })).sent[0]?.files.map(({ originalName, sha256: sum }) => [
    originalName,
    sum,
  ])
  expect(Object.fromEntries(told ?? [])).toEqual(
    Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)])),
  )
  await expectSound(app)
  expect(await fsck(app.env)).toEqual([])
})

test('sends a supplier’s submission straight to the store, resumes it through their link on another device, and counts it once', async () => {
  const suppliers = [{ email: ASHA, company: 'Rao Forge' }]
  const request = await askFor(owner, { items: [{ name: 'Papers' }], suppliers })
  const link = await linkOf(owner, request, ASHA)
  const files = [
    { path: 'plans/large.bin', content: bytesOf(19 * MIB + 5, 5) },
    ...Array.from({ length: 12 }, (_none, nth) => ({ path: `small/${nth}.txt`, content: bytesOf(1 + nth * 997, nth) })),
  ]
  const [laptop, phone] = [makePerson(app), makePerson(app)]
  const { body } = await planOf(laptop, link, { item: request.items[0]?._id ?? '', files })
  expect(body.plan.transport).toBe('presigned')
  const first = startEngine(
    laptop,
    body.plan,
    files,
    tellingParts((taken) => taken === 2 && first.cancel(), 2),
  )
  expect(await first.finished.catch((error: Error) => error.name)).toBe('UploadCancelled')
  const resumed = await phone.call('resumeSubmission', { body: { ...link, upload: body.plan.upload } })
  expect(resumed.status).toBe(200)
  const held = resumed.body.plan.blobs.flatMap(({ have }: { have: Array<[number, number]> }) => have)
  expect(held.length).toBeGreaterThan(0)
  await startEngine(phone, resumed.body.plan, files).finished
  const answers = await Promise.all([1, 2, 3].map(() => submit(phone, resumed.body.plan)))
  expect(new Set(answers.map(({ body: { receipt } }) => receipt?._id)).size).toBe(1)
  expect((await readAsked(owner, request._id)).counts).toMatchObject({ submissions: 1, files: 13, complete: 1 })
  expect(await fetched(request._id)).toEqual(sums('Rao Forge', files))
  await expectSound(app)
  expect(await fsck(app.env)).toEqual([])
})
