import { Problem } from '@waybill/contract/core/problems'
import type { ShareWith } from '@waybill/contract/transfers/endpoints'
import type { Kysely } from 'kysely'
import { listAccountsOf, listMembers, pictureOf, pinAccounts } from '../../identity/accounts/index.ts'
import { forgetShared } from '../../notifications/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { notifyChanged } from '../../tracking/ledger/index.ts'
import { addShares, keepSharesOf } from './share-store.ts'

/** Of transfers and requests: each may mail the whole team. */
export const sharesPerAccount: Budget = { name: 'shares', points: 120, seconds: 3_600 }

/**
 * The named members of the caller's team, each once.
 *
 * @throws Problem 'member-not-found' for anybody else, the same for unknown ids and the caller's own
 */
export async function requireTeammates(
  db: Kysely<Database>,
  account: Pick<ActorAccount, 'id' | 'workspaceId'> | null,
  named: ReadonlyArray<{ shareWithId: string }>,
): Promise<string[]> {
  const ids = [...new Set(named.map(({ shareWithId }) => shareWithId))]
  if (ids.length === 0) return []
  const members = account === null ? [] : await listAccountsOf(db, account.workspaceId)
  if (ids.some((id) => id === account?.id || !members.includes(id))) throw new Problem('member-not-found')
  return ids
}

/**
 * These members do not leave before the transaction ends. Call this after holding the sender's account, and before any
 * other lock: the members' own changes may wait for those.
 */
export const holdTeammates = (tx: Kysely<Database>, memberIds: readonly string[]): Promise<void> =>
  pinAccounts(tx, memberIds)

/**
 * Makes a transfer readable for these members of its team, and for no other: record, activity and receipts. New ones
 * are told; others lose it with this transaction. Hold the sender's account and the members' before.
 */
export async function shareTransfer(
  tx: Kysely<Database>,
  transferId: string,
  memberIds: readonly string[],
): Promise<void> {
  // Open pages of those who lose it look once more.
  await notifyChanged(tx, transferId)
  const lost = await keepSharesOf(tx, transferId, memberIds)
  await forgetShared(tx, transferId, lost)
  const added = await addShares(tx, transferId, memberIds)
  if (added.length === 0) return
  await notifyChanged(tx, transferId)
  await addJob(tx, 'tell-shared', { transferId, memberIds: added })
}

/** With whom a transfer is shared, in wire format; the accounts of a workspace. */
export async function presentShares(
  db: Kysely<Database>,
  workspaceId: string | null,
  memberIds: readonly string[],
): Promise<ShareWith[]> {
  if (memberIds.length === 0 || workspaceId === null) return []
  const members = new Map((await listMembers(db, workspaceId)).map((member) => [member.id, member]))
  return memberIds.flatMap((id) => {
    const member = members.get(id)
    if (member === undefined) return []
    const { email, full_name: fullName } = member
    return [
      { shareWithId: id, shareWithEmail: email, shareWithFullName: fullName, shareWithProfilePic: pictureOf(member) },
    ]
  })
}
