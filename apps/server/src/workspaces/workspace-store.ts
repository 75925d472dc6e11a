import { OVER_SEATS_DAYS } from '@waybill/contract/billing/plans'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'
import { dropSso } from './sso-store.ts'

type Db = Kysely<Database>

const DAY_MS = 86_400_000

/** Creates a workspace; the same transaction puts the account that administers it into it. */
export async function insertWorkspace(tx: Db, id: string, adminId: string): Promise<void> {
  await tx.insertInto('workspaces').values({ id, admin_id: adminId }).execute()
}

/** Removes a workspace that no account joined. */
export async function dropWorkspace(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute()
}

/** Ends the workspace. Its row stays, like its account's, for rows that still refer to it. */
export async function endWorkspace(tx: Db, id: string): Promise<void> {
  await dropSso(tx, id)
  await tx
    .updateTable('workspaces')
    .set({ ended_at: sql<Date>`now()`, admin_id: null, handover_to: null, handover_at: null, over_seats_since: null })
    .where('id', '=', id)
    .execute()
}

export interface HeldWorkspace {
  id: string
  adminId: string
  /** Whom the admin has asked to take the place over; null where nobody is asked. */
  handoverTo: string | null
}

/**
 * The workspace, locked until the transaction ends, so that its seats are given one after the other; null for an ended
 * one. Lock accounts before it.
 */
export async function holdWorkspace(tx: Db, id: string): Promise<HeldWorkspace | null> {
  const row = await tx
    .selectFrom('workspaces')
    .select(['id', 'admin_id', 'handover_to'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.admin_id === null) return null
  return { id: row.id, adminId: row.admin_id, handoverTo: row.handover_to }
}

export interface TeamState {
  handover: { to: string; askedAt: Date } | null
  overSeatsSince: Date | null
  requiresSecondFactor: boolean
}

export async function readTeamState(db: Db, id: string): Promise<TeamState> {
  const row = await db
    .selectFrom('workspaces')
    .select(['handover_to', 'handover_at', 'over_seats_since', 'requires_second_factor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { handover_to: to, handover_at: askedAt } = row
  return {
    handover: to !== null && askedAt !== null ? { to, askedAt } : null,
    overSeatsSince: row.over_seats_since,
    requiresSecondFactor: row.requires_second_factor,
  }
}

/** When members above the seats of a lowered plan can no longer send. `overSeatsSince`: since when there are such. */
export const seatsEndAt = (overSeatsSince: Date): Date => new Date(overSeatsSince.getTime() + OVER_SEATS_DAYS * DAY_MS)

/** Whether each account of the workspace must have a second factor. False where nothing changed. */
export async function setRequiresSecondFactor(tx: Db, id: string, isRequired: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('workspaces')
    .set({ requires_second_factor: isRequired })
    .where('id', '=', id)
    .where('requires_second_factor', '<>', isRequired)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records whether the workspace has more members than seats. True where that begins now. */
export async function noteOverSeats(tx: Db, id: string, isOver: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('workspaces')
    .set({ over_seats_since: isOver ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('over_seats_since', isOver ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return isOver && row !== undefined
}

/** Notes whom the admin asks to take the place over; null: nobody any more. False where nothing changed. */
export async function setHandover(tx: Db, id: string, to: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('workspaces')
    .set({ handover_to: to, handover_at: to === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .where('handover_to', 'is distinct from', to)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Another account of the workspace becomes its admin. */
export async function replaceAdmin(tx: Db, id: string, adminId: string): Promise<void> {
  await tx
    .updateTable('workspaces')
    .set({ admin_id: adminId, handover_to: null, handover_at: null })
    .where('id', '=', id)
    .execute()
}

/** Whether the account is asked to become the admin of its workspace. */
export async function isAskedToAdminister(db: Db, workspaceId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('handover_to', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** The region that the admin of the account's workspace chose; null: none. */
export async function readRegionOf(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('region')
    .where('id', '=', workspaceOf(accountId))
    .executeTakeFirst()
  return row?.region ?? null
}

/** False where it is the region already. */
export async function setRegion(tx: Db, id: string, region: string): Promise<boolean> {
  const row = await tx
    .updateTable('workspaces')
    .set({ region })
    .where('id', '=', id)
    .where('region', 'is distinct from', region)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
