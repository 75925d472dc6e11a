import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BlobRef, PartClaim, SignedPart } from '../blob-port.ts'
import { type Encryption, encryptionOf, type S3Scene } from './s3-client.ts'
import { partNumberOf } from './s3-parts.ts'

const KEPT_AS_HEADERS = [
  'content-md5',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
] as const

/** The headers that a page sends with a part, for the bucket's CORS rule. */
export const UPLOAD_HEADERS: readonly string[] = [...KEPT_AS_HEADERS, 'content-type']

/**
 * A URL that accepts exactly the claimed bytes: key, upload, part number, length and MD5 are all signed.
 *
 * @throws Problem 'part-misplaced' for a span that is not a planned part
 */
export async function signPart(scene: S3Scene, ref: BlobRef, claim: PartClaim, seconds: number): Promise<SignedPart> {
  const number = partNumberOf(ref, claim)
  if (claim.md5.length !== 16) throw new RangeError('an MD5 has 16 bytes')
  const md5 = Buffer.from(claim.md5).toString('base64')
  const common = { Bucket: scene.bucket, Key: ref.key, ContentLength: claim.bytes, ContentMD5: md5 }
  const encryption = ref.multipartId === '' ? encryptionOf(scene.settings) : {}
  const options = { expiresIn: seconds, unhoistableHeaders: new Set<string>(KEPT_AS_HEADERS) }
  const url =
    ref.multipartId === ''
      ? await getSignedUrl(scene.client, new PutObjectCommand({ ...common, ...encryption }), options)
      : await getSignedUrl(
          scene.client,
          new UploadPartCommand({ ...common, UploadId: ref.multipartId, PartNumber: number }),
          options,
        )
  const headers = { 'content-md5': md5, ...encryptionHeaders(encryption) }
  return { offset: claim.offset, bytes: claim.bytes, url, headers, expiresAt: expiryOf(url) }
}

function encryptionHeaders({ ServerSideEncryption, SSEKMSKeyId }: Encryption): Record<string, string> {
  return {
    ...(ServerSideEncryption && { 'x-amz-server-side-encryption': ServerSideEncryption }),
    ...(SSEKMSKeyId && { 'x-amz-server-side-encryption-aws-kms-key-id': SSEKMSKeyId }),
  }
}

/** When the signature expires, by its own date: 'X-Amz-Date' (20260131T235959Z) and 'X-Amz-Expires' (seconds). */
function expiryOf(url: string): number {
  const query = new URL(url).searchParams
  const stamp = (query.get('X-Amz-Date') ?? '').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:')
  return Date.parse(stamp) + Number(query.get('X-Amz-Expires')) * 1_000
}
