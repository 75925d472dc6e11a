import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { signParts as endpoint } from '@waybill/contract/uploads/endpoints'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { finishLater } from '../arriving/arrival-store.ts'
import { type BlobRow, listBlobs, listUploadedFiles, refOf, type UploadedFile } from '../blob-store.ts'
import { holdsSmallFile } from '../plan/plan-blobs.ts'
import { authoriseOpenUpload } from './authorise-upload.ts'
import { insertClaims, type NewClaim } from './part-store.ts'

/** How long a signed URL is valid, in seconds: it is signed just before the part is sent. */
const SIGNED_SECONDS = 900
/** How long after parts were signed the store is asked which have arrived. */
const FINISH_SECONDS = 5

type Wanted = z.output<NonNullable<(typeof endpoint)['body']>>['parts'][number]
type Signed = ReplyOf<typeof endpoint>

/**
 * Signs a URL for each part, for exactly these bytes at exactly this place, and stores the browser's checksum for them.
 * The URL gives access to nothing else in the store.
 *
 * @throws Problem 'upload-not-found' | 'upload-token-wrong' | 'upload-closed' | 'part-misplaced' | 'store-unavailable'
 */
export async function signParts(
  ctx: Pick<Context, 'db' | 'stores'>,
  uploadId: string,
  tokenHash: Uint8Array,
  wanted: readonly Wanted[],
): Promise<Signed> {
  const upload = await authoriseOpenUpload(ctx.db, uploadId, tokenHash)
  const store = ctx.stores.of(upload.store)
  const transport = upload.storage_prefix === null ? store.transport : 'sts'
  if (transport !== 'presigned') throw new Problem('part-misplaced', { transport })
  const [blobs, files] = await Promise.all([listBlobs(ctx.db, uploadId), listUploadedFiles(ctx.db, uploadId)])
  const byBlob = Map.groupBy(files, (file) => file.blob_id)
  const checked = wanted.map((part) => checkPart(part, blobs, byBlob.get(part.blob) ?? []))
  await insertClaims(ctx.db, withoutRepeats(checked.map(({ claim }) => claim)))
  // Only the store sees these parts come.
  if (upload.is_arriving) await finishLater(ctx.db, uploadId, FINISH_SECONDS)
  const parts: Signed['parts'] = []
  for (const { blob, claim } of checked) {
    const span = { offset: claim.starts_at, bytes: claim.bytes }
    const [signed] = await store.signParts(refOf(blob), [{ ...span, md5: claim.md5 }], SIGNED_SECONDS)
    if (signed === undefined) throw new Error('the store signed nothing')
    const expiresAt = new Date(signed.expiresAt ?? upload.expires_at).toISOString()
    parts.push({ blob: blob.id, offset: signed.offset, url: signed.url, headers: signed.headers, expiresAt })
  }
  return { parts }
}

/** @throws Problem 'part-misplaced' for a place outside the plan */
function checkPart(
  part: Wanted,
  blobs: readonly BlobRow[],
  members: readonly UploadedFile[],
): { blob: BlobRow; claim: NewClaim } {
  const blob = blobs.find(({ id }) => id === part.blob)
  if (blob === undefined) throw new Problem('upload-not-found')
  if (blob.completed_at !== null) throw new Problem('upload-closed')
  const bytes = Math.min(blob.part_bytes, blob.bytes - part.offset)
  const isPack = holdsSmallFile(members)
  const isPlanned = part.offset % blob.part_bytes === 0 && part.bytes === bytes && bytes > 0
  if (!isPlanned || (isPack && part.memberCrcs?.length !== members.length)) {
    throw new Problem('part-misplaced', { offset: part.offset, bytes: part.bytes })
  }
  const md5 = Buffer.from(part.md5, 'base64')
  if (md5.length !== 16) throw new Problem('invalid-input', { where: 'body', field: 'md5' })
  const member_crcs = isPack ? (part.memberCrcs ?? null) : null
  return { blob, claim: { blob_id: blob.id, starts_at: part.offset, bytes, crc32: part.crc32, md5, member_crcs } }
}

/** The last of several claims for the same bytes in the same place: one statement may not touch a row twice. */
function withoutRepeats(claims: readonly NewClaim[]): NewClaim[] {
  const key = ({ blob_id, starts_at, md5 }: NewClaim) => `${blob_id} ${starts_at} ${Buffer.from(md5).toString('hex')}`
  return [...new Map(claims.map((claim) => [key(claim), claim])).values()]
}
