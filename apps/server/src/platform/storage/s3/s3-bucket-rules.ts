import { createHash } from 'node:crypto'
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import type { StoreLog } from './s3-bucket-check.ts'
import { type S3Scene, s3CodeOf } from './s3-client.ts'
import { UPLOAD_HEADERS } from './s3-sign.ts'

const RULE_ID = 'waybill-uploads'
/** Uploads live seven days; a shorter rule of the bucket would remove acknowledged parts. */
const ABORT_AFTER_DAYS = 8
const PREFLIGHT_SECONDS = 7_200

/** Ensures that pages of `origins` may PUT parts into the bucket; keeps the bucket's other rules. */
export async function allowUploads(scene: S3Scene, origins: readonly string[], log: StoreLog): Promise<void> {
  const rule: CORSRule = {
    ID: RULE_ID,
    AllowedOrigins: [...origins],
    AllowedMethods: ['PUT'],
    AllowedHeaders: [...UPLOAD_HEADERS],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: PREFLIGHT_SECONDS,
  }
  try {
    const rules = await readCors(scene)
    if (origins.every((origin) => rules.some((other) => lets(other, origin)))) return
    const CORSRules = [...rules.filter(({ ID }) => ID !== RULE_ID), rule]
    const command = new PutBucketCorsCommand({ Bucket: scene.bucket, CORSConfiguration: { CORSRules } })
    await scene.client.send(withMd5(command))
    log.info({ bucket: scene.bucket, origins }, 'the bucket now takes uploads from our pages (CORS)')
  } catch (error) {
    const reason = s3CodeOf(error)
    log.warn(
      { bucket: scene.bucket, reason, rule },
      'CORS of the bucket cannot be set: uploads fail until this rule is',
    )
  }
}

/** Ensures that the store removes unfinished uploads, a day after this server would have removed them. */
export async function endAbandonedUploads(scene: S3Scene, log: StoreLog): Promise<void> {
  const rule: LifecycleRule = {
    ID: RULE_ID,
    Status: 'Enabled',
    Filter: { Prefix: '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: ABORT_AFTER_DAYS },
  }
  try {
    const rules = await readLifecycle(scene)
    if (rules.some(isEager)) {
      log.warn(
        { bucket: scene.bucket, rules: rules.filter(isEager) },
        'the bucket ends uploads before their seven days',
      )
    }
    if (rules.some(endsUploads)) return
    const Rules = [...rules.filter(({ ID }) => ID !== RULE_ID), rule]
    const command = new PutBucketLifecycleConfigurationCommand({
      Bucket: scene.bucket,
      LifecycleConfiguration: { Rules },
    })
    await scene.client.send(withMd5(command))
    if (!(await readLifecycle(scene)).some(endsUploads)) throw new Error('the store accepted the rule and dropped it')
    log.info({ bucket: scene.bucket, days: ABORT_AFTER_DAYS }, 'the bucket now ends abandoned uploads')
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    log.warn({ bucket: scene.bucket, reason, rule }, 'the rule that ends abandoned uploads is not set in the bucket')
  }
}

async function readCors({ client, bucket }: S3Scene): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? []
  } catch (error) {
    if (s3CodeOf(error).startsWith('NoSuchCORS')) return []
    throw error
  }
}

async function readLifecycle({ client, bucket }: S3Scene): Promise<LifecycleRule[]> {
  try {
    return (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }))).Rules ?? []
  } catch (error) {
    if (s3CodeOf(error).startsWith('NoSuchLifecycle')) return []
    throw error
  }
}

/** Whether a CORS rule lets a page of `origin` PUT with our headers and read the ETag. */
function lets(rule: CORSRule, origin: string): boolean {
  const headers = (rule.AllowedHeaders ?? []).map((name) => name.toLowerCase())
  const exposed = (rule.ExposeHeaders ?? []).map((name) => name.toLowerCase())
  const origins = rule.AllowedOrigins ?? []
  return (
    (origins.includes(origin) || origins.includes('*')) &&
    (rule.AllowedMethods ?? []).includes('PUT') &&
    (headers.includes('*') || UPLOAD_HEADERS.every((name) => headers.includes(name))) &&
    (exposed.includes('*') || exposed.includes('etag'))
  )
}

function endsUploads(rule: LifecycleRule): boolean {
  const prefix = rule.Filter?.Prefix ?? ''
  const days = rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation
  return rule.Status === 'Enabled' && prefix === '' && !rule.Filter?.And && !rule.Filter?.Tag && days !== undefined
}

function isEager(rule: LifecycleRule): boolean {
  const days = rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? ABORT_AFTER_DAYS
  return rule.Status === 'Enabled' && days < ABORT_AFTER_DAYS
}

/**
 * Bucket settings need a checksum of their body. Every store understands Content-MD5, but not the CRC-32 headers that
 * the SDK would send.
 */
function withMd5<C extends PutBucketCorsCommand | PutBucketLifecycleConfigurationCommand>(command: C): C {
  const stack = command.middlewareStack as PutBucketCorsCommand['middlewareStack']
  stack.add(
    (next) => (args) => {
      const request = args.request as { body?: unknown; headers: Record<string, string> }
      const body = typeof request.body === 'string' ? request.body : ''
      for (const name of Object.keys(request.headers)) {
        if (/^x-amz-(?:sdk-)?checksum/i.test(name)) delete request.headers[name]
      }
      request.headers['content-md5'] = createHash('md5').update(body).digest('base64')
      return next(args)
    },
    { step: 'build', priority: 'low', name: 'contentMd5' },
  )
  return command
}
