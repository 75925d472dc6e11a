import type { Bytea, DefaultInstant } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface PicturesTable {
  id: string
  account_id: string
  small: Bytea
  verysmall: Bytea
  created_at: DefaultInstant
}

export interface IdentityProfileTables {
  pictures: PicturesTable
}
