import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { listTransfersWith } from './transfer-file-store.ts'

/** Files are withdrawn for good: whoever has all the others has everything now. In the transaction that withdraws them. */
export async function finishWithout(tx: Kysely<Database>, fileIds: readonly string[]): Promise<void> {
  for (const transferId of await listTransfersWith(tx, fileIds)) {
    await addJob(tx, 'finish-recipients', { transferId }, { key: `finish-recipients/${transferId}` })
  }
}
