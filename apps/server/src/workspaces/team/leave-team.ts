import type { Kysely } from 'kysely'
import { noteSeats, readRole, writeSubscription } from '../../billing/index.ts'
import { handOverContacts } from '../../contacts/index.ts'
import { forgetLibraryGrants } from '../../downloads/index.ts'
import { moveAccount } from '../../identity/accounts/index.ts'
import { signOutEverywhere } from '../../identity/sessions/index.ts'
import { forgetFeed } from '../../notifications/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import { handOverRequests } from '../../requests/index.ts'
import { handOverCounts } from '../../tracking/ledger/index.ts'
import { handOverTransfers } from '../../transfers/index.ts'
import { handOverUploads } from '../../uploads/index.ts'
import { forgetWebhooks } from '../../webhooks/index.ts'
import { type HeldWorkspace, insertWorkspace, setHandover } from '../index.ts'

/**
 * A member leaves: everything that they made stays in the workspace and becomes the successor's, what they are sending
 * ends, and the account continues in a free workspace of its own, signed out everywhere. Their webhooks end: events of
 * the team do not go to addresses that they chose. Lock the accounts of the workspace, and it, before.
 */
export async function leaveTeam(
  tx: Kysely<Database>,
  { workspace, memberId, successorId }: { workspace: HeldWorkspace; memberId: string; successorId: string },
): Promise<void> {
  await handOverTransfers(tx, memberId, successorId)
  await handOverUploads(tx, memberId, successorId)
  await handOverRequests(tx, memberId, successorId)
  await handOverContacts(tx, memberId, successorId)
  await forgetWebhooks(tx, memberId)
  await forgetLibraryGrants(tx, memberId)
  await forgetFeed(tx, memberId)
  if (workspace.handoverTo === memberId) await setHandover(tx, workspace.id, null)
  const ownWorkspace = newId()
  await insertWorkspace(tx, ownWorkspace, memberId)
  await moveAccount(tx, memberId, { workspaceId: ownWorkspace, memberRole: 'member' })
  await writeSubscription(tx, ownWorkspace, { role: 'free', status: 'trialing' })
  await signOutEverywhere(tx, memberId, 'removed')
  await noteSeats(tx, workspace.id, await readRole(tx, workspace.id))
  // Last, for it makes everybody wait who adds counts up.
  await handOverCounts(tx, memberId, successorId)
}
