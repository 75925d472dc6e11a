import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { listOverdueAccounts, markEnded } from '../manage/transfer-change-store.ts'

const AT_ONCE = 500
const TRANSFERS_PER_RUN = 10_000

/** Updates the list status of all transfers of these accounts that have expired. */
export async function shelveAll(db: Kysely<Database>, accountIds: readonly string[]): Promise<void> {
  while ((await markEnded(db, accountIds, AT_ONCE)) === AT_ONCE);
}

/** The same for all accounts, so that reading a list has little left to update. */
export async function shelveEnded({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const accountId of await listOverdueAccounts(db, TRANSFERS_PER_RUN)) await shelveAll(db, [accountId])
}
