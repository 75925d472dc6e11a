import type { Generated } from 'kysely'
import type { ColumnTypes, DefaultInstant, InstantOrNull, JsonOrNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface DomainsTable {
  id: string
  workspace_id: string
  host: string
  token: string
  status: 'pending' | 'verified' | 'failing' | 'released'
  held_until: InstantOrNull
  is_chosen: Generated<boolean>
  created_at: DefaultInstant
  verified_at: InstantOrNull
  wrong_since: InstantOrNull
  off_at: InstantOrNull
  checked_at: InstantOrNull
  found: JsonOrNull<ColumnTypes['domains.found']>
  next_check_at: DefaultInstant
}

export interface DomainsTables {
  domains: DomainsTable
}
