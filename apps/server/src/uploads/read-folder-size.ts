import { plans } from '@waybill/contract/billing/plans'
import { readUsage } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import { sumLinkUploads } from './in-flight-store.ts'

/**
 * What the account stores, what is reserved for uploads, how much of that through its open links, and its plan's limit.
 *
 * @throws Problem 'unauthenticated' | 'not-yours'
 */
export async function readFolderSize(
  { db }: Pick<Context, 'db'>,
  actor: Pick<Actor, 'account'>,
  userid?: string,
): Promise<{ size: number; reserved: number; limit: number; links: { uploads: number; bytes: number } }> {
  const { id, role } = accountOf(actor, userid)
  const [{ usedBytes, reservedBytes }, links] = await Promise.all([readUsage(db, id), sumLinkUploads(db, id)])
  return { size: usedBytes, reserved: reservedBytes, limit: plans[role].storageBytes, links }
}
