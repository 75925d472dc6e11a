import { HeadObjectCommand } from '@aws-sdk/client-s3'
import type { BlobRef } from '../blob-port.ts'
import { isGone, type S3Scene } from './s3-client.ts'

/** An ETag as a part's `tag`: its characters without the quotes. */
export function tagOf(etag: string | undefined): Uint8Array {
  return Buffer.from((etag ?? '').replaceAll('"', ''), 'latin1')
}

/** Whether two tags are equal; an empty one is unknown and equals none. */
export function agree(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === 0 || b.length === 0 || Buffer.compare(a, b) === 0
}

/** The tag of the whole object, or null when there is none of `ref.bytes`. */
export async function findWhole({ client, bucket }: S3Scene, ref: BlobRef): Promise<Uint8Array | null> {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: ref.key }))
    return head.ContentLength === ref.bytes ? tagOf(head.ETag) : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
