import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from '../column-types.ts'

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

export interface TeamEventsTable {
  id: number
  workspace_id: string
  at: DefaultInstant
  part: 'transfers' | 'requests' | 'library' | 'people' | 'settings'
  kind: string
  actor_id: OptionalNull<string>
  actor_name: OptionalNull<string>
  subject_id: OptionalNull<string>
  subject_name: OptionalNull<string>
  slug: OptionalNull<string>
  files: OptionalNull<number>
  member_role: OptionalNull<string>
  plan_from: OptionalNull<string>
  plan_to: OptionalNull<string>
}

export interface WorkspacesTeamTables {
  invites: InvitesTable
  team_events: TeamEventsTable
}
