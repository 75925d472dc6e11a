import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { pathsBeside } from '../../transfers/index.ts'
import { addCommentMail } from '../comments/mail-comments.ts'
import { settleDeadlines } from '../deadlines/deadlines.ts'
import { lockRequest } from '../request-store.ts'
import { settleSuppliers } from '../submission-progress-store.ts'
import {
  giveAnswers,
  holdClaim,
  holdProven,
  listAdoptedClaims,
  listSent,
  makeProven,
} from '../supplier-identity-store.ts'
import { takeOff } from '../supplier-store.ts'

/**
 * After a browser has proven an address: what it sent under that address before belongs to the address from now on, in
 * every request. Claims of other browsers do not, whatever they say. Safe to run again.
 */
export async function adoptClaims(
  { db }: Pick<Context, 'db'>,
  { deviceId, address }: { deviceId: string; address: string },
): Promise<void> {
  for (const { id, request_id, account_id } of await listAdoptedClaims(db, { deviceId, address })) {
    const request = { id: request_id, account_id }
    await db.transaction().execute((tx) => adoptClaim(tx, request, { claimId: id, address }))
  }
}

/**
 * Turns a browser's claim into the answer of the address's supplier, unless they were removed from the request: the
 * claim becomes proven, or a supplier who is already known takes its submissions over.
 */
export async function adoptClaim(
  tx: Kysely<Database>,
  { id: requestId, account_id: accountId }: { id: string; account_id: string },
  { claimId, address }: { claimId: string; address: string },
): Promise<void> {
  const request = await lockRequest(tx, requestId, accountId)
  const known = request && (await holdProven(tx, requestId, address))
  const claim = request && (await holdClaim(tx, claimId, address))
  if (!request || !claim || (known !== null && known.removed_at !== null)) return
  if (known === null) {
    await makeProven(tx, claim.id, address)
    return settleDeadlines(tx, request, [claim.id])
  }
  const [theirs, sent] = [await listSent(tx, known.id), await listSent(tx, claim.id)]
  const pathOf = ({ path }: { path: string }) => path
  const paths = pathsBeside(theirs.map(pathOf), sent.map(pathOf))
  await takeOff(tx, requestId, claim.id)
  const files = sent.map(({ file_id }, nth) => ({ file_id, path: paths[nth] as string }))
  await giveAnswers(tx, { from: claim.id, to: known.id }, files)
  // The job of the claim finds none of its comments any more.
  await addCommentMail(tx, { requestId, supplierId: known.id })
  await settleSuppliers(tx, requestId, [known.id, claim.id])
  await settleDeadlines(tx, request, [known.id])
}
