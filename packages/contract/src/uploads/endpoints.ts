import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, crc32Field, id, instant, text } from '../core/fields.ts'
import { regions } from './regions.ts'

/**
 * How bytes arrive. A *blob* is the stored object: one file, or a pack of consecutive small ones, whose content is
 * theirs in manifest order with nothing between. The client PUTs *parts*, ranges of blobs, in any order, to the URLs
 * that it gets. Empty files have no blob.
 */
export const plannedBlob = z.object({
  id,
  bytes,
  /** Size of the first parts; on presigned stores of every part but the last. */
  partBytes: bytes,
  /** Whether parts may have any size from `minPartBytes`, starting at multiples of it. False: exactly `partBytes`. */
  resizable: z.boolean(),
  minPartBytes: bytes,
  /** Server transport: the path for PUTs of the blob's parts. Null: ask `signParts`. */
  path: z.string().nullable(),
  /** The files inside: index in the manifest, and the offset of its bytes. */
  members: z.array(z.object({ file: z.int(), offset: bytes })),
  /** What the server already has, merged: [offset, bytes] pairs. */
  have: z.array(z.tuple([bytes, bytes])),
})

export const plannedFile = z.object({ id, path: z.string(), bytes, modifiedAt: z.number(), fingerprint: z.string() })

/** What an upload reached on its line: parts at once, and the round trip. */
export const lineHint = z.object({ parallel: z.int().min(1).max(64), roundTripMs: z.number().min(0).max(60_000) })
export type LineHint = z.infer<typeof lineHint>

/**
 * How long a completion waits for parts that are under way, in ms; it then completes, or says what is missing. Ask for
 * it once every part is being sent, so that its answer needs no round trip after the last byte.
 */
export const waitMs = z.int().min(0).max(20_000)

export const uploadPlan = z.object({
  upload: id,
  /** Bearer token of this upload alone; valid until `expiresAt`, independent of any session. */
  token: z.string(),
  expiresAt: instant,
  /** 'sts': by storage credentials of `issueStorageCredentials`, which name each file's key. */
  transport: z.enum(['server', 'presigned', 'sts']),
  /** Where the files will be stored; absent where there is one store. */
  region: z.enum(regions).optional(),
  /** Where parts may be sent, the page's own origin first. The client probes each and uses those that answer. */
  origins: z.array(z.string()),
  maxPartBytes: bytes,
  /** The store's own limit on parts at a time; null for none. */
  maxParallel: z.int().nullable(),
  /** What this device reached lately on this network, as a hint to begin with; null where nothing is known. */
  line: lineHint.nullable(),
  /** In manifest order. */
  files: z.array(plannedFile),
  blobs: z.array(plannedBlob),
})
export type UploadPlan = z.infer<typeof uploadPlan>
export type PlannedBlob = z.infer<typeof plannedBlob>
export type PlannedFile = z.infer<typeof plannedFile>

/** In the body of a plan: how the bytes will come. */
export const wayOfBytes = {
  /** The browser's `navigator.connection.effectiveType`. */
  effectiveType: z.enum(['slow-2g', '2g', '3g', '4g', 'other']).default('other'),
  /** By storage credentials, each file as one object. */
  transport: z.literal('sts').optional(),
}

/** For visitors: the region that their browser found to be the fastest. Absent or without a store: the nearest. */
export const fastestRegion = text(32).optional()

/** One file as the sender's device shows it. */
export const manifestFile = z.strictObject({
  path: z.string().max(8_000),
  bytes,
  /** Epoch milliseconds of the last change. */
  modifiedAt: z.number().min(-8.64e15).max(8.64e15),
  fingerprint: text(200).min(1),
})
export type ManifestFile = z.infer<typeof manifestFile>

