import type { Generated } from 'kysely'
import type { Bytea, BytesOrNull, DefaultInstant, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface BrandingsTable {
  workspace_id: string
  name: Generated<string>
  accent: OptionalNull<string>
  welcome: Generated<string>
  shows_powered_by: Generated<boolean>
  logo: OptionalNull<string>
  dark_logo: OptionalNull<string>
  background: OptionalNull<string>
  updated_at: DefaultInstant
}

export interface BrandingPicturesTable {
  id: string
  workspace_id: string
  page: Bytea
  mail: BytesOrNull
  width: OptionalNull<number>
  height: OptionalNull<number>
  created_at: DefaultInstant
}

export interface CompanyIconsTable {
  domain: string
  id: OptionalNull<string>
  picture: BytesOrNull
  fetched_at: DefaultInstant
}

export interface BrandingTables {
  brandings: BrandingsTable
  branding_pictures: BrandingPicturesTable
  company_icons: CompanyIconsTable
}
