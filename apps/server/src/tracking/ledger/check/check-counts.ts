import type { Context } from '../../../context.ts'
import type { Finding } from '../../../uploads/index.ts'
import { listMiscounts } from '../count-store.ts'

/** Compares the counts with the ledgers; for the consistency check. */
export async function checkCounts({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const found = await listMiscounts(db)
  return found.map(({ accountId, what }) => ({ kind: 'counts-off', id: accountId, facts: { what } }))
}
