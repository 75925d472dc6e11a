import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { hashToken } from '../ids.ts'
import { hasTurns } from './download-turn-store.ts'
import { findGrant as findGrantRow, type GrantRow } from './grant-store.ts'

/**
 * The grant of a token: what it opens, for whom.
 *
 * @throws Problem 'grant-not-found', also where its transfer was deleted; 'grant-expired' after its day, or where the
 * transfer asks for more by now; 'transfer-paused'
 */
export async function findGrant({ db }: Pick<Context, 'db'>, token: string): Promise<GrantRow> {
  const grant = await findGrantRow(db, hashToken(token))
  if (grant === null) throw new Problem('grant-not-found')
  if (grant.is_paused) throw new Problem('transfer-paused')
  if (grant.is_over) throw new Problem('grant-expired')
  return grant
}

/** Lets a download begin or go on that is not finished. @throws Problem 'download-limit-reached' */
export async function requireTurns(
  { db }: Pick<Context, 'db'>,
  grant: GrantRow,
  fileIds: readonly string[],
): Promise<void> {
  if (grant.is_limited && !(await hasTurns(db, grant.id, fileIds))) throw new Problem('download-limit-reached')
}
