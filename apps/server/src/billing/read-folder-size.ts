import { plans } from '@waybill/contract/plans'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../http/actor.ts'
import { readUsage } from './usage-store.ts'

/**
 * What the account stores, what is set aside for its uploads, and what its plan holds.
 *
 * @throws Problem 'unauthenticated' | 'not-yours'
 */
export async function readFolderSize(
  { db }: Pick<Context, 'db'>,
  actor: Pick<Actor, 'account'>,
  userid?: string,
): Promise<{ size: number; reserved: number; limit: number }> {
  const { id, role } = accountOf(actor, userid)
  const { usedBytes, reservedBytes } = await readUsage(db, id)
  return { size: usedBytes, reserved: reservedBytes, limit: plans[role].storageBytes }
}