/** Presigned stores: URLs for parts, each signed for exactly these bytes. */
export const signParts = endpoint('signParts', {
  summary: 'URLs for parts on a presigned store',
  auth: 'upload-token',
  maxBodyBytes: 4_194_304,
  params: z.strictObject({ upload: id }),
  body: z.strictObject({
    parts: z
      .array(
        z.strictObject({
          blob: id,
          offset: bytes,
          bytes,
          crc32: crc32Field,
          /** Base64 of 16 bytes. */
          md5: z.string().length(24),
          /** CRC-32 of each member, where the blob is a pack. */
          memberCrcs: z.array(crc32Field).max(4_096).optional(),
        }),
      )
      .min(1)
      .max(64),
  }),
  reply: z.object({
    parts: z.array(
      z.object({
        blob: id,
        offset: bytes,
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        expiresAt: instant,
      }),
    ),
  }),
  problems: ['upload-not-found', 'upload-token-wrong', 'upload-closed', 'part-misplaced', 'store-unavailable'],
})

/**
 * One part, as the raw body. Headers: `Authorization: Bearer <upload token>`, `Waybill-Offset`, `Waybill-Crc32` (both
 * decimal), `Content-Length`, `Content-Type: application/octet-stream`. The server answers once the bytes are synced.
 */
export const receivePart = endpoint('receivePart', {
  summary: 'Send one part of a blob',
  bodyTypes: ['application/octet-stream'],
  auth: 'upload-token',
  params: z.strictObject({ upload: id, blob: id }),
  reply: z.object({ offset: bytes, bytes, crc32: crc32Field }),
  problems: [
    'upload-not-found',
    'upload-token-wrong',
    'upload-closed',
    'part-crc-mismatch',
    'part-size-mismatch',
    'part-misplaced',
    'part-too-large',
    'part-too-slow',
    'part-conflict',
    'part-superseded',
    'too-many-parts',
    'too-many-uploads',
    'disk-full',
    'store-unavailable',
  ],
  crossesPorts: true,
})

/** The current plan: the same upload and token, with what the server has by now. */
export const readUpload = endpoint('readUpload', {
  summary: 'What an unfinished upload already holds',
  auth: 'upload-token',
  params: z.strictObject({ upload: id }),
  reply: uploadPlan,
  problems: ['upload-not-found', 'upload-token-wrong', 'upload-closed'],
})

export const abandonUpload = endpoint('abandonUpload', {
  summary: 'Give an unfinished upload up: its bytes are removed',
  auth: 'upload-token',
  params: z.strictObject({ upload: id }),
  status: 204,
  problems: ['upload-not-found', 'upload-token-wrong', 'upload-closed'],
})

/** Answers 204 on every upload origin, so that the browser learns which of them it can reach. */
export const probeOrigin = endpoint('probeOrigin', {
  summary: 'Whether this upload origin can be reached',
  countsAmong: 'nobody',
  status: 204,
  crossesPorts: true,
})

/**
 * Temporary keys for an S3 client, for an upload planned with `transport: 'sts'`: they put objects, also in parts, list
 * these parts and abort, under the upload's own prefix alone. Ask again before `Expiration`, and where the store answers
 * `ExpiredToken` or `InvalidAccessKeyId`; earlier keys stay valid. They end with the
 * upload, or at a store of its own at `Expiration`: what is put after the upload's end counts for nothing. The caller is the upload's
 * account, by a session or an API key, or any client with the upload's token. Needs no Origin where no cookie comes along.
 */
export const issueStorageCredentials = endpoint('issueStorageCredentials', {
  summary: 'Temporary storage keys for one upload',
  auth: 'bearer',
  keyScope: 'send',
  body: z.strictObject({
    /** The upload's. */
    id,
    type: z.enum(['userUpload', 'anonUpload', 'request', 'teamMember', 'teamUpload']),
    /** The id of the team's admin; needed for 'teamMember'. */
    adminId: id.optional(),
  }),
  reply: z.object({
    AccessKeyId: z.string(),
    AccessKeySecret: z.string(),
    SecurityToken: z.string(),
    Expiration: instant,
    /** Address the bucket by path: `{Endpoint}/{Bucket}/{key}`. */
    Endpoint: z.string(),
    Region: z.string(),
    Bucket: z.string(),
    /** Ends with a slash. */
    Prefix: z.string(),
    /** By the file's id in the plan; an empty file has none. */
    Keys: z.record(z.string(), z.string()),
  }),
  problems: [
    'unauthenticated',
    'account-suspended',
    'not-yours',
    'upload-not-found',
    'upload-token-wrong',
    'upload-closed',
    'part-misplaced',
    'too-many-requests',
    'store-unavailable',
  ],
})
