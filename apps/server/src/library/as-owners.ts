import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { listFileOwners } from '../uploads/index.ts'

/** Whose files a call is about, and the admin who acts for them; null for their owner's own acts. */
interface Owner {
  id: string
  adminId: string | null
}

/**
 * Does something with files as their owners: the caller as themselves, and the admin of a team with those of members.
 * `work` runs once for each owner, with those of the files that are theirs.
 *
 * @throws Problem 'file-not-found' where the admin names one that is of nobody in the team: nothing is done then; and
 *   whatever `work` throws
 */
export async function asOwners<Result>(
  { db }: Pick<Context, 'db'>,
  account: ActorAccount,
  ids: readonly string[],
  work: (owner: Owner, ids: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  const self = { id: account.id, adminId: null }
  // A suspended admin acts for nobody else.
  if (account.memberRole !== 'admin' || account.isSuspended) return [await work(self, ids)]
  const owners = await listFileOwners(db, account.workspaceId, ids)
  if (owners.every(({ accountId }) => accountId === account.id)) return [await work(self, ids)]
  if (owners.length < new Set(ids).size) throw new Problem('file-not-found')
  const results: Result[] = []
  for (const [id, theirs] of Map.groupBy(owners, ({ accountId }) => accountId)) {
    const owner = id === account.id ? self : { id, adminId: account.id }
    results.push(
      await work(
        owner,
        theirs.map((file) => file.id),
      ),
    )
  }
  return results
}
