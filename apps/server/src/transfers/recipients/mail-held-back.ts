import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { listUnanswered, listUnmailed, type Meant } from './recipient-mail-store.ts'

/**
 * Queues the mails that fell due while a transfer was blocked or deleted, or its account suspended. Call it in the
 * transaction that unblocks or restores, after that change.
 */
export async function mailHeldBack(tx: Kysely<Database>, of: Meant): Promise<void> {
  for (const transferId of await listUnmailed(tx, of)) await addJob(tx, 'tell-recipients', { transferId })
  for (const transferId of await listUnanswered(tx, of)) await addJob(tx, 'notify-requesters', { transferId })
}
