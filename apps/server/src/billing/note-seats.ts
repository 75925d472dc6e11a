import { plans, type Role } from '@waybill/contract/billing/plans'
import type { Kysely } from 'kysely'
import { countMembers } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { holdWorkspace, noteOverSeats } from '../workspaces/index.ts'

/**
 * Records whether a workspace has more members than its plan has seats, and has those concerned told when that begins.
 * Call it in the transaction that changes the plan or the members, after the change.
 */
export async function noteSeats(tx: Kysely<Database>, workspaceId: string, role: Role): Promise<void> {
  if ((await holdWorkspace(tx, workspaceId)) === null) return
  const isOver = (await countMembers(tx, workspaceId)) > plans[role].seatLimit
  if (await noteOverSeats(tx, workspaceId, isOver)) await addJob(tx, 'tell-over-seats', { workspaceId })
}
