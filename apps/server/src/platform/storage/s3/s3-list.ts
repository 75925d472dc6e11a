import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { isBlobKey } from '../blob-key.ts'
import type { StoredObject } from '../blob-port.ts'
import { type S3Scene, s3Fault } from './s3-client.ts'

/** Every blob in the bucket: whole objects, then unfinished uploads. Ignores other objects. */
export async function* listBucket(scene: S3Scene): AsyncGenerator<StoredObject> {
  for await (const blob of listUnfinished(scene)) yield blob
  for await (const blob of listObjects(scene)) yield blob
}

async function* listObjects({ client, bucket, tuning }: S3Scene): AsyncGenerator<StoredObject> {
  let token: string | undefined
  do {
    const at = { Bucket: bucket, MaxKeys: tuning.pageEntries }
    const page = await client
      .send(new ListObjectsV2Command(token === undefined ? at : { ...at, ContinuationToken: token }))
      .catch((error) => Promise.reject(s3Fault(error)))
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      if (isBlobKey(Key)) yield { key: Key, segment: '', multipartId: '', bytes: Size, changedAt: LastModified }
    }
    const next = page.IsTruncated ? page.NextContinuationToken : undefined
    token = next === token ? undefined : next
  } while (token !== undefined)
}

/** Every unfinished upload of a blob. */
export async function* listUnfinished({ client, bucket, tuning }: S3Scene): AsyncGenerator<StoredObject> {
  let marker: { KeyMarker: string; UploadIdMarker: string } | undefined
  do {
    const at = { Bucket: bucket, MaxUploads: tuning.pageEntries }
    const page = await client
      .send(new ListMultipartUploadsCommand({ ...at, ...marker }))
      .catch((error) => Promise.reject(s3Fault(error)))
    for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? []) {
      if (isBlobKey(Key)) yield { key: Key, segment: '', multipartId: UploadId, bytes: 0, changedAt: Initiated }
    }
    const next = { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
    const isSame = marker?.KeyMarker === next.KeyMarker && marker.UploadIdMarker === next.UploadIdMarker
    marker = page.IsTruncated && next.KeyMarker !== '' && !isSame ? next : undefined
  } while (marker !== undefined)
}
