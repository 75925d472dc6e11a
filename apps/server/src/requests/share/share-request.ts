import type { Kysely } from 'kysely'
import { holdAccount } from '../../identity/accounts/index.ts'
import { forgetRequest } from '../../notifications/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { holdTeammates, requireTeammates } from '../../transfers/index.ts'
import { databaseNow } from '../request-store.ts'
import { addRequestShares, assignRequest, keepRequestSharesOf } from './request-share-store.ts'

/** Whom a change of a request names; absent: as before. */
export interface NamedMembers {
  shareWith?: ReadonlyArray<{ shareWithId: string }> | undefined
  assignTo?: string | null | undefined
}

/** The same, where all of them are of the requester's team. */
export interface Teammates {
  shareWith: string[] | undefined
  assignTo: string | null | undefined
}

/** @throws Problem 'member-not-found' for anybody else, the same for unknown ids and the requester's own */
export async function requireNamed(
  db: Kysely<Database>,
  account: Pick<ActorAccount, 'id' | 'workspaceId'>,
  { shareWith, assignTo }: NamedMembers,
): Promise<Teammates> {
  if (assignTo != null) await requireTeammates(db, account, [{ shareWithId: assignTo }])
  return { shareWith: shareWith && (await requireTeammates(db, account, shareWith)), assignTo }
}

/** Holds the requester's account and pins the named members': call this before any other lock. */
export async function holdNamed(
  tx: Kysely<Database>,
  accountId: string,
  { shareWith, assignTo }: Teammates,
): Promise<void> {
  await holdAccount(tx, accountId)
  await holdTeammates(tx, [...(shareWith ?? []), ...(assignTo == null ? [] : [assignTo])])
}

/**
 * Makes a request readable for these members of its team, and for no other, and hands it to one of them: `assignTo`
 * reads it too. New ones are told, except the one who does it (`by`); others lose it with this transaction. Lock the
 * request, and hold the named members, before.
 */
export async function shareRequest(
  tx: Kysely<Database>,
  requestId: string,
  { shareWith, assignTo }: Teammates,
  by: string,
): Promise<void> {
  const kept = [...(shareWith ?? []), ...(assignTo == null ? [] : [assignTo])]
  if (shareWith !== undefined) await forgetRequest(tx, requestId, await keepRequestSharesOf(tx, requestId, kept))
  const added = kept.length > 0 ? await addRequestShares(tx, requestId, kept) : []
  const isNew = assignTo !== undefined && (await assignRequest(tx, requestId, assignTo))
  const readers = added.filter((id) => id !== assignTo)
  if (readers.length > 0) await addJob(tx, 'tell-request-shared', { requestId, memberIds: readers, assignedAt: null })
  if (!isNew || assignTo == null || assignTo === by) return
  const assignedAt = (await databaseNow(tx)).toISOString()
  await addJob(tx, 'tell-request-shared', { requestId, memberIds: [assignTo], assignedAt })
}
