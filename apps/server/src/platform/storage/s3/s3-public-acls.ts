import {
  DeleteObjectCommand,
  GetPublicAccessBlockCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3'
import { StartError } from '../../config/start-error.ts'
import { encryptionOf, type S3Scene, s3CodeOf } from './s3-client.ts'
import { newProbeKey } from './s3-probe.ts'

/**
 * Ensures that no object of the bucket becomes public by its own access list: storage credentials may put objects, and a
 * store lets the client that puts an object publish it. Nothing else is blocked: on some stores `BlockPublicAcls` refuses every
 * put. A probe, not the setting, says that it works.
 *
 * @throws StartError with a sentence for the operator
 */
export async function ignorePublicAcls(scene: S3Scene): Promise<void> {
  const { client, bucket } = scene
  const set = await client.send(new GetPublicAccessBlockCommand({ Bucket: bucket })).catch(() => null)
  const had = set?.PublicAccessBlockConfiguration
  if (!had?.IgnorePublicAcls) {
    const PublicAccessBlockConfiguration = { ...had, IgnorePublicAcls: true }
    await client
      .send(new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration }))
      .catch((cause) => {
        throw new StartError(
          `The bucket ${bucket} cannot be told to ignore public access lists (${s3CodeOf(cause)}): allow s3:PutBucketPublicAccessBlock, or leave S3_STS_ROLE out.`,
          { cause },
        )
      })
  }
  if (await canBePublic(scene)) {
    throw new StartError(
      `The bucket ${bucket} lets anybody read an object that was put as public, although it is told to ignore that: leave S3_STS_ROLE out.`,
    )
  }
}

/**
 * Puts a small object as public, and reads it as a stranger. With a key of a key service no stranger can read it in any
 * case: then only the setting protects the bucket.
 */
async function canBePublic({ client, bucket, settings }: S3Scene): Promise<boolean> {
  const at = { Bucket: bucket, Key: newProbeKey() }
  try {
    await client.send(new PutObjectCommand({ ...at, Body: 'probe', ACL: 'public-read', ...encryptionOf(settings) }))
  } catch (error) {
    // A store that refuses access lists altogether is as safe; any other failure was found by the probe before this.
    if (s3CodeOf(error) === 'AccessControlListNotSupported' || s3CodeOf(error) === 'AccessDenied') return false
    throw error
  }
  try {
    const { endpoint, pathStyle } = settings
    const base = new URL(endpoint)
    if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`
    const answer = await fetch(new URL(pathStyle ? `/${bucket}/${at.Key}` : `/${at.Key}`, base))
    await answer.body?.cancel()
    return answer.ok
  } finally {
    await client.send(new DeleteObjectCommand(at)).catch(() => undefined)
  }
}
