/** One call at the S3 door: who signed it, for which file, and what it asks for. */
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { BlobRow } from '../blob-store.ts'
import { findKeyHolder } from '../credentials/storage-key-store.ts'
import { isAccessKeyId, readSessionToken, secretOf, storedHashOf } from '../credentials/storage-keys.ts'
import { S3Error } from './s3-error.ts'
import { type Claim, readClaim, requireSignature, signingKey, textOf } from './signature.ts'

/** The bucket and region of the door: names that clients need and that mean nothing here. */
export const DOOR = { path: '/s3', bucket: 'waybill', region: 'us-east-1' } as const
/** As S3's. */
const MAX_SKEW_MS = 15 * 60_000

export interface DoorCall {
  uploadId: string
  tokenHash: Buffer
  blob: BlobRow
  /** As the client names the file. */
  key: string
  claim: Claim
  signingKey: Buffer
}

type Needs = Pick<Context, 'db' | 'masterKey' | 'clock'>

/**
 * Checks signature, date, session token and scope of a call, in S3's order: a stranger learns nothing but that the
 * signature is wrong.
 *
 * @throws S3Error as S3 names them
 */
export async function authoriseCall(ctx: Needs, request: FastifyRequest): Promise<DoorCall> {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2)
  const { method, headers } = request
  const claim = readClaim({ headers })
  const { accessKeyId } = claim
  if (claim.region !== DOOR.region) {
    throw new S3Error('AuthorizationHeaderMalformed', `The region of this store is '${DOOR.region}'.`)
  }
  if (!isAccessKeyId(accessKeyId)) throw unknownKey()
  requireNow(ctx, claim.date)
  const token = textOf(headers, 'x-amz-security-token')
  const endsAt = readSessionToken(ctx.masterKey, accessKeyId, token)
  if (endsAt === null) throw new S3Error('InvalidToken', 'The session token is not that of the access key.')
  const secret = secretOf(ctx.masterKey, accessKeyId)
  requireSignature({ method, path, query, headers }, claim, secret)
  const place = placeOf(path)
  const tokenHash = storedHashOf(ctx.masterKey, accessKeyId)
  const held = await findKeyHolder(ctx.db, { hash: tokenHash, blobId: place?.name ?? '' })
  if (held?.isExpired || (held === null && endsAt.getTime() <= ctx.clock.nowMs())) {
    throw new S3Error('ExpiredToken', 'These credentials have expired.')
  }
  if (held === null || !held.isOpen) throw unknownKey()
  const isInScope = place !== null && place.bucket === DOOR.bucket && place.prefix === held.prefix
  if (held.isSuspended || !isInScope || held.blob === null) throw denied()
  const key = `${place.prefix}/${place.name}`
  return { uploadId: held.uploadId, tokenHash, blob: held.blob, key, claim, signingKey: signingKey(secret, claim) }
}

export const denied = () => new S3Error('AccessDenied', 'Access denied.')
const unknownKey = () => new S3Error('InvalidAccessKeyId', 'These credentials are not known, or have ended.')

/** @throws S3Error 'RequestTimeTooSkewed' */
function requireNow({ clock }: Pick<Context, 'clock'>, date: string): void {
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'))
  if (!(Math.abs(clock.nowMs() - at) <= MAX_SKEW_MS)) {
    throw new S3Error('RequestTimeTooSkewed', "The request's time and the server's differ by more than 15 minutes.")
  }
}

/** Only the plain spelling of a key names a file: nothing is decoded or normalised. */
function placeOf(path: string): { bucket: string; prefix: string; name: string } | null {
  const [, bucket, prefix, name] = /^\/s3\/([a-z0-9-]{3,63})\/([0-9a-f]{32})\/([\w-]{1,64})$/.exec(path) ?? []
  return bucket === undefined || prefix === undefined || name === undefined ? null : { bucket, prefix, name }
}
