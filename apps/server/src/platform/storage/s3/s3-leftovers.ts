import { AbortMultipartUploadCommand } from '@aws-sdk/client-s3'
import type { StoredObject } from '../blob-port.ts'
import { isGone, type S3Scene } from './s3-client.ts'
import { listUnfinished } from './s3-list.ts'

/** A younger one may belong to an upload that is being planned. */
const LEFT_AFTER_MS = 3_600_000
const PAGE = 500

/**
 * Aborts multipart uploads that no row knows. After a lost reply the same request is made twice, and the store then
 * holds two uploads of one key: only the upload is aborted, never the object, which may be complete under that key.
 */
export async function endUnknownUploads(
  scene: S3Scene,
  known: (multipartIds: readonly string[]) => Promise<ReadonlySet<string>>,
  nowMs: number,
): Promise<number> {
  const old: StoredObject[] = []
  for await (const upload of listUnfinished(scene)) {
    if (nowMs - upload.changedAt.getTime() > LEFT_AFTER_MS) old.push(upload)
  }
  let ended = 0
  for (let from = 0; from < old.length; from += PAGE) {
    const page = old.slice(from, from + PAGE)
    const kept = await known(page.map(({ multipartId }) => multipartId))
    for (const { key, multipartId } of page) {
      if (kept.has(multipartId)) continue
      const command = new AbortMultipartUploadCommand({ Bucket: scene.bucket, Key: key, UploadId: multipartId })
      await scene.client.send(command).catch((error) => {
        if (!isGone(error)) throw error
      })
      ended += 1
    }
  }
  return ended
}
