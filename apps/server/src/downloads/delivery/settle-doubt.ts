import { evidenceOf, judgeFile, QUIET_SECONDS } from '@waybill/contract/tracking/evidence'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { TaskPayloads } from '../../platform/jobs/catalogue.ts'
import { judgeActor, momentOf } from '../../tracking/ledger/index.ts'
import { lockRecipient } from '../../transfers/index.ts'
import { listDoubtful } from './delivery-store.ts'
import { finishFiles } from './finish-files.ts'
import { hasRunning } from './sending-store.ts'

/**
 * A minute after the last connection that delivered something to a recipient: finishes what has fully arrived and
 * nobody requests again, and names the doubt. What a single lost connection delivered is not finished.
 */
export async function settleDoubt(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  { transferId, recipientId, ip, userAgent }: TaskPayloads['settle-doubt'],
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockRecipient(tx, recipientId)
    const doubtful = (await listDoubtful(tx, recipientId)).filter(({ isCutWhole }) => !isCutWhole)
    if (doubtful.length === 0) return
    const isRunning = await hasRunning(tx, recipientId)
    const finished = doubtful.flatMap(({ fileId, quietSeconds, ...file }) => {
      const verdict = judgeFile({ ...file, isQuiet: !isRunning && quietSeconds >= QUIET_SECONDS })
      return verdict.state === 'finished'
        ? [{ fileId, doubtBytes: verdict.doubtBytes, evidence: evidenceOf(file) }]
        : []
    })
    if (finished.length < doubtful.length) await lookLater(tx, { transferId, recipientId, ip, userAgent })
    if (finished.length === 0) return
    const judged = judgeActor({ act: 'download', method: 'GET', headers: {}, ip, secondsSinceSent: null })
    const eventContext = { transferId, recipientId, ip, judged, userAgent: userAgent ?? undefined }
    await finishFiles(tx, ctx, eventContext, finished, await momentOf(tx, 0))
  })
}

function lookLater(tx: Parameters<typeof addJob>[0], payload: TaskPayloads['settle-doubt']): Promise<void> {
  const key = `settle-doubt/${payload.recipientId}`
  return addJob(tx, 'settle-doubt', payload, { key, delaySeconds: QUIET_SECONDS })
}
