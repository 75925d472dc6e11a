import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { settleDeadlines } from '../deadlines/deadlines.ts'
import { COMES_BACK_SECONDS, findStandingRequest, lockRequest, mayComeBack } from '../request-store.ts'
import { settleSuppliers } from '../submission-progress-store.ts'
import { findAnswer, takeAnswerBack } from '../submission-store.ts'
import { findSupplier } from '../supplier-store.ts'
import { languageFor, ownLink } from '../suppliers/mail-supplier.ts'

/**
 * A submitted file is not stored as it was sent, its content is blocked, or it is infected: it no longer counts for its
 * item, so that nobody considers the item complete, and its supplier is asked for it again. Does nothing where the file
 * answered no request; acts once, however often it runs.
 */
export async function withdrawAnswer(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { fileId }: { fileId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const named = await findAnswer(tx, fileId)
    const found = named && (await findStandingRequest(tx, { id: named.request_id }))
    if (named && !found && (await mayComeBack(tx, named.request_id))) {
      return addJob(tx, 'withdraw-answer', { fileId }, { delaySeconds: COMES_BACK_SECONDS })
    }
    const request = found && (await lockRequest(tx, found.id, found.account_id))
    // Read again: its owner may have changed before the request was locked.
    const answer = request && (await findAnswer(tx, fileId))
    if (!answer || !request || !(await takeAnswerBack(tx, answer))) return
    await settleSuppliers(tx, request.id, [answer.supplier_id])
    await settleDeadlines(tx, request, [answer.supplier_id])
    const supplier = await findSupplier(tx, request.id, answer.supplier_id)
    if (!supplier?.address || supplier.kind === 'claimed') return
    await queueMail(tx, ctx, {
      template: 'file-withdrawn',
      to: supplier.address,
      language: languageFor(request, supplier),
      branding: await findPageBranding(tx, request.account_id),
      facts: {
        path: answer.original_name,
        bytes: answer.bytes,
        slug: request.slug,
        isBlocked: answer.isBlocked,
        isInfected: answer.isInfected,
        supplierLink: await ownLink(ctx, tx, request, supplier.id),
      },
    })
  })
}
