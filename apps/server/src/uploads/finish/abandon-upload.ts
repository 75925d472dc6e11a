import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { authoriseUpload } from '../parts/authorise-upload.ts'
import { findUpload } from '../upload-store.ts'
import { giveUp } from './give-up.ts'

/**
 * Gives an unfinished upload up: nothing more is accepted, its reservation ends, and a job removes its bytes.
 *
 * @throws Problem 'upload-not-found' | 'upload-token-wrong' | 'upload-closed' once it was sent
 */
export async function abandonUpload(
  { db }: Pick<Context, 'db'>,
  uploadId: string,
  tokenHash: Uint8Array,
): Promise<void> {
  const upload = await authoriseUpload(db, uploadId, tokenHash)
  if (upload.state === 'abandoned') return
  const isDone = await db.transaction().execute((tx) => giveUp(tx, uploadId))
  // Another call closed it meanwhile: it either abandoned it too, which is fine, or sent it.
  if (!isDone && (await findUpload(db, uploadId))?.state === 'complete') throw new Problem('upload-closed')
}
