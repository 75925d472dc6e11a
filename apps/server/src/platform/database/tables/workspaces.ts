import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull, OptionalNull } from '../column-types.ts'

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
  sso_only_domain: OptionalNull<string>
  region: OptionalNull<string>
}

export interface SingleSignOnsTable {
  workspace_id: string
  issuer: string
  client_id: string
  sealed_secret: Bytea
  domain: string
  tried_at: InstantOrNull
  saved_at: DefaultInstant
}

export interface SsoSubjectsTable {
  sso_id: string
  subject_hash: Bytea
  issuer: string
  account_id: string
  linked_at: DefaultInstant
}

export interface WorkspacesTables {
  workspaces: WorkspacesTable
  single_sign_ons: SingleSignOnsTable
  sso_subjects: SsoSubjectsTable
}
