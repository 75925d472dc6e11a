import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { listUnmailed } from './held-mail-store.ts'

/**
 * Queues the mails that were due while a transfer was blocked or its account suspended: they were not written then. To be
 * called in the transaction that lifts either, after it is lifted.
 */
export async function mailHeldBack(
  tx: Kysely<Database>,
  of: { accountId: string } | { transferId: string },
): Promise<void> {
  for (const transferId of await listUnmailed(tx, of)) await addJob(tx, 'tell-recipients', { transferId })
}
