import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { hashToken } from '../ids.ts'
import { findGrant as findGrantRow, type GrantRow } from './grant-store.ts'

/**
 * The grant of a token: what it opens, for whom.
 *
 * @throws Problem 'grant-not-found', also where its transfer was deleted; 'grant-expired' after its day
 */
export async function findGrant({ db }: Pick<Context, 'db'>, token: string): Promise<GrantRow> {
  const grant = await findGrantRow(db, hashToken(token))
  if (grant === null) throw new Problem('grant-not-found')
  if (grant.is_over) throw new Problem('grant-expired')
  return grant
}
