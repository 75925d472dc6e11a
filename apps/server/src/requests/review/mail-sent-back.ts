import type { Kysely } from 'kysely'
import { accountSender, countOrWait, readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { TaskPayloads } from '../../platform/jobs/catalogue.ts'
import { listItems } from '../content-store.ts'
import { COMES_BACK_SECONDS, findStandingRequest, mayComeBack } from '../request-store.ts'
import { listProgress } from '../submission-progress-store.ts'
import { findSupplier } from '../supplier-store.ts'
import { mailSupplier } from '../suppliers/mail-supplier.ts'

/** Until the next check of a suspended account. */
const SUSPENDED_SECONDS = 3_600

type SentBack = TaskPayloads['mail-sent-back']

/**
 * Has a supplier mailed why an item is open again: one such mail waits for each item, however its note changes
 * meanwhile.
 */
export const addSentBackMail = (tx: Kysely<Database>, sentBack: SentBack, delaySeconds = 0): Promise<void> =>
  addJob(tx, 'mail-sent-back', sentBack, {
    key: `mail-sent-back/${sentBack.supplierId}/${sentBack.itemId}`,
    delaySeconds,
  })

/**
 * Mails a supplier why an item is open again, with the current note; nothing where it has been answered since. Where
 * the account may not mail them now, it is sent when that is possible again.
 */
export async function mailSentBack(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  sentBack: SentBack,
): Promise<void> {
  const { requestId, supplierId, itemId } = sentBack
  await ctx.db.transaction().execute(async (tx) => {
    const request = await findStandingRequest(tx, { id: requestId })
    if (request === null && (await mayComeBack(tx, requestId))) return addSentBackMail(tx, sentBack, COMES_BACK_SECONDS)
    const live = request && (await readLiveAccount(tx, request.account_id, { hold: true }))
    const supplier = request && (await findSupplier(tx, requestId, supplierId))
    if (!live || !supplier?.address || supplier.kind === 'claimed') return
    const item = (await listItems(tx, requestId)).find(({ id }) => id === itemId)
    const progress = (await listProgress(tx, supplierId)).find(({ item_id }) => item_id === itemId)
    if (!item || progress?.state !== 'sent-back') return
    if (live.isSuspended) return addSentBackMail(tx, sentBack, SUSPENDED_SECONDS)
    const waitSeconds = await countOrWait(tx, accountSender(live, null), supplier.address)
    if (waitSeconds > 0) return addSentBackMail(tx, sentBack, waitSeconds)
    const more = { item: item.name, note: progress.note }
    await mailSupplier(ctx, tx, { requestId, supplierId }, { template: 'item-sent-back', more })
  })
}
