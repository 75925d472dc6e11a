import { countOrWait, readLiveAccount, receiptSender } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { MAX_LISTED_FILES, queueMail } from '../../platform/mail-transport/index.ts'
import { languageFor, ownLink } from '../people/mail-person.ts'
import { findPerson } from '../people/person-store.ts'
import { COMES_BACK_SECONDS, findStandingRequest, mayComeBack, type RequestRow } from '../request-store.ts'
import { type BatchFileRow, type BatchRow, findBatch, listBatchFiles } from './batch-store.ts'

/**
 * Mails a supplier the receipt of a batch, where their address is known to be theirs; once, however often it runs. The
 * account that asks has the links of the people it invited and could hand in for them. Their receipts therefore have the
 * account's limits for mails to one person, and wait when a limit is reached.
 */
export async function mailReceipt(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { batchId }: { batchId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const batch = await findBatch(tx, batchId)
    const request = batch && (await findStandingRequest(tx, { id: batch.request_id }))
    if (batch && !request && (await mayComeBack(tx, batch.request_id))) {
      return addJob(tx, 'mail-receipt', { batchId }, { delaySeconds: COMES_BACK_SECONDS })
    }
    const live = request && (await readLiveAccount(tx, request.account_id, { hold: true }))
    const person = request && (await findPerson(tx, request.id, batch.person_id))
    if (!batch || !live || !person?.address || person.kind === 'claimed') return
    if (person.kind === 'invited') {
      const delaySeconds = await countOrWait(tx, receiptSender(live), person.address)
      if (delaySeconds > 0) return addJob(tx, 'mail-receipt', { batchId }, { delaySeconds })
    }
    const files = await listBatchFiles(tx, [batchId])
    const listed = files.slice(0, MAX_LISTED_FILES)
    await queueMail(tx, ctx, {
      template: 'batch-receipt',
      to: person.address,
      language: languageFor(request, person),
      senderAddress: live.email,
      once: batchId,
      facts: {
        ...batchFacts(request, batch, files),
        requester: live.email,
        sums: listed.map(({ sha256 }) => sha256?.toString('hex') ?? null),
        ...(request.sealing && { claims: listed.map(({ claimed_sha256 }) => claimed_sha256?.toString('hex') ?? null) }),
        timeZone: person.time_zone,
        link: ownLink(ctx, request, person.id),
      },
    })
  })
}

/** What every mail about a batch says of it. */
export const batchFacts = (
  { title, slug }: Pick<RequestRow, 'title' | 'slug'>,
  batch: BatchRow,
  files: readonly BatchFileRow[],
) => ({
  title,
  slug,
  files: files.slice(0, MAX_LISTED_FILES).map(({ path, bytes }) => ({ path, bytes })),
  fileCount: batch.file_count,
  totalBytes: batch.bytes,
  arrivedAt: batch.arrived_at.toISOString(),
})
