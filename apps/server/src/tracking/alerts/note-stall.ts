import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../ledger/index.ts'
import { lockToldTransfer, readProgress } from '../tracking-store.ts'
import { isStallNoted } from './alert-store.ts'
import { hasEverything, idleSecondsOf, isHalfWay } from './recipient-progress.ts'

/** An unfinished file without a byte for this long has stalled. */
const STALLED_AFTER_SECONDS = 600
/** The time after the last byte at which the sender is told that the recipient has stopped. */
const STOPPED_AFTER_SECONDS = 3_600

/**
 * Records that a recipient's download has stalled, once until it moves again, and has the sender told when the hour has
 * passed. Where bytes were still sent it checks again when their ten minutes have passed. A recipient who has some
 * files complete, and has not begun the others, has not stalled.
 */
export async function noteStall(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  { recipientId }: { recipientId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const transfer = await lockToldTransfer(tx, recipientId)
    if (!transfer) return
    const { transferId } = transfer
    const files = await readProgress(tx, { recipientId, transferId })
    const idleSeconds = idleSecondsOf(files)
    if (idleSeconds === null || hasEverything(files)) return
    if (idleSeconds < STALLED_AFTER_SECONDS) {
      const delaySeconds = STALLED_AFTER_SECONDS - idleSeconds
      await addJob(tx, 'note-stall', { recipientId }, { key: `note-stall/${recipientId}`, delaySeconds })
      return
    }
    const key = `tell-sender/stopped/${recipientId}`
    const delaySeconds = Math.max(0, STOPPED_AFTER_SECONDS - idleSeconds)
    await addJob(tx, 'tell-sender', { recipientId, kind: 'stopped' }, { key, delaySeconds })
    if (!isHalfWay(files) || (await isStallNoted(tx, recipientId))) return
    await recordNotice(tx, { signer }, { transferId, recipientId, kind: 'stalled' })
  })
}
