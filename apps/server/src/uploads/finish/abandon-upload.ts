import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { authoriseUpload } from '../parts/authorise-upload.ts'
import { findUpload, type UploadRow } from '../upload-store.ts'
import { completeReady } from './complete-upload.ts'
import { giveUp } from './give-up.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log'>

/**
 * Gives an unfinished upload up: nothing more is accepted, its reservation ends, and a job removes its bytes. Where its
 * files are shown already, those stay whose bytes are all there. Does nothing where it has ended before.
 *
 * @throws Problem 'upload-not-found' | 'upload-token-wrong' | 'upload-closed' once it was sent, unless its
 * files were shown before its end
 */
export async function abandonUpload(ctx: Needs, uploadId: string, tokenHash: Uint8Array): Promise<void> {
  const { db } = ctx
  const upload = await authoriseUpload(db, uploadId, tokenHash)
  if (hasEnded(upload)) return
  if (upload.state === 'open' && upload.is_arriving) await completeArrived(ctx, upload)
  const isDone = await db.transaction().execute((tx) => giveUp(tx, uploadId))
  if (isDone) return
  // Another call closed it meanwhile: it either abandoned it too, which is fine, or sent it.
  const closed = await findUpload(db, uploadId)
  if (closed?.state === 'complete' && !hasEnded(closed)) throw new Problem('upload-closed')
}

/** An upload whose files were shown before its end is complete after it, with what had come. */
const hasEnded = ({ state, is_arriving: isArriving }: UploadRow): boolean =>
  state === 'abandoned' || (state === 'complete' && isArriving)

/**
 * Completes what has come of an upload that is about to end: the task that does it may not have run since. False where
 * its store is away, so that nobody can say what has come.
 */
export async function completeArrived(ctx: Needs, upload: UploadRow): Promise<boolean> {
  try {
    await completeReady(ctx, upload)
    return true
  } catch (error) {
    ctx.log.warn({ error, upload: upload.id }, 'what has come of an upload that ends could not be completed')
    return !(error instanceof Problem && error.code === 'store-unavailable')
  }
}
