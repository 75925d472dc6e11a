/** A file that a client puts again: beside the save, and beside another client that puts other bytes. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { combineCrc32 } from '@waybill/contract/core/crc32'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { type S3Call, sendS3, signS3 } from '#test/storage/signed-s3'
import { contentOf, planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'
import { listBlobs } from '../blob-store.ts'
import { sealUpload } from '../finish/seal-upload.ts'
import { isPartSound } from '../finish/sum-stored.ts'
import { checkUploads } from '../index.ts'
import { listParts } from '../parts/part-store.ts'
import { finishBlobs } from '../whole-blob-store.ts'

const MIB = 2 ** 20
let app: TestApp
let person: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  person = await makeAccount(app, { role: 'business', subscription: 'active' })
})
afterAll(async () => {
  expect(await checkUploads(app.ctx, { hash: true })).toEqual([])
  await app.close()
})

const callOf = ({ credentials, keys }: StorageUpload): S3Call => ({
  path: `/s3/${credentials.Bucket}/${keys[0]}`,
  payload: 'UNSIGNED-PAYLOAD',
})
const put = (upload: StorageUpload, body: Buffer) => sendS3(app.origin, upload.credentials, { ...callOf(upload), body })

async function blobOf({ plan }: StorageUpload) {
  const [blob] = await listBlobs(app.ctx.db, plan.upload)
  if (blob === undefined) throw new Error('no blob')
  return { blob, parts: (await listParts(app.ctx.db, [blob.id])).get(blob.id) ?? [] }
}
const startsOf = async (upload: StorageUpload) => (await blobOf(upload)).parts.map(({ offset }) => offset / MIB)

/** Begins to put a body of `bytes`; `cut` ends the connection. */
function begin(upload: StorageUpload, bytes: number) {
  const signed = signS3(app.origin, upload.credentials, callOf(upload)).headers
  const headers = { ...signed, 'content-length': String(bytes) }
  const asked = request(app.origin, { method: 'PUT', path: callOf(upload).path, headers, agent: false })
  asked.on('error', () => {})
  return { write: (piece: Buffer) => asked.write(piece), cut: () => asked.destroy() }
}

test('never writes over the bytes of an upload that is saved at this moment', async () => {
  const upload = await planForStorage(person, [testFile('one.bin', 17 * MIB)])
  expect(await put(upload, contentOf(upload.files, 0))).toMatchObject({ status: 200 })
  const { blob, parts } = await blobOf(upload)
  const [held, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saving = app.ctx.db.transaction().execute(async (tx) => {
    const sum = parts.reduce((before, { crc32, bytes }) => combineCrc32(before, crc32, bytes), 0)
    const crcs = new Map(upload.plan.files.map(({ id }) => [id, sum]))
    // The row of the blob holds the revocation of its parts back.
    await finishBlobs(tx, [{ row: blob, crcs }], { areCounted: true })
    held.resolve()
    await mayGoOn.promise
    await sealUpload(tx, upload.plan.upload)
  })
  await held.promise
  const again = put(upload, randomBytes(17 * MIB))
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.ctx.db)
      return rows.length
    })
    .toBe(1)
  mayGoOn.resolve()
  await saving
  expect(await again).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' })
  expect((await blobOf(upload)).parts).toEqual(parts)
  for (const part of parts) expect(await isPartSound(app.ctx, blob, part)).toBe(true)
})

test('a save completes no file of which a part was revoked meanwhile', async () => {
  const upload = await planForStorage(person, [testFile('one.bin', 300_001)])
  expect(await put(upload, contentOf(upload.files, 0))).toMatchObject({ status: 200 })
  const { blob } = await blobOf(upload)
  const replacing = begin(upload, 300_001)
  replacing.write(randomBytes(100_000))
  await expect.poll(() => startsOf(upload)).toEqual([])
  await sql`update blobs set completed_at = null where id = ${blob.id}`.execute(app.ctx.db)
  const sealing = app.ctx.db.transaction().execute((tx) => sealUpload(tx, upload.plan.upload))
  await expect(sealing).rejects.toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 300_001 } })
  replacing.cut()
  expect(await put(upload, contentOf(upload.files, 0))).toMatchObject({ status: 200 })
  const { plan } = upload
  const done = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(done, JSON.stringify(done.body)).toMatchObject({ status: 200 })
})

test('an object that replaces another leaves nothing of it, and stops where a later one has begun', async () => {
  const upload = await planForStorage(person, [testFile('large.bin', 33 * MIB)])
  const content = contentOf(upload.files, 0)
  expect(await put(upload, content)).toMatchObject({ status: 200 })
  expect(await startsOf(upload)).toEqual([0, 16, 32])
  const other = begin(upload, content.length)
  other.write(randomBytes(16 * MIB + 1))
  await expect.poll(() => startsOf(upload)).toEqual([0])
  const [first] = (await blobOf(upload)).parts
  expect(await put(upload, content)).toMatchObject({ status: 200 })
  const { parts } = await blobOf(upload)
  expect(parts.map(({ offset }) => offset / MIB)).toEqual([0, 16, 32])
  expect(parts[0]?.tag).not.toEqual(first?.tag)
  other.write(randomBytes(17 * MIB - 1))
  other.cut()
  await expect.poll(async () => (await sql`select from part_leases`.execute(app.ctx.db)).rows.length).toBe(0)
  expect((await blobOf(upload)).parts).toEqual(parts)
})

test('a client that puts a part again does not interrupt other parts of the same file', async () => {
  const upload = await planForStorage(person, [testFile('parts.bin', 17 * MIB)])
  const content = contentOf(upload.files, 0)
  const call = callOf(upload)
  const begun = await sendS3(app.origin, upload.credentials, { ...call, method: 'POST', query: 'uploads=' })
  const id = /<UploadId>([^<]+)/.exec(begun.text)?.[1] ?? ''
  const query = (number: number) => `partNumber=${number}&uploadId=${id}`
  const first = { ...call, query: query(1), body: content.subarray(0, 16 * MIB) }
  expect(await sendS3(app.origin, upload.credentials, first)).toMatchObject({ status: 200 })
  const second = { ...call, query: query(2) }
  const signed = signS3(app.origin, upload.credentials, second).headers
  const headers = { ...signed, 'content-length': String(MIB) }
  const slow = request(app.origin, { method: 'PUT', path: `${call.path}?${second.query}`, headers, agent: false })
  const answered = once(slow, 'response')
  slow.write(content.subarray(16 * MIB, 16 * MIB + 1_000))
  await expect.poll(async () => (await sql`select from part_leases`.execute(app.ctx.db)).rows.length).toBe(1)
  expect(await sendS3(app.origin, upload.credentials, first)).toMatchObject({ status: 200 })
  slow.end(content.subarray(16 * MIB + 1_000))
  const [answer] = await answered
  expect(answer.statusCode).toBe(200)
  expect(await startsOf(upload)).toEqual([0, 16])
  const { plan } = upload
  const done = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(done, JSON.stringify(done.body)).toMatchObject({ status: 200 })
  // What numbered its parts ends with the upload.
  expect((await sql`select from door_multiparts where id = ${id}`.execute(app.ctx.db)).rows).toEqual([])
})
