import { ListPartsCommand } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/contract/core/problems'
import type { BlobRef, ByteSpan } from '../blob-port.ts'
import { MAX_S3_PARTS } from '../part-plan.ts'
import { isGone, type S3Scene } from './s3-client.ts'
import { tagOf } from './s3-object.ts'

export interface ListedPart extends ByteSpan {
  number: number
  tag: Uint8Array
}

/** The planned parts of a blob; a single PUT is one part, the whole. */
export function plannedParts(ref: BlobRef): Array<ByteSpan & { number: number }> {
  if (ref.multipartId === '') return [{ number: 1, offset: 0, bytes: ref.bytes }]
  return Array.from({ length: Math.ceil(ref.bytes / ref.partBytes) }, (_, i) => {
    const offset = i * ref.partBytes
    return { number: i + 1, offset, bytes: Math.min(ref.partBytes, ref.bytes - offset) }
  })
}

/** The number of the planned part that is exactly `span`. @throws Problem 'part-misplaced' when there is none */
export function partNumberOf(ref: BlobRef, span: ByteSpan): number {
  const step = ref.multipartId === '' ? ref.bytes : ref.partBytes
  const isInside = span.offset >= 0 && span.offset < ref.bytes && span.offset % step === 0
  const isPlanned = isInside && span.bytes === Math.min(step, ref.bytes - span.offset)
  if (!isPlanned) throw new Problem('part-misplaced', { offset: span.offset, bytes: span.bytes })
  return span.offset / step + 1
}

/**
 * What the store holds of an unfinished multipart upload, by part number; null when it does not know the upload. Parts
 * of another size than planned count as missing. Paging ends when the marker stops growing: some stores return the
 * first page for ever, or the marker 0.
 */
export async function listUploadedParts(scene: S3Scene, ref: BlobRef): Promise<Map<number, ListedPart> | null> {
  const planned = plannedParts(ref)
  const found = new Map<number, ListedPart>()
  let marker = 0
  for (let page = 0; page * scene.tuning.pageEntries <= MAX_S3_PARTS; page++) {
    const answer = await listPage(scene, ref, marker)
    if (answer === null) return null
    for (const { PartNumber: number = 0, Size, ETag } of answer.Parts ?? []) {
      const plan = planned[number - 1]
      if (plan !== undefined && plan.bytes === Size) found.set(number, { ...plan, tag: tagOf(ETag) })
    }
    const next = Number(answer.NextPartNumberMarker ?? 0)
    if (!answer.IsTruncated || !(next > marker)) break
    marker = next
  }
  return found
}

async function listPage({ client, bucket, tuning }: S3Scene, ref: BlobRef, marker: number) {
  const at = { Bucket: bucket, Key: ref.key, UploadId: ref.multipartId, MaxParts: tuning.pageEntries }
  try {
    return await client.send(new ListPartsCommand(marker === 0 ? at : { ...at, PartNumberMarker: String(marker) }))
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
