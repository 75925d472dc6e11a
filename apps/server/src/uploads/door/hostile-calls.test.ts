/** Everything that storage credentials must not do: each call is refused, and nothing is stored by it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { type S3Call, sendS3 } from '#test/storage/signed-s3'
import { planForStorage, type StorageUpload } from '#test/storage/storage-upload'
import { testFile } from '#test/storage/upload-parts'

const MINUTE = 60_000
const MIB = 2 ** 20
let app: TestApp
let owner: AccountPerson
let upload: StorageUpload
let other: StorageUpload
let multipart: string

beforeAll(async () => {
  app = await makeTestApp()
  const rich = { role: 'business', subscription: 'active' } as const
  owner = await makeAccount(app, rich)
  upload = await planForStorage(owner, [testFile('one.bin', 1_000), testFile('large.bin', 11 * MIB)])
  other = await planForStorage(await makeAccount(app, rich), [testFile('other.bin', 1_000)])
  const begun = await sendS3(app.origin, upload.credentials, { method: 'POST', path: pathOf(1), query: 'uploads' })
  multipart = /<UploadId>([\w-]+)</.exec(begun.text)?.[1] ?? ''
  expect(multipart).not.toBe('')
})
afterAll(async () => {
  const ids = [upload, other].flatMap(({ plan }) => plan.blobs.map(({ id }) => id))
  expect(await app.ctx.db.selectFrom('parts').select('blob_id').where('blob_id', 'in', ids).execute()).toEqual([])
  await app.close()
})

const pathOf = (nth: number, from = upload) => `/s3/${from.credentials.Bucket}/${from.keys[nth]}`
const content = () => upload.files[0]?.content as Buffer
const send = (call: Partial<S3Call>, keys = upload.credentials) =>
  sendS3(app.origin, keys, { path: pathOf(0), body: content(), ...call })
const ofAge = (ms: number) => ({ at: new Date(Date.now() + ms) })
const bare = (method: string, path: string, query = ''): Partial<S3Call> => ({
  method,
  path,
  query,
  body: new Uint8Array(),
})
const inBucket = (rest: string) => `/s3/${upload.credentials.Bucket}${rest}`
const keyOf = (nth: number) => upload.keys[nth] ?? ''
const prefix = () => upload.credentials.Prefix
const put = (query: string, bytes = 5 * MIB): Partial<S3Call> => ({
  path: pathOf(1),
  query,
  body: new Uint8Array(bytes),
})

type Case = [what: string, code: string, call: () => Partial<S3Call>]
const others: Case[] = [
  ['put under another upload’s prefix', 'AccessDenied', () => ({ path: pathOf(0, other) })],
  ['put a file that no plan names', 'AccessDenied', () => ({ path: inBucket(`/${prefix()}none`) })],
  ['put at the root of the bucket', 'AccessDenied', () => ({ path: inBucket('/one.bin') })],
  ['put at the prefix itself', 'AccessDenied', () => ({ path: inBucket(`/${prefix()}`) })],
  ['put below a file', 'AccessDenied', () => ({ path: `${pathOf(0)}/more` })],
  [
    'put another upload’s file under the own prefix',
    'AccessDenied',
    () => ({ path: inBucket(`/${prefix()}${other.keys[0]?.split('/')[1]}`) }),
  ],
  ['put into another bucket', 'AccessDenied', () => ({ path: `/s3/backups/${keyOf(0)}` })],
  ['put without a bucket', 'AccessDenied', () => ({ path: `/s3/${keyOf(0)}` })],
  ['climb with dots', 'AccessDenied', () => ({ path: inBucket(`/${prefix()}../${other.keys[0]}`) })],
  ['climb with encoded dots', 'AccessDenied', () => ({ path: inBucket(`/${prefix()}%2e%2e/${other.keys[0]}`) })],
  ['encode the slash', 'AccessDenied', () => ({ path: inBucket(`/${keyOf(0).replace('/', '%2F')}`) })],
  [
    'encode a letter',
    'AccessDenied',
    () => ({ path: inBucket(`/${keyOf(0).replace(/(\w)$/, (end) => `%${end.charCodeAt(0).toString(16)}`)}`) }),
  ],
  ['double the slash', 'AccessDenied', () => ({ path: inBucket(`//${keyOf(0)}`) })],
  ['end with a slash', 'AccessDenied', () => ({ path: `${pathOf(0)}/` })],
  ['end with NUL', 'AccessDenied', () => ({ path: `${pathOf(0)}%00` })],
  [
    'write the prefix in capitals',
    'AccessDenied',
    () => ({ path: inBucket(`/${keyOf(0).replace(/^\w+/, (hex) => hex.toUpperCase())}`) }),
  ],
]
const acts: Case[] = [
  ['list buckets', 'AccessDenied', () => bare('GET', '/s3/')],
  ['list the bucket', 'AccessDenied', () => bare('GET', inBucket(''))],
  [
    'list the bucket under the own prefix',
    'AccessDenied',
    () => bare('GET', inBucket('/'), `list-type=2&prefix=${prefix().slice(0, -1)}`),
  ],
  ['list uploads', 'AccessDenied', () => bare('GET', inBucket('/'), 'uploads')],
  ['read a file', 'AccessDenied', () => bare('GET', pathOf(0))],
  ['read its access list', 'AccessDenied', () => bare('GET', pathOf(0), 'acl')],
  ['read its tags', 'AccessDenied', () => bare('GET', pathOf(0), 'tagging')],
  ['delete a file', 'AccessDenied', () => bare('DELETE', pathOf(0))],
  ['delete many', 'AccessDenied', () => bare('POST', inBucket('/'), 'delete')],
  ['delete the bucket', 'AccessDenied', () => bare('DELETE', inBucket(''))],
  ['make a bucket', 'AccessDenied', () => bare('PUT', '/s3/mine')],
  ['set an access list', 'AccessDenied', () => ({ query: 'acl' })],
  ['set a policy', 'AccessDenied', () => ({ path: inBucket('/'), query: 'policy' })],
  ['make it public', 'AccessDenied', () => ({ headers: { 'x-amz-acl': 'public-read' } })],
  [
    'make it public in parts',
    'AccessDenied',
    () => ({ ...bare('POST', pathOf(1), 'uploads'), headers: { 'x-amz-acl': 'public-read-write' } }),
  ],
  [
    'grant it to all',
    'AccessDenied',
    () => ({ headers: { 'x-amz-grant-read': 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' } }),
  ],
  ['copy another object', 'AccessDenied', () => ({ headers: { 'x-amz-copy-source': `/waybill/${other.keys[0]}` } })],
  [
    'copy another object as a part',
    'AccessDenied',
    () => ({
      ...put(`partNumber=1&uploadId=${multipart}`, 0),
      headers: { 'x-amz-copy-source': `/waybill/${other.keys[0]}` },
    }),
  ],
  [
    'redirect readers',
    'NotImplemented',
    () => ({ headers: { 'x-amz-website-redirect-location': 'https://evil.example/' } }),
  ],
  [
    'encrypt with a key of its own',
    'NotImplemented',
    () => ({ headers: { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' } }),
  ],
  ['append to a file', 'AccessDenied', () => ({ query: 'append&position=0' })],
]
const proofs: Case[] = [
  ['send no signature', 'AccessDenied', () => ({ spoil: () => ({ authorization: undefined }) })],
  [
    'sign in the address',
    'AccessDenied',
    () => ({ query: 'X-Amz-Algorithm=AWS4-HMAC-SHA256', spoil: () => ({ authorization: undefined }) }),
  ],
  [
    'use a bearer token',
    'AuthorizationHeaderMalformed',
    () => ({ spoil: () => ({ authorization: `Bearer ${upload.plan.token}` }) }),
  ],
  [
    'use the older signature',
    'AuthorizationHeaderMalformed',
    () => ({ spoil: () => ({ authorization: 'AWS AKIA:c2lnbmF0dXJl' }) }),
  ],
  [
    'alter the signature',
    'SignatureDoesNotMatch',
    () => ({
      spoil: ({ authorization = '' }) => ({
        authorization: authorization.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
      }),
    }),
  ],
  [
    'cut the signature',
    'AuthorizationHeaderMalformed',
    () => ({ spoil: ({ authorization = '' }) => ({ authorization: authorization.slice(0, -1) }) }),
  ],
  [
    'alter the date',
    'SignatureDoesNotMatch',
    () => ({
      spoil: ({ 'x-amz-date': date = '' }) => ({
        'x-amz-date': date.replace(/..Z$/, (end) => (end === '59Z' ? '58Z' : '59Z')),
      }),
    }),
  ],
  ['alter the day', 'AuthorizationHeaderMalformed', () => ({ spoil: () => ({ 'x-amz-date': '20200101T000000Z' }) })],
  ['be 16 minutes late', 'RequestTimeTooSkewed', () => ofAge(-16 * MINUTE)],
  ['be 16 minutes early', 'RequestTimeTooSkewed', () => ofAge(16 * MINUTE)],
  [
    'alter the session token',
    'InvalidToken',
    () => ({ spoil: ({ 'x-amz-security-token': token = '' }) => ({ 'x-amz-security-token': `${token}x` }) }),
  ],
  [
    'lengthen the life in the token',
    'InvalidToken',
    () => ({
      spoil: ({ 'x-amz-security-token': token = '' }) => ({
        'x-amz-security-token': token.replace(/^\d+/, '9999999999'),
      }),
    }),
  ],
  ['leave the session token out', 'InvalidToken', () => ({ spoil: () => ({ 'x-amz-security-token': undefined }) })],
  ['leave the session token unsigned', 'AccessDenied', () => ({ unsigned: ['x-amz-security-token'] })],
  ['leave the host unsigned', 'AccessDenied', () => ({ unsigned: ['host'] })],
  ['add a header after signing', 'AccessDenied', () => ({ spoil: () => ({ 'x-amz-meta-name': 'x' }) })],
  ['sign for another service', 'AuthorizationHeaderMalformed', () => ({ service: 'sts' })],
  [
    'move the signature to another file',
    'SignatureDoesNotMatch',
    () => ({ spoil: () => ({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }) }),
  ],
]
const bodies: Case[] = [
  ['send a larger body than planned', 'EntityTooLarge', () => ({ body: Buffer.concat([content(), Buffer.alloc(1)]) })],
  ['send a smaller one', 'EntityTooSmall', () => ({ body: content().subarray(1) })],
  ['send other bytes than signed', 'XAmzContentSHA256Mismatch', () => ({ payload: 'a'.repeat(64) })],
  ['send other bytes than their MD5', 'BadDigest', () => ({ headers: { 'content-md5': 'A'.repeat(22).concat('==') } })],
  ['send other bytes than their CRC-32', 'BadDigest', () => ({ headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } })],
  ['say a broken MD5', 'InvalidDigest', () => ({ headers: { 'content-md5': 'x' } })],
  ['say an unknown form of body', 'InvalidArgument', () => ({ payload: 'STREAMING-SOMETHING' })],
  ['leave the true length out', 'MissingContentLength', () => ({ payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' })],
  [
    'lie about the true length',
    'EntityTooLarge',
    () => ({
      payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      headers: { 'x-amz-decoded-content-length': '5000000000' },
    }),
  ],
  [
    'send plain bytes as chunks',
    'InvalidRequest',
    () => ({
      payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      headers: { 'x-amz-decoded-content-length': '1000' },
      body: Buffer.concat([Buffer.from('zz\r\n'), content()]),
    }),
  ],
  ['send a part beyond the plan', 'EntityTooLarge', () => put(`partNumber=3&uploadId=${multipart}`, 6 * MIB)],
  ['send a part too small for its place', 'EntityTooSmall', () => put(`partNumber=1&uploadId=${multipart}`, MIB)],
  ['send part 0', 'InvalidArgument', () => put(`partNumber=0&uploadId=${multipart}`, 1)],
  ['send part 10,001', 'InvalidArgument', () => put(`partNumber=10001&uploadId=${multipart}`, 1)],
  [
    'send a part of a multipart upload that is another file’s',
    'NoSuchUpload',
    () => ({ query: `partNumber=1&uploadId=${multipart}` }),
  ],
  [
    'complete what has no parts',
    'InvalidPart',
    () => ({
      method: 'POST',
      path: pathOf(1),
      query: `uploadId=${multipart}`,
      body: Buffer.from(
        `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${'a'.repeat(32)}</ETag></Part></CompleteMultipartUpload>`,
      ),
    }),
  ],
  [
    'complete with a bomb',
    'MalformedXML',
    () => ({
      method: 'POST',
      path: pathOf(1),
      query: `uploadId=${multipart}`,
      body: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><CompleteMultipartUpload>&b;</CompleteMultipartUpload>'),
    }),
  ],
  ['abort what is not there', 'NoSuchUpload', () => bare('DELETE', pathOf(1), 'uploadId=nobody-has-this')],
]

describe.each([
  ['files of others', others],
  ['acts that nobody may do', acts],
  ['proofs that do not hold', proofs],
  ['bodies that were not planned', bodies],
])('%s', (_, cases) => {
  test.each(cases)('%s: %s', async (_what, code, call) => {
    const answer = await send(call())
    expect(answer, answer.text).toMatchObject({ code })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain(upload.credentials.SecurityToken)
  })
})

test('the head of a file is refused without a body', async () => {
  expect(await send(bare('HEAD', pathOf(0)))).toMatchObject({ status: 403, text: '' })
})

test('an answer repeats nothing that the client sent', async () => {
  const { text } = await send({ path: inBucket('/%3Cscript%3E') })
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>AccessDenied<\/Code>/)
  expect(text).not.toMatch(/script/)
})
