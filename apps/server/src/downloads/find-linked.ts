import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import type { Budget } from '../http/rate-limits.ts'
import { type FoundTransfer, findTransfer } from '../transfers/index.ts'

const misses: Budget = { name: 'link-misses', points: 20, seconds: 60 }

/** What stands in a recipient's link. */
export interface Link {
  slug: string
  /** The recipient's token; absent or empty for a link transfer. */
  user?: string | undefined
}

/**
 * The transfer of a link. Only misses cost the network that asks anything: a good link opens however many were tried.
 *
 * @throws Problem 'transfer-not-found'; 'too-many-requests' from the 21st miss of a network in a minute
 */
export async function findLinked(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { slug, user }: Link,
  network: string,
): Promise<FoundTransfer> {
  try {
    return await findTransfer(db, slug, user === '' ? undefined : user)
  } catch (error) {
    if (error instanceof Problem && error.code === 'transfer-not-found') await limits.spend(misses, network)
    throw error
  }
}

/** The same for what ends with the expiry. @throws also Problem 'transfer-expired' */
export async function findActive(
  ctx: Pick<Context, 'db' | 'limits'>,
  link: Link,
  network: string,
): Promise<FoundTransfer> {
  const found = await findLinked(ctx, link, network)
  if (found.transfer.is_expired) throw new Problem('transfer-expired')
  return found
}
