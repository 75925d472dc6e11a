import { Problem } from '@waybill/contract/core/problems'
import { EVERYONE } from '@waybill/contract/transfers/views'
import type { Kysely } from 'kysely'
import { listAccountsOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'

/** Whose transfers a list shows. */
export interface Whose {
  accountIds: readonly string[]
  /** Set where these are all accounts of the workspace: its lists have their own indexes. */
  workspaceId: string | null
}

/** One account alone. */
export const ofAccount = (accountId: string): Whose => ({ accountIds: [accountId], workspaceId: null })

interface Asked {
  /** An account of the team, or `everyone`; absent: the caller. */
  member?: string | undefined
  /** The header of the wire: a list of ids in JSON. */
  isTeam?: string | string[] | undefined
}

/**
 * Whose transfers the caller may list and asks for: the admin and managers list those of any member, everybody else
 * only their own. `isTeam` names members whose transfers the admin wants beside the admin's own.
 *
 * @throws Problem 'not-yours' where the caller may not list them; 'member-not-found' for nobody of the team;
 *   'invalid-input' for an invalid `isTeam`
 */
export async function readWhose(
  db: Kysely<Database>,
  account: Pick<ActorAccount, 'id' | 'workspaceId' | 'memberRole'>,
  asked: Asked,
): Promise<Whose> {
  const { id, workspaceId, memberRole } = account
  const listed = readTeam(asked.isTeam)
  if (listed.length > 0) {
    if (memberRole !== 'admin') throw new Problem('not-yours')
    const everyone = await listAccountsOf(db, workspaceId)
    if (listed.some((one) => !everyone.includes(one))) throw new Problem('not-yours')
    const accountIds = everyone.filter((one) => one === id || listed.includes(one))
    return { accountIds, workspaceId: accountIds.length === everyone.length ? workspaceId : null }
  }
  if (asked.member === undefined || asked.member === id) return ofAccount(id)
  if (memberRole === 'member') throw new Problem('not-yours')
  const everyone = await listAccountsOf(db, workspaceId)
  if (asked.member === EVERYONE) return { accountIds: everyone, workspaceId }
  if (!everyone.includes(asked.member)) throw new Problem('member-not-found')
  return ofAccount(asked.member)
}

/** @throws Problem 'invalid-input' */
function readTeam(header: string | string[] | undefined): string[] {
  if (header === undefined) return []
  try {
    const ids = JSON.parse(String(header))
    if (Array.isArray(ids) && ids.every((one) => typeof one === 'string')) return ids
  } catch {
    // Reported below.
  }
  throw new Problem('invalid-input', { where: 'headers', field: 'isteam' })
}
