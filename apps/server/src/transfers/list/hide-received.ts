import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { markHidden } from '../recipients/recipient-store.ts'

/**
 * Hides received transfers from the account's list. Hiding one again does nothing.
 *
 * @returns how many this call hid
 * @throws Problem 'transfer-not-found' where one was not mailed to any of its addresses: none is hidden then
 */
export async function hideReceived(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  transferIds: readonly string[],
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { known, hidden } = await markHidden(tx, accountId, transferIds)
    if (known.length < new Set(transferIds).size) throw new Problem('transfer-not-found')
    return hidden.length
  })
}
