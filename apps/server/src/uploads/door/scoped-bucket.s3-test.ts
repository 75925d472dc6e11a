/** Storage credentials on a real S3 store: what the store itself refuses, and what the server does about the rest. */
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { sha256 } from '#test/people/recipient'
import { makeTestBucket, STS_ROLE, s3Env, type TestBucket } from '#test/storage/s3-bucket'
import { contentOf, planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'

const MIB = 2 ** 20
let bucket: TestBucket
let app: TestApp
let person: AccountPerson
beforeAll(async () => {
  bucket = await makeTestBucket()
  app = await makeTestApp({ env: { ...s3Env(bucket), S3_STS_ROLE: STS_ROLE } })
  person = await makeAccount(app, { role: 'business', subscription: 'active' })
})
afterAll(async () => {
  await app?.close()
  await bucket?.close()
})

const clientOf = ({ credentials }: StorageUpload) =>
  new S3Client({
    endpoint: credentials.Endpoint,
    region: credentials.Region,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: credentials.AccessKeyId,
      secretAccessKey: credentials.AccessKeySecret,
      sessionToken: credentials.SecurityToken,
    },
  })
const save = ({ plan }: StorageUpload) =>
  person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
const under = async ({ credentials }: StorageUpload) =>
  (await bucket.client.send(new ListObjectsV2Command({ Bucket: credentials.Bucket, Prefix: credentials.Prefix })))
    .Contents ?? []

test('the store refuses everything but putting under the own prefix', async () => {
  const upload = await planForStorage(person, [testFile('one.bin', 1_000)])
  const other = await planForStorage(person, [testFile('other.bin', 2_000)])
  const client = clientOf(upload)
  const Bucket = upload.credentials.Bucket
  const [own, foreign] = [
    { Bucket, Key: upload.keys[0] ?? '' },
    { Bucket, Key: other.keys[0] ?? '' },
  ]
  const Body = upload.files[0]?.content as Buffer
  await client.send(new PutObjectCommand({ ...own, Body }))
  await clientOf(other).send(new PutObjectCommand({ ...foreign, Body: contentOf(other.files, 0) }))
  const { Prefix } = upload.credentials
  const refused = [
    new PutObjectCommand({ ...foreign, Body }),
    new PutObjectCommand({ Bucket, Key: 'root', Body }),
    new PutObjectCommand({ Bucket, Key: `${Prefix.slice(0, -1)}x/one`, Body }),
    new CreateMultipartUploadCommand(foreign),
    new GetObjectCommand(own),
    new HeadObjectCommand(own),
    new DeleteObjectCommand(own),
    new ListObjectsV2Command({ Bucket, Prefix }),
    new ListObjectsV2Command({ Bucket }),
    new ListMultipartUploadsCommand({ Bucket, Prefix }),
    new CopyObjectCommand({ ...own, CopySource: `${Bucket}/${foreign.Key}` }),
    new PutObjectAclCommand({ ...own, ACL: 'public-read' }),
    new PutObjectCommand({ ...own, Body, ACL: 'public-read' }),
    new PutObjectCommand({ ...own, Body, GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' }),
  ]
  for (const command of refused) {
    const answer = client.send(command as unknown as PutObjectCommand)
    await expect(answer, command.constructor.name).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  }
  await expect(client.send(new PutObjectCommand({ Bucket: 'waybill', Key: own.Key, Body }))).rejects.toThrow()
  const { Buckets = [] } = await client.send(new ListBucketsCommand({})).catch(() => ({ Buckets: [] }))
  expect(Buckets).toEqual([])
  // What its policy cannot stop: an access list of a multipart upload. The bucket ignores it.
  await client.send(new CreateMultipartUploadCommand({ ...own, ACL: 'public-read' })).catch(() => undefined)
  expect((await fetch(`${upload.credentials.Endpoint}/${Bucket}/${own.Key}`)).status).toBe(403)
  // Given up, both leave nothing behind.
  for (const { plan } of [upload, other]) {
    const headers = { authorization: `Bearer ${plan.token}` }
    expect((await person.call('abandonUpload', { params: { upload: plan.upload }, headers })).status).toBe(204)
  }
  await app.runJobs()
  expect([...(await under(upload)), ...(await under(other))]).toEqual([])
})

test('what is put later changes no saved file, and what no plan names is swept', async () => {
  const upload = await planForStorage(person, [testFile('one.bin', 3_000), testFile('large.bin', 12 * MIB)])
  const client = clientOf(upload)
  const { Bucket, Prefix } = upload.credentials
  await client.send(new PutObjectCommand({ Bucket, Key: upload.keys[0] ?? '', Body: contentOf(upload.files, 0) }))
  await client.send(new PutObjectCommand({ Bucket, Key: `${Prefix}not-planned`, Body: 'x' }))
  // Larger than planned counts as nothing.
  await client.send(new PutObjectCommand({ Bucket, Key: upload.keys[1] ?? '', Body: Buffer.alloc(12 * MIB + 1) }))
  expect((await save(upload)).body).toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 12 * MIB } })
  // Parts whose client has gone: the server completes them.
  const large = { Bucket, Key: upload.keys[1] ?? '' }
  const content = upload.files[1]?.content as Buffer
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(large))
  for (const PartNumber of [2, 1]) {
    const Body = content.subarray((PartNumber - 1) * 6 * MIB, PartNumber * 6 * MIB)
    await client.send(new UploadPartCommand({ ...large, UploadId, PartNumber, Body }))
  }
  expect((await save(upload)).status).toBe(200)
  await app.runJobs()
  expect(await under(upload)).toEqual([])
  // The store's credentials outlive the upload.
  await client.send(new PutObjectCommand({ ...large, Body: Buffer.alloc(12 * MIB) }))
  const rows = await app.ctx.db.selectFrom('files').selectAll().where('upload_id', '=', upload.plan.upload).execute()
  const sums = Object.fromEntries(rows.map(({ path, sha256: sum }) => [path, sum?.toString('hex')]))
  expect(sums).toEqual(Object.fromEntries(upload.files.map(({ path, content: bytes }) => [path, sha256(bytes)])))
  await app.passTime(66 * 60_000)
  await app.runJobs()
  expect(await under(upload)).toEqual([])
  expect(
    (await person.call('issueStorageCredentials', { body: { id: upload.plan.upload, type: 'userUpload' } })).body.code,
  ).toBe('upload-closed')
})
