import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { ChangedBy } from '../manage/as-requester.ts'
import { holdOwnRequest } from '../manage/own-request.ts'
import { takeOff } from '../supplier-store.ts'

/**
 * Removes a supplier: their link ends, what they sent stays. @throws Problem 'request-not-found' |
 * 'recipient-not-found'
 */
export async function removeRequestSupplier(
  { db }: Pick<Context, 'db'>,
  requester: ChangedBy,
  { request, supplier }: { request: string; supplier: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await holdOwnRequest(tx, requester, request)
    if (!(await takeOff(tx, id, supplier))) throw new Problem('recipient-not-found')
  })
}
