import { NoSuchKey, NoSuchUpload, NotFound, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/contract/core/problems'
import type { S3Settings } from '../../config/s3-settings.ts'

/** What every S3 call of the store needs. */
export interface S3Scene {
  client: S3Client
  bucket: string
  settings: S3Settings
  tuning: S3Tuning
}

export interface S3Tuning {
  /** For one request until its answer begins, and for the longest silence within an answer. Somebody waits for it. */
  timeoutMs: number
  /** The same for requests that carry a part, or complete an object from its parts. */
  slowTimeoutMs: number
  /** Attempts for one request, the first included, with full jitter between them. */
  maxAttempts: number
  /** Entries in one page of a listing. */
  pageEntries: number
  /** Ranges in flight ahead of a reader. */
  rangesAhead: number
  /** The store copies no more in one call; larger objects are copied in parts of `copiedPartBytes`. */
  maxCopyBytes: number
  copiedPartBytes: number
}

export const defaultTuning: S3Tuning = {
  timeoutMs: 20_000,
  slowTimeoutMs: 90_000,
  maxAttempts: 6,
  pageEntries: 1_000,
  rangesAhead: 4,
  maxCopyBytes: 5 * 1024 ** 3,
  copiedPartBytes: 1024 ** 3,
}

/**
 * Checksums only where required: the SDK's default checksum of an empty body would be signed into part URLs, and stores
 * other than Amazon's refuse the headers.
 */
export function createS3Client(settings: S3Settings, tuning: S3Tuning, onCall?: S3Told): S3Client {
  const { timeoutMs, slowTimeoutMs, maxAttempts } = tuning
  const agent = { keepAlive: true, maxSockets: 256 }
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts,
    requestHandler: {
      connectionTimeout: Math.min(10_000, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: slowTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  if (onCall !== undefined) tellCalls(client, onCall)
  return client
}

/** Told of every try: the operation, and the store's HTTP status, or 'failed' where no answer came. */
export type S3Told = (operation: string, status: string) => void

function tellCalls(client: S3Client, onCall: S3Told): void {
  const statusOf = (of: unknown) => String((of as { statusCode?: number } | undefined)?.statusCode ?? 'failed')
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const operation = String(commandName).replace(/Command$/, '')
        try {
          const result = await next(args)
          onCall(operation, statusOf(result.response))
          return result
        } catch (error) {
          const { httpStatusCode: statusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
          onCall(operation, statusOf({ statusCode }))
          throw error
        }
      },
    // Outside the deserialiser, which throws for refusals, and inside the retries.
    { step: 'deserialize', priority: 'high', name: 'tellCalls' },
  )
}

export interface Encryption {
  ServerSideEncryption?: 'AES256' | 'aws:kms'
  SSEKMSKeyId?: string
}

/** The headers that request the configured server-side encryption. */
export function encryptionOf({ sse, sseKeyId }: Pick<S3Settings, 'sse' | 'sseKeyId'>): Encryption {
  if (sse === 'none') return {}
  return { ServerSideEncryption: sse, ...(sseKeyId === null ? {} : { SSEKMSKeyId: sseKeyId }) }
}

/** The store's own code for a failure, such as 'AccessDenied' or 'InvalidPart'; the error's name where it has none. */
export function s3CodeOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error)
}

export function isGone(error: unknown): boolean {
  if (error instanceof NoSuchKey || error instanceof NotFound || error instanceof NoSuchUpload) return true
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

/** Whether a failure, or its cause, means that no store answered, or a gateway for it: that says nothing about it. */
export function isAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof S3ServiceException) return (cause.$metadata.httpStatusCode ?? 0) >= 500
  const { code, name } = cause as { code?: unknown; name?: unknown }
  return name === 'TimeoutError' || (typeof code === 'string' && /^E[A-Z_]+$/.test(code))
}

/** What a failed S3 call means to the caller after its retries. */
export function s3Fault(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('store-unavailable', { store: 's3' }, { cause: error })
}
