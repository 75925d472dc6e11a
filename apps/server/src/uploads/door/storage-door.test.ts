/** Uploads whose bytes an S3 client brings with storage credentials, from the plan to the download. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { sha256 } from '#test/people/recipient'
import { sendS3, signedChunks, signS3 } from '#test/storage/signed-s3'
import { contentOf, credentialsFor, planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'
import { checkUploads } from '../index.ts'

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

function clientOf(
  { credentials }: StorageUpload,
  more: Partial<ConstructorParameters<typeof S3Client>[0]> = {},
): S3Client {
  const { AccessKeyId, AccessKeySecret, SecurityToken, Endpoint, Region } = credentials
  return new S3Client({
    endpoint: Endpoint,
    region: Region,
    forcePathStyle: true,
    credentials: { accessKeyId: AccessKeyId, secretAccessKey: AccessKeySecret, sessionToken: SecurityToken },
    ...more,
  })
}

/** Saves the transfer; the files as they are stored, by path. */
async function savedFiles({ plan }: StorageUpload): Promise<Record<string, string | null>> {
  const saved = await person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 })
  await app.runJobs()
  const rows = await app.ctx.db.selectFrom('files').selectAll().where('upload_id', '=', plan.upload).execute()
  return Object.fromEntries(rows.map(({ path, sha256: sum }) => [path, sum?.toString('hex') ?? null]))
}

const sumsOf = ({ files }: StorageUpload) =>
  Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)]))

test('an SDK puts small, middle and many-part files; the save checks them', async () => {
  const files = [
    testFile('a/small.txt', 700),
    testFile('empty.txt', 0),
    testFile('b.bin', 3 * MIB + 7),
    testFile('large.bin', 13 * MIB + 5),
  ]
  const upload = await planForStorage(person, files)
  const { credentials, keys, plan } = upload
  expect(plan.transport).toBe('sts')
  expect(credentials.Keys).toEqual(
    Object.fromEntries(plan.files.flatMap(({ id }, nth) => (keys[nth] ? [[id, keys[nth]]] : []))),
  )
  expect(keys.every((key) => key === '' || key.startsWith(credentials.Prefix))).toBe(true)
  const minutes = (Date.parse(credentials.Expiration) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThanOrEqual(61)
  const client = clientOf(upload)
  const at = (nth: number) => ({ Bucket: credentials.Bucket, Key: keys[nth] ?? '' })
  // The default: a chunked body with a CRC-32 as its trailer.
  await client.send(new PutObjectCommand({ ...at(0), Body: contentOf(files, 0) }))
  const plain = clientOf(upload, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  await plain.send(new PutObjectCommand({ ...at(2), Body: contentOf(files, 2), ContentType: 'text/html' }))
  const large = files[3]?.content as Buffer
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(3)))
  const put = async (number: number) => {
    const Body = large.subarray((number - 1) * 5 * MIB, number * 5 * MIB)
    const { ETag } = await client.send(new UploadPartCommand({ ...at(3), UploadId, PartNumber: number, Body }))
    return { ETag, PartNumber: number }
  }
  // In any order, and one of them twice.
  const last = await put(3)
  const [second, first] = await Promise.all([put(2), put(1)])
  await put(2)
  const page = await client.send(new ListPartsCommand({ ...at(3), UploadId, MaxParts: 2 }))
  expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' })
  const rest = await client.send(new ListPartsCommand({ ...at(3), UploadId, PartNumberMarker: '2' }))
  expect(rest.Parts).toMatchObject([{ PartNumber: 3, Size: 3 * MIB + 5, ETag: last.ETag }])
  const completed = new CompleteMultipartUploadCommand({
    ...at(3),
    UploadId,
    MultipartUpload: { Parts: [first, second, last] },
  })
  const { ETag } = await client.send(completed)
  expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/)
  expect((await client.send(completed)).ETag).toBe(ETag)
  expect(await savedFiles(upload)).toEqual(sumsOf(upload))
})

test('a part resumes where an aborted upload began, with other sizes', async () => {
  const files = [testFile('again.bin', 16 * MIB)]
  const upload = await planForStorage(person, files)
  const client = clientOf(upload)
  const at = { Bucket: upload.credentials.Bucket, Key: upload.keys[0] ?? '' }
  const content = files[0]?.content as Buffer
  const begun = await client.send(new CreateMultipartUploadCommand(at))
  const Body = content.subarray(0, 5 * MIB)
  await client.send(new UploadPartCommand({ ...at, UploadId: begun.UploadId, PartNumber: 1, Body }))
  await client.send(new AbortMultipartUploadCommand({ ...at, UploadId: begun.UploadId }))
  const late = new UploadPartCommand({ ...at, UploadId: begun.UploadId, PartNumber: 2, Body })
  await expect(client.send(late)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(at))
  const Parts = []
  for (const PartNumber of [1, 2]) {
    const half = content.subarray((PartNumber - 1) * 8 * MIB, PartNumber * 8 * MIB)
    const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body: half }))
    Parts.push({ ETag, PartNumber })
  }
  await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
  expect(await savedFiles(upload)).toEqual(sumsOf(upload))
})

