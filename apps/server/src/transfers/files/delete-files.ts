import { Problem } from '@waybill/contract/core/problems'
import { freeBytes, holdStorageKey } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { deleteFileRows, listOwnFiles } from '../../uploads/index.ts'
import { finishWithout } from '../send/finish-without.ts'

/**
 * Deletes files of an account's library: recipients see them as withdrawn from now on, the storage is free at once, and
 * the bytes are removed a day later. Deleting one again does nothing. `adminId`: the admin of the team does it, which the
 * security log then has.
 *
 * @returns how many this call deleted
 * @throws Problem 'file-not-found', the same for unknown and foreign ones; none is deleted then
 */
export async function deleteFiles(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  fileIds: readonly string[],
  adminId: string | null = null,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const own = await listOwnFiles(tx, accountId, fileIds)
    if (own.length < new Set(fileIds).size) throw new Problem('file-not-found')
    const gone = await deleteFileRows(tx, own)
    await finishWithout(tx, own)
    await freeBytes(tx, await holdStorageKey(tx, accountId), gone.bytes)
    if (adminId !== null && gone.files > 0) {
      const facts = { by: adminId, files: gone.files }
      await noteSecurityIn(tx, { event: 'member-files-deleted', outcome: 'ok', accountId, facts })
    }
    return gone.files
  })
}
