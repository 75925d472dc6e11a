import { createHash } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import { KEY_ID_BYTES, plainBytesOf, readSealedHead } from '@waybill/contract/requests/sealed-form'
import type { Sealing } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import { type SniffedFile, sniffFiles } from '../../transfers/index.ts'
import type { RequestRow } from '../request-store.ts'
import type { PendingSubmission } from '../submission-progress-store.ts'

/** What the server can check in files that it cannot open: their size, and their start. */
type SealedRequest = Pick<RequestRow, 'sealing'>

/**
 * Files with the size of their content, which a request's limits apply to.
 *
 * @throws Problem 'file-not-sealed' {path} for a size that no sealed file has
 */
export function plainFiles<F extends { path: string; bytes: number }>(
  request: SealedRequest,
  files: readonly F[],
): F[] {
  if (!request.sealing) return [...files]
  return files.map((file) => {
    const bytes = plainBytesOf(file.bytes)
    if (bytes === null) throw new Problem('file-not-sealed', { path: file.path })
    return { ...file, bytes }
  })
}

/** The name of this key in files that are sealed for it. */
export const keyIdOf = ({ publicKey }: Pick<Sealing, 'publicKey'>): Buffer =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest().subarray(0, KEY_ID_BYTES)

/**
 * Checks the start of each stored file: sealed for this key, and of the declared size.
 *
 * @throws Problem 'file-not-sealed' {path}
 */
export async function requireSealed(
  ctx: Pick<Context, 'db' | 'stores'>,
  sealing: Sealing,
  files: readonly SniffedFile[],
): Promise<void> {
  const keyId = keyIdOf(sealing)
  const sizes = new Map(files.map(({ path, bytes }) => [path, plainBytesOf(bytes)]))
  await sniffFiles(ctx, files, (path, bytes) => {
    const head = readSealedHead(bytes)
    const isSealed = head !== null && keyId.equals(head.keyId) && head.plainBytes === sizes.get(path)
    return isSealed ? null : new Problem('file-not-sealed', { path })
  })
}

/**
 * Compares the key that a page claims to seal for with the current request: a page that was opened before the request
 * became sealed is refused before it sends an unsealed byte.
 *
 * @throws Problem 'file-not-sealed' {path}
 */
export function requireSealedFor(
  { sealing }: SealedRequest,
  sealedFor: string | null | undefined,
  files: ReadonlyArray<{ path: string }>,
): void {
  if (sealedFor === undefined || sealedFor === (sealing?.publicKey ?? null)) return
  throw new Problem('file-not-sealed', { path: files[0]?.path ?? '' })
}

/**
 * The caller locks the request. @throws Problem 'file-not-sealed' {path} where its key is no longer the submission's
 */
export function requireKey(
  { sealing }: SealedRequest,
  { sealed_for }: PendingSubmission,
  files: ReadonlyArray<{ path: string }>,
): void {
  if ((sealing?.publicKey ?? null) !== sealed_for) throw new Problem('file-not-sealed', { path: files[0]?.path ?? '' })
}

/**
 * The claimed checksums, by file. @throws Problem 'invalid-input' for a file of another submission, or an unsealed
 * request
 */
export function claimsOf(
  { sealing }: SealedRequest,
  files: ReadonlyArray<{ id: string }>,
  claims: ReadonlyArray<{ file: string; sha256: string }> = [],
): Map<string, string> {
  const ids = new Set(files.map(({ id }) => id))
  if (claims.some(({ file }) => sealing === null || !ids.has(file))) {
    throw new Problem('invalid-input', { where: 'body', field: 'claims' })
  }
  return new Map(claims.map(({ file, sha256 }) => [file, sha256]))
}
