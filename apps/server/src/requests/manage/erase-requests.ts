import type { Context } from '../../context.ts'
import { claimToErase, eraseRequestRows } from '../erase-store.ts'

/** How long a deleted request says whom it asked for what. */
const KEPT_DAYS = 30
/** Requests in one transaction: each may have hundreds of suppliers. */
const REQUESTS_AT_ONCE = 20

/**
 * Clears the text of requests that were deleted 30 days ago, and the names and addresses of their suppliers: of those
 * with files in the library once these are deleted. Safe to run again, and in several processes at once.
 */
export async function eraseRequests({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let erased = 1; erased > 0; ) {
    erased = await db.transaction().execute(async (tx) => {
      const ids = await claimToErase(tx, KEPT_DAYS, REQUESTS_AT_ONCE)
      await eraseRequestRows(tx, ids)
      return ids.length
    })
  }
}
