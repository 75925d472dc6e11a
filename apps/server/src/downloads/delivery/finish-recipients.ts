import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { lockRecipient, markFinished } from '../../transfers/index.ts'
import { hasEveryFile, listWaitingDeliveries } from './delivery-store.ts'

/**
 * After a file was removed from a transfer, or withdrawn: a recipient who had all the others now has everything, and
 * the sender is told.
 */
export async function finishRecipients(
  { db }: Pick<Context, 'db'>,
  { transferId }: { transferId: string },
): Promise<void> {
  for (const recipientId of await listWaitingDeliveries(db, transferId)) {
    await db.transaction().execute(async (tx) => {
      await lockRecipient(tx, recipientId)
      if (!(await hasEveryFile(tx, recipientId))) return
      await markFinished(tx, recipientId)
      await addJob(tx, 'tell-sender', { recipientId, kind: 'finished' }, { key: `tell-sender/finished/${recipientId}` })
    })
  }
}
