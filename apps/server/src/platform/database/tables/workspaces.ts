import type { Generated } from 'kysely'
import type { DefaultInstant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface WorkspacesTable {
  id: string
  created_at: DefaultInstant
  ended_at: InstantOrNull
  admin_id: OptionalNull<string>
  handover_to: OptionalNull<string>
  handover_at: InstantOrNull
  over_seats_since: InstantOrNull
  requires_second_factor: Generated<boolean>
}

export interface WorkspacesTables {
  workspaces: WorkspacesTable
}
