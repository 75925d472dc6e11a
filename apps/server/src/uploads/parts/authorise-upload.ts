import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { findUpload, isTokenOf, type UploadRow } from '../upload-store.ts'

/**
 * The upload that `tokenHash` may work on.
 *
 * @throws Problem 'upload-not-found' | 'upload-token-wrong'
 */
export async function authoriseUpload(
  db: Kysely<Database>,
  uploadId: string,
  tokenHash: Uint8Array,
): Promise<UploadRow & { is_over: boolean }> {
  const upload = await findUpload(db, uploadId)
  if (upload === null) throw new Problem('upload-not-found')
  if (upload.state !== 'abandoned' && !(await isTokenOf(db, uploadId, tokenHash))) {
    throw new Problem('upload-token-wrong')
  }
  return upload
}

/** The same, if it still accepts bytes. @throws also Problem 'upload-closed' */
export async function authoriseOpenUpload(
  db: Kysely<Database>,
  uploadId: string,
  tokenHash: Uint8Array,
): Promise<UploadRow> {
  const upload = await authoriseUpload(db, uploadId, tokenHash)
  if (upload.state !== 'open' || upload.is_over) throw new Problem('upload-closed', { state: upload.state })
  return upload
}
