import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { listOverdueAccounts, markEnded } from '../manage/transfer-change-store.ts'

const AT_ONCE = 500
const TRANSFERS_PER_RUN = 10_000

/** Puts every transfer of the account whose end has passed where lists look for it. */
export async function shelveAll(db: Kysely<Database>, accountId: string): Promise<void> {
  while ((await markEnded(db, accountId, AT_ONCE)) === AT_ONCE);
}

/** The same for everybody, so that whoever looks at a list finds little left to do. */
export async function shelveEnded({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const accountId of await listOverdueAccounts(db, TRANSFERS_PER_RUN)) await shelveAll(db, accountId)
}
