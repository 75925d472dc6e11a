import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { holdAccount } from '../../identity/accounts/index.ts'
import { forgetRequest } from '../../notifications/index.ts'
import { endUploads } from '../../uploads/index.ts'
import { lockOwnAmong, setRequestsDeleted } from '../request-store.ts'
import { listRequestShares } from '../share/request-share-store.ts'
import { listPendingUploads } from '../submission-progress-store.ts'
import { type ChangedBy, noteForMember } from './as-requester.ts'

/**
 * Ends links of requests, and uploads through them, which start again after an undo. Submitted files stay in the
 * library. Deleting again does nothing.
 *
 * @throws Problem 'request-not-found', the same for unknown and foreign ones; none is deleted then
 */
export async function deleteRequests(
  { db }: Pick<Context, 'db'>,
  requester: ChangedBy,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return db.transaction().execute(async (tx) => {
    // A removal of the member locks the account, then uploads, then requests.
    await holdAccount(tx, requester.id)
    const own = await lockOwnAmong(tx, requester.id, ids)
    if (own.length < new Set(ids).size) throw new Problem('request-not-found')
    const standing = own.flatMap(({ id, state }) => (state === 'standing' ? [id] : []))
    await setRequestsDeleted(tx, standing, true)
    await noteForMember(tx, requester, standing)
    for (const id of standing) {
      const shares = await listRequestShares(tx, id)
      await forgetRequest(
        tx,
        id,
        shares.map(({ memberId }) => memberId),
      )
    }
    await endUploads(tx, await listPendingUploads(tx, standing))
    return { deleted: standing.length }
  })
}
