import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { BlobRef } from '../blob-port.ts'
import { encryptionOf, isGone, type S3Scene } from './s3-client.ts'
import { findWhole } from './s3-object.ts'

/**
 * Copies an object that a foreign client put to the blob's own key, inside the store: credentials that are still valid
 * cannot change it there, and it gets the encryption that the settings ask for. The copy is of the very object whose size
 * was seen, by its ETag.
 *
 * @returns the tag of the copy; null where no object of the planned size is there
 */
export async function adoptObject(scene: S3Scene, from: string, ref: BlobRef): Promise<Uint8Array | null> {
  const etag = (await etagOf(scene, from, ref.bytes)) ?? (await completeLeft(scene, from, ref.bytes))
  if (etag === null) return null
  const source = { CopySource: `${scene.bucket}/${from}`, CopySourceIfMatch: etag }
  if (ref.bytes <= scene.tuning.maxCopyBytes) await copyWhole(scene, source, ref)
  else await copyInParts(scene, source, ref)
  return findWhole(scene, ref)
}

interface Source {
  CopySource: string
  CopySourceIfMatch: string
}

async function copyWhole(
  { client, bucket, settings, tuning }: S3Scene,
  source: Source,
  { key }: BlobRef,
): Promise<void> {
  const command = new CopyObjectCommand({ Bucket: bucket, Key: key, ...source, ...encryptionOf(settings) })
  await client.send(command, { requestTimeout: tuning.slowTimeoutMs })
}

async function copyInParts(scene: S3Scene, source: Source, { key, bytes }: BlobRef): Promise<void> {
  const { client, bucket, settings, tuning } = scene
  const at = { Bucket: bucket, Key: key }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ...encryptionOf(settings) }))
  try {
    const Parts: Array<{ PartNumber: number; ETag: string | undefined }> = []
    for (let offset = 0; offset < bytes; offset += tuning.copiedPartBytes) {
      const end = Math.min(offset + tuning.copiedPartBytes, bytes)
      const part = {
        ...at,
        UploadId,
        PartNumber: Parts.length + 1,
        ...source,
        CopySourceRange: `bytes=${offset}-${end - 1}`,
      }
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand(part), {
        requestTimeout: tuning.slowTimeoutMs,
      })
      Parts.push({ PartNumber: part.PartNumber, ETag: CopyPartResult?.ETag })
    }
    const command = new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } })
    await client.send(command, { requestTimeout: tuning.slowTimeoutMs })
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined)
    throw error
  }
}

async function etagOf({ client, bucket }: S3Scene, key: string, bytes: number): Promise<string | null> {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return head.ContentLength === bytes ? (head.ETag ?? null) : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Completes the youngest multipart upload of the key whose parts are exactly the planned bytes: its client has gone. */
async function completeLeft(scene: S3Scene, key: string, bytes: number): Promise<string | null> {
  const { client, bucket } = scene
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }))
  const youngest = Uploads.filter(({ Key }) => Key === key).sort(
    (a, b) => (b.Initiated?.getTime() ?? 0) - (a.Initiated?.getTime() ?? 0),
  )
  for (const { UploadId } of youngest) {
    const Parts = await listAll(scene, { Bucket: bucket, Key: key, UploadId })
    if (Parts.reduce((sum, { Size }) => sum + Size, 0) !== bytes) continue
    const named = Parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    const MultipartUpload = { Parts: named }
    const command = new CompleteMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId, MultipartUpload })
    await client.send(command, { requestTimeout: scene.tuning.slowTimeoutMs })
    return etagOf(scene, key, bytes)
  }
  return null
}

async function listAll({ client, tuning }: S3Scene, at: { Bucket: string; Key: string; UploadId: string | undefined }) {
  const parts: Array<{ PartNumber: number; ETag: string; Size: number }> = []
  for (let marker = ''; ; ) {
    const more = marker === '' ? {} : { PartNumberMarker: marker }
    const page = await client.send(new ListPartsCommand({ ...at, ...more, MaxParts: tuning.pageEntries }))
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? []) parts.push({ PartNumber, ETag, Size })
    if (!page.IsTruncated || !page.NextPartNumberMarker || page.NextPartNumberMarker === marker) return parts
    marker = page.NextPartNumberMarker
  }
}
