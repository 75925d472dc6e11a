import type { ColumnType, Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, OptionalNull } from './column-types.ts'

/** Row types of the library; `schema.ts` joins them to the rest. */
export interface ThumbnailsTable {
  file_id: string
  webp: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  made_at: DefaultInstant
  took_ms: Generated<number>
  drawn_for: OptionalNull<string>
}
export interface LibraryGrantsTable {
  token_hash: Bytea
  account_id: string
  file_ids: string[]
  created_at: DefaultInstant
  expires_at: Instant
  paths: OptionalNull<string[]>
}

export interface LibraryTables {
  thumbnails: ThumbnailsTable
  library_grants: LibraryGrantsTable
}
