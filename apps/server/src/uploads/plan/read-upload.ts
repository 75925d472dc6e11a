import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { authoriseOpenUpload } from '../parts/authorise-upload.ts'
import { presentPlan } from './present-plan.ts'

/**
 * The current plan: the same upload and token, and what the server has by now.
 *
 * @throws Problem 'upload-not-found' | 'upload-token-wrong' | 'upload-closed'
 */
export async function readUpload(
  ctx: Pick<Context, 'db' | 'stores'>,
  uploadId: string,
  token: string,
  origins: string[],
): Promise<UploadPlan> {
  const upload = await authoriseOpenUpload(ctx.db, uploadId, hashToken(token))
  return presentPlan(ctx, upload, token, origins)
}
