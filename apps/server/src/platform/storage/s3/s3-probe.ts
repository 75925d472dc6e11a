import { randomBytes } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { StartError } from '../../config/start-error.ts'
import { encryptionOf, type S3Scene, s3CodeOf } from './s3-client.ts'

const PREFIX = 'waybill-probe-'
/** No probe takes this long: an older one is left over from a process that ended, or from a lost reply. */
const LEFT_AFTER_MS = 600_000

/** One name per process, so that the next probe overwrites and removes one whose removal failed. */
export const newProbeKey = (): string => `${PREFIX}${randomBytes(8).toString('hex')}`

/**
 * Writes, reads and removes a small object; returns the content that was read. Removes the object even after a failure.
 */
export async function probeObject(scene: S3Scene, key: string): Promise<GetObjectCommandOutput> {
  const { client, bucket, settings } = scene
  const at = { Bucket: bucket, Key: key }
  const remove = () => client.send(new DeleteObjectCommand(at))
  try {
    // After a lost reply it may still be there.
    await client.send(new PutObjectCommand({ ...at, Body: 'probe', ...encryptionOf(settings) }))
    const read = await client.send(new GetObjectCommand(at))
    if ((await read.Body?.transformToString()) !== 'probe')
      throw new Error(`The bucket ${bucket} gives back other bytes`)
    await remove().catch((cause) => {
      throw new StartError(`Nothing can be removed from the bucket ${bucket} (${s3CodeOf(cause)}).`, { cause })
    })
    return read
  } catch (error) {
    await remove().catch(() => undefined)
    throw error
  }
}

/** Removes old probes of other processes. */
export async function sweepProbes({ client, bucket }: S3Scene, nowMs: number): Promise<void> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX }))
  for (const { Key, LastModified } of Contents) {
    if (Key === undefined || nowMs - (LastModified?.getTime() ?? nowMs) < LEFT_AFTER_MS) continue
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
  }
}
