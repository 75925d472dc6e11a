import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { listTransfersWith } from '../files/transfer-file-store.ts'

/**
 * Files are withdrawn: a recipient with all the others then has everything. Runs in the transaction that withdraws
 * them; `delaySeconds` is how long they may still come back.
 */
export async function finishWithout(tx: Kysely<Database>, fileIds: readonly string[], delaySeconds = 0): Promise<void> {
  for (const transferId of await listTransfersWith(tx, fileIds)) {
    const key = `finish-recipients/${delaySeconds}/${transferId}`
    await addJob(tx, 'finish-recipients', { transferId }, { key, delaySeconds })
  }
}
