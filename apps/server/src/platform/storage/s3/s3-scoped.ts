import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { Problem } from '@waybill/contract/core/problems'
import type { S3Settings } from '../../config/s3-settings.ts'
import type { ScopedKeys, ScopedUploads } from '../blob-port.ts'
import { adoptObject } from './s3-adopt.ts'
import { isGone, type S3Scene, s3Fault } from './s3-client.ts'

/** Foreign clients of one bucket, by temporary credentials of a role. */
export function scopedUploads(scene: S3Scene, role: NonNullable<S3Settings['stsRole']>): ScopedUploads {
  return {
    issue: (prefix, minutes) => assumeRole(scene, role, { prefix, minutes }).catch(fail),
    adopt: (from, ref) => adoptObject(scene, from, ref).catch(fail),
    sweep: (prefix) => sweepPrefix(scene, prefix).catch(fail),
  }
}

const fail = (error: unknown): never => {
  throw s3Fault(error)
}

const PREFIX = /^[0-9a-f]{32}$/

/**
 * The only policy with which the role is ever assumed: without one its credentials would do whatever the role may. Puts
 * objects and parts, aborts, lists parts, under one upload's prefix; and puts nothing that others may read.
 *
 * @throws Error (a bug) for anything that is not a prefix
 */
export function uploadPolicy(bucket: string, prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('not an upload prefix')
  const Resource = [`arn:aws:s3:::${bucket}/${prefix}/*`]
  const deny = (header: string, values: string[]) => ({
    Effect: 'Deny',
    Action: ['s3:PutObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
    Condition: { StringLike: { [`s3:${header}`]: values } },
  })
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'], Resource },
      deny('x-amz-acl', ['public*', 'authenticated*']),
      deny('x-amz-grant-read', ['*']),
      deny('x-amz-grant-full-control', ['*']),
      deny('x-amz-grant-read-acp', ['*']),
      deny('x-amz-grant-write-acp', ['*']),
    ],
  })
}

/** @throws the store's own error; Problem 'store-unavailable' where the answer names no credentials */
export async function assumeRole(
  { settings, bucket, tuning }: S3Scene,
  { arn, endpoint }: NonNullable<S3Settings['stsRole']>,
  { prefix, minutes }: { prefix: string; minutes: number },
): Promise<ScopedKeys> {
  const { region, accessKeyId, secretAccessKey } = settings
  const client = new STSClient({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: tuning.maxAttempts,
    requestHandler: { requestTimeout: tuning.timeoutMs, throwOnRequestTimeout: true },
  })
  try {
    const { Credentials: given } = await client.send(
      new AssumeRoleCommand({
        RoleArn: arn,
        RoleSessionName: `upload-${prefix}`,
        DurationSeconds: minutes * 60,
        Policy: uploadPolicy(bucket, prefix),
      }),
    )
    if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken || !given.Expiration) {
      throw new Problem('store-unavailable', { store: settings.id })
    }
    return {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
      endsAt: given.Expiration,
      endpoint: settings.endpoint,
      region,
      bucket,
    }
  } finally {
    client.destroy()
  }
}

/** One page at a time, until nothing is left. */
async function sweepPrefix({ client, bucket, tuning }: S3Scene, prefix: string): Promise<number> {
  if (!PREFIX.test(prefix)) throw new Error('not an upload prefix')
  const under = { Bucket: bucket, Prefix: `${prefix}/` }
  let removed = 0
  for (;;) {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ ...under, MaxUploads: tuning.pageEntries }),
    )
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ ...under, MaxKeys: tuning.pageEntries }))
    if (Uploads.length + Contents.length === 0) return removed
    for (const { Key, UploadId } of Uploads) {
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(ignoreGone)
    }
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    removed += Uploads.length + Contents.length
  }
}

function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error
}
