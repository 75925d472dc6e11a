import { bare, contentOf, type HostileUse, MIB, partList, pathOf, putPart } from './hostile-use.ts'

const UNSIGNED_CHUNKS = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const SIGNED_CHUNKS = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'

/** Bodies that are not what was planned, signed or announced. */
export const unplannedBodies: readonly HostileUse[] = [
  // On S3 the sizes of objects are compared when the upload is completed.
  [
    'send a larger body than planned',
    '400 EntityTooLarge',
    null,
    (scene) => ({ body: Buffer.concat([contentOf(scene), Buffer.alloc(1)]) }),
  ],
  ['send a smaller one', '400 EntityTooSmall', null, (scene) => ({ body: contentOf(scene).subarray(1) })],
  [
    'send other bytes than signed',
    '400 XAmzContentSHA256Mismatch',
    '400 XAmzContentSHA256Mismatch',
    () => ({ payload: 'a'.repeat(64) }),
  ],
  [
    'send other bytes than their MD5',
    '400 BadDigest',
    '400 BadDigest',
    () => ({ headers: { 'content-md5': 'A'.repeat(22).concat('==') } }),
  ],
  ['say a broken MD5', '400 InvalidDigest', '400 InvalidDigest', () => ({ headers: { 'content-md5': 'x' } })],
  [
    'send other bytes than their CRC-32',
    '400 BadDigest',
    null,
    () => ({ headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }),
  ],
  [
    'say an unknown form of body',
    '400 InvalidArgument',
    '400 XAmzContentSHA256Mismatch',
    () => ({ payload: 'STREAMING-SOMETHING' }),
  ],
  [
    'leave the true length out',
    '411 MissingContentLength',
    '400 XAmzContentSHA256Mismatch',
    () => ({ payload: UNSIGNED_CHUNKS }),
  ],
  [
    'lie about the true length',
    '400 EntityTooLarge',
    '400 XAmzContentSHA256Mismatch',
    () => ({ payload: UNSIGNED_CHUNKS, headers: { 'x-amz-decoded-content-length': '5000000000' } }),
  ],
  [
    'send plain bytes as chunks',
    '400 InvalidRequest',
    '400 XAmzContentSHA256Mismatch',
    (scene) => ({
      payload: UNSIGNED_CHUNKS,
      headers: { 'x-amz-decoded-content-length': '1000' },
      body: Buffer.concat([Buffer.from('zz\r\n'), contentOf(scene)]),
    }),
  ],
  [
    'forge the signature of a chunk',
    '403 SignatureDoesNotMatch',
    '400 XAmzContentSHA256Mismatch',
    (scene) => ({
      payload: SIGNED_CHUNKS,
      headers: { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(contentOf(scene).length) },
      body: Buffer.concat([
        Buffer.from(`${contentOf(scene).length.toString(16)};chunk-signature=${'a'.repeat(64)}\r\n`),
        contentOf(scene),
        Buffer.from(`\r\n0;chunk-signature=${'b'.repeat(64)}\r\n\r\n`),
      ]),
    }),
  ],
  [
    'send a part beyond the plan',
    '400 EntityTooLarge',
    null,
    (scene) => putPart(scene, `partNumber=3&uploadId=${scene.multipart}`, 6 * MIB),
  ],
  [
    'send a part too small for its place',
    '400 EntityTooSmall',
    null,
    (scene) => putPart(scene, `partNumber=1&uploadId=${scene.multipart}`, MIB),
  ],
  // On S3 they are parts of the own file, whose size the save compares.
  [
    'send part 0',
    '400 InvalidArgument',
    null,
    (scene) => putPart(scene, `partNumber=0&uploadId=${scene.multipart}`, 1),
  ],
  [
    'send part 10,001',
    '400 InvalidArgument',
    null,
    (scene) => putPart(scene, `partNumber=10001&uploadId=${scene.multipart}`, 1),
  ],
  [
    'send a part of the own other file',
    '404 NoSuchUpload',
    '404 NoSuchUpload',
    (scene) => ({ query: `partNumber=1&uploadId=${scene.multipart}` }),
  ],
  [
    'complete what has no parts',
    '400 InvalidPart',
    '400 InvalidPart',
    (scene) => ({
      method: 'POST',
      path: pathOf(scene, 1),
      query: `uploadId=${scene.multipart}`,
      body: partList('a'.repeat(32)),
    }),
  ],
  [
    'complete with a bomb',
    '400 MalformedXML',
    '400 MalformedXML',
    (scene) => ({
      method: 'POST',
      path: pathOf(scene, 1),
      query: `uploadId=${scene.multipart}`,
      body: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><CompleteMultipartUpload>&b;</CompleteMultipartUpload>'),
    }),
  ],
  [
    'abort what is not there',
    '404 NoSuchUpload',
    '404 NoSuchUpload',
    (scene) => bare('DELETE', pathOf(scene, 1), 'uploadId=nobody-has-this'),
  ],
  [
    'list parts that are not there',
    '404 NoSuchUpload',
    '404 NoSuchKey',
    (scene) => bare('GET', pathOf(scene, 1), 'uploadId=nobody-has-this'),
  ],
]
