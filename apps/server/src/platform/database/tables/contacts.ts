import type { Generated } from 'kysely'
import type { DefaultInstant, InstantOrNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface ContactsTable {
  id: string
  account_id: string
  workspace_id: string
  email: string
  name: Generated<string>
  company: Generated<string>
  created_at: DefaultInstant
  last_sent_at: InstantOrNull
  is_shared: Generated<boolean>
}

export interface ContactsTables {
  contacts: ContactsTable
}
