import { adoptBytes, holdStorageKey } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { adoptUploads } from '../../uploads/index.ts'
import { adoptAnonymous } from '../transfer-store.ts'

/**
 * What an account's proven addresses sent without signing in joins it: it is listed as the account's own, its files are
 * in the library and count towards its storage, however much that is. Run again, it finds nothing.
 */
export async function adoptTransfers({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return
    const uploadIds = await adoptAnonymous(tx, accountId)
    if (uploadIds.length === 0) return
    await adoptBytes(tx, await holdStorageKey(tx, accountId), await adoptUploads(tx, uploadIds, accountId))
  })
}
