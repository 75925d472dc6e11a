import { CompleteMultipartUploadCommand } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/contract/core/problems'
import type { BlobRef, StoredPart } from '../blob-port.ts'
import { type S3Scene, s3CodeOf } from './s3-client.ts'
import { agree, findWhole } from './s3-object.ts'
import { type ListedPart, listUploadedParts, plannedParts } from './s3-parts.ts'

const MAX_TRIES = 3

/**
 * Completes an object from exactly the parts that the store itself lists. After an answer that was lost, late or an
 * error inside a 200, it checks: either the object is there with its size, or the parts still are.
 *
 * @throws Problem 'upload-incomplete' when a part is missing or differs from `parts`; the S3 error when the store keeps
 * failing
 */
export async function completeObject(scene: S3Scene, ref: BlobRef, parts: readonly StoredPart[]): Promise<void> {
  if (ref.multipartId === '') return requireWhole(scene, ref, parts)
  for (let tries = 1; ; tries++) {
    const listed = await listUploadedParts(scene, ref)
    if (listed === null) return requireWhole(scene, ref, [])
    requireParts(ref, parts, listed)
    try {
      await sendComplete(scene, ref, listed)
    } catch (error) {
      if ((await findWhole(scene, ref)) !== null) return
      const mayBeTornList = s3CodeOf(error) === 'InvalidPart' || s3CodeOf(error) === 'NoSuchUpload'
      if (tries < MAX_TRIES && mayBeTornList) continue
      throw error
    }
    return requireWhole(scene, ref, [])
  }
}

async function sendComplete(
  { client, bucket, tuning }: S3Scene,
  ref: BlobRef,
  listed: Map<number, ListedPart>,
): Promise<void> {
  const Parts = [...listed.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, tag }) => ({ PartNumber: number, ETag: `"${Buffer.from(tag).toString('latin1')}"` }))
  const at = { Bucket: bucket, Key: ref.key, UploadId: ref.multipartId }
  const command = new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })
  await client.send(command, { requestTimeout: tuning.slowTimeoutMs })
}

function requireParts(ref: BlobRef, parts: readonly StoredPart[], listed: Map<number, ListedPart>): void {
  const told = new Map(parts.map((part) => [part.offset, part]))
  for (const { number, offset } of plannedParts(ref)) {
    const held = listed.get(number)
    const part = told.get(offset)
    if (held === undefined || (part !== undefined && !agree(held.tag, part.tag))) {
      throw new Problem('upload-incomplete', { from: offset })
    }
  }
}

async function requireWhole(scene: S3Scene, ref: BlobRef, parts: readonly StoredPart[]): Promise<void> {
  const tag = await findWhole(scene, ref)
  if (tag === null || parts.some((part) => !agree(part.tag, tag))) throw new Problem('upload-incomplete', { from: 0 })
}
