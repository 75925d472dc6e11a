import type { Bytea, DefaultInstant, Instant, InstantOrNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface InvitesTable {
  id: string
  token_hash: Bytea
  workspace_id: string
  address: string
  role: 'manager' | 'member'
  invited_by: string
  created_at: DefaultInstant
  sent_at: DefaultInstant
  expires_at: Instant
  accepted_at: InstantOrNull
  withdrawn_at: InstantOrNull
}

export interface WorkspacesTeamTables {
  invites: InvitesTable
}
