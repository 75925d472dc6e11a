import { plans, type Role } from '@waybill/contract/billing/plans'
import type { Kysely } from 'kysely'
import { countMembers } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { holdWorkspace, noteOverSeats } from '../workspaces/index.ts'

/**
 * Records whether a workspace has more members than its plan has seats, and has all of them told when that begins or a
 * plan of still fewer seats follows. Call it in the transaction that changes the plan or the members, after the change.
 */
export async function noteSeats(
  tx: Kysely<Database>,
  workspaceId: string,
  role: Role,
  { roleBefore = role }: { roleBefore?: Role | undefined } = {},
): Promise<void> {
  if ((await holdWorkspace(tx, workspaceId)) === null) return
  const seats = plans[role].seatLimit
  const isOver = (await countMembers(tx, workspaceId)) > seats
  const isNews = (await noteOverSeats(tx, workspaceId, isOver)) || (isOver && seats < plans[roleBefore].seatLimit)
  if (isNews) await addJob(tx, 'tell-over-seats', { workspaceId })
}