test.each([
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', ''],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', 'x-amz-meta-any:1\n'],
])('takes a body as %s, and nothing of one with a changed byte', async (payload, trailers) => {
  const [file] = [testFile('streamed.bin', 300_001)]
  const upload = await planForStorage(person, [file as never])
  const { credentials, keys } = upload
  const content = upload.files[0]?.content as Buffer
  const headers = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(content.length) }
  const send = async (spoil: (body: Buffer) => void) => {
    const call = { path: `/s3/${credentials.Bucket}/${keys[0]}`, headers, payload, at: new Date() }
    const body = signedChunks(signS3(app.origin, credentials, call), content, { trailers })
    spoil(body)
    return sendS3(app.origin, credentials, { ...call, body })
  }
  expect(await send((body) => body.writeUInt8((body[200_000] ?? 0) ^ 1, 200_000))).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  })
  expect(
    (await person.call('completeTransfer', { body: { upload: upload.plan.upload, token: upload.plan.token } })).body
      .code,
  ).toBe('upload-incomplete')
  expect(await send(() => {})).toMatchObject({ status: 200 })
  expect(await savedFiles(upload)).toEqual(sumsOf(upload))
})

test('credentials of the token alone serve visitors, and end with the upload', async () => {
  const upload = await planForStorage(person, [testFile('one.txt', 10)])
  const { plan, credentials } = upload
  const headers = { 'x-no-origin': '1', authorization: `Bearer ${plan.token}` }
  const byToken = await app.call('issueStorageCredentials', { body: { id: plan.upload, type: 'userUpload' }, headers })
  expect(byToken.status).toBe(200)
  expect(byToken.body.AccessKeyId).not.toBe(credentials.AccessKeyId)
  const ofAnon = await app.call('issueStorageCredentials', { body: { id: plan.upload, type: 'anonUpload' }, headers })
  expect(ofAnon.body.code).toBe('not-yours')
  await person.call('abandonUpload', {
    params: { upload: plan.upload },
    headers: { authorization: `Bearer ${plan.token}` },
  })
  const after = await person.call('issueStorageCredentials', { body: { id: plan.upload, type: 'userUpload' } })
  expect(after.body.code).toBe('upload-closed')
  const put = new PutObjectCommand({
    Bucket: credentials.Bucket,
    Key: upload.keys[0] ?? '',
    Body: contentOf(upload.files, 0),
  })
  await expect(clientOf(upload).send(put)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
})

test('a client asks for new credentials before the end, and where the store says that they have ended', async () => {
  const upload = await planForStorage(person, [testFile('one.txt', 10), testFile('two.txt', 20)])
  let issued = 0
  const provide = async () => {
    issued += 1
    const { AccessKeyId, AccessKeySecret, SecurityToken, Expiration } = await credentialsFor(person, upload.plan.upload)
    const expiration = issued === 1 ? new Date(Date.now() + 60_000) : new Date(Expiration)
    return { accessKeyId: AccessKeyId, secretAccessKey: AccessKeySecret, sessionToken: SecurityToken, expiration }
  }
  const client = clientOf(upload, { credentials: provide })
  for (const [nth, Key] of upload.keys.entries()) {
    await client.send(
      new PutObjectCommand({ Bucket: upload.credentials.Bucket, Key, Body: contentOf(upload.files, nth) }),
    )
  }
  expect(issued).toBeGreaterThan(1)
  await app.ctx.db
    .updateTable('upload_tokens')
    .set({ expires_at: new Date(0) })
    .where('is_storage_key', '=', true)
    .where('upload_id', '=', upload.plan.upload)
    .execute()
  const put = new PutObjectCommand({
    Bucket: upload.credentials.Bucket,
    Key: upload.keys[0] ?? '',
    Body: contentOf(upload.files, 0),
  })
  await expect(client.send(put)).rejects.toMatchObject({ name: 'ExpiredToken' })
  await clientOf({ ...upload, credentials: await credentialsFor(person, upload.plan.upload) }).send(put)
  expect(await savedFiles(upload)).toEqual(sumsOf(upload))
})
