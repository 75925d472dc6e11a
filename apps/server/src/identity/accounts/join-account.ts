import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { findProver } from './account-store.ts'

/** Has what the account's proven addresses sent without signing in join it, once the transaction has committed. */
export const joinAccount = (tx: Kysely<Database>, accountId: string): Promise<void> =>
  addJob(tx, 'adopt-transfers', { accountId }, { key: `adopt-transfers/${accountId}` })

/** The same for the account that has proven the address; does nothing where none has. */
export async function joinAccountOf(tx: Kysely<Database>, address: string): Promise<void> {
  const accountId = await findProver(tx, address)
  if (accountId !== null) await joinAccount(tx, accountId)
}
