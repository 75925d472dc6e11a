import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { findUpload, issueToken, presentPlan } from '../../uploads/index.ts'
import { type AskedLink, type RequestLinkNeeds, requireAsked } from '../public-page/find-asked.ts'
import { findPending } from '../submission-progress-store.ts'

/**
 * Resumes what this supplier left, on any device identified by their link or proven address. To everyone else it does
 * not exist.
 *
 * @throws Problem as the contract's `resumeSubmission` names them
 */
export async function resumeSubmission(
  ctx: RequestLinkNeeds & Pick<Context, 'stores'>,
  { upload: uploadId, ...link }: AskedLink & { upload: string },
  request: FastifyRequest,
  origins: string[],
): Promise<{ plan: UploadPlan; items: string[] }> {
  const { supplier } = await requireAsked(ctx, link, request)
  const pending = await findPending(ctx.db, uploadId)
  const upload = pending && (await findUpload(ctx.db, uploadId))
  if (!pending || !upload || supplier === null || pending.supplier_id !== supplier.id)
    throw new Problem('upload-not-found')
  if (upload.state !== 'open' || upload.is_over) throw new Problem('upload-closed', { state: upload.state })
  const token = await issueToken(ctx.db, uploadId)
  return { plan: await presentPlan(ctx, upload, token, origins), items: pending.item_ids }
}
