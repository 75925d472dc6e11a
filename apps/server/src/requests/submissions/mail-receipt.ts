import { countOrWait, readLiveAccount, receiptSender } from '../../billing/index.ts'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { MAX_LISTED_FILES, queueMail } from '../../platform/mail-transport/index.ts'
import { COMES_BACK_SECONDS, findStandingRequest, mayComeBack, type RequestRow } from '../request-store.ts'
import { findSubmission, listSubmissionFiles, type SubmissionFileRow, type SubmissionRow } from '../submission-store.ts'
import { findSupplier } from '../supplier-store.ts'
import { languageFor, ownLink } from '../suppliers/mail-supplier.ts'

/**
 * Mails a supplier the receipt of a submission, where their address is known to be theirs; once, however often it runs.
 * The requester's account has the links of the suppliers it invited and could submit for them. Their receipts therefore
 * have the account's limits for mails to one person, and wait when a limit is reached.
 */
export async function mailReceipt(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { submissionId }: { submissionId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const submission = await findSubmission(tx, submissionId)
    const request = submission && (await findStandingRequest(tx, { id: submission.request_id }))
    if (submission && !request && (await mayComeBack(tx, submission.request_id))) {
      return addJob(tx, 'mail-receipt', { submissionId }, { delaySeconds: COMES_BACK_SECONDS })
    }
    const live = request && (await readLiveAccount(tx, request.account_id, { hold: true }))
    const supplier = request && (await findSupplier(tx, request.id, submission.supplier_id))
    if (!submission || !live || !supplier?.address || supplier.kind === 'claimed') return
    if (supplier.kind === 'invited') {
      const delaySeconds = await countOrWait(tx, receiptSender(live), supplier.address)
      if (delaySeconds > 0) return addJob(tx, 'mail-receipt', { submissionId }, { delaySeconds })
    }
    const files = await listSubmissionFiles(tx, [submissionId])
    const listed = files.slice(0, MAX_LISTED_FILES)
    await queueMail(tx, ctx, {
      template: 'submission-receipt',
      to: supplier.address,
      language: languageFor(request, supplier),
      senderAddress: live.email,
      once: submissionId,
      branding: await findPageBranding(tx, request.account_id),
      inNameOf: { accountId: request.account_id, address: live.email, name: null },
      facts: {
        ...submissionFacts(request, submission, files),
        requester: live.email,
        sums: listed.map(({ sha256 }) => sha256?.toString('hex') ?? null),
        ...(request.sealing && { claims: listed.map(({ claimed_sha256 }) => claimed_sha256?.toString('hex') ?? null) }),
        timeZone: supplier.time_zone,
        link: await ownLink(ctx, tx, request, supplier.id),
      },
    })
  })
}

/** The common facts of all mails about a submission. */
export const submissionFacts = (
  { title, slug }: Pick<RequestRow, 'title' | 'slug'>,
  submission: SubmissionRow,
  files: readonly SubmissionFileRow[],
) => ({
  title,
  slug,
  files: files.slice(0, MAX_LISTED_FILES).map(({ path, bytes }) => ({ path, bytes })),
  fileCount: submission.file_count,
  answerCount: submission.answer_count,
  totalBytes: submission.bytes,
  arrivedAt: submission.arrived_at.toISOString(),
})
