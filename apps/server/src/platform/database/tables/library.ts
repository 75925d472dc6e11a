import type { Generated } from 'kysely'
import type { BytesOrNull, DefaultInstant, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface ThumbnailsTable {
  file_id: string
  webp: BytesOrNull
  made_at: DefaultInstant
  took_ms: Generated<number>
  drawn_for: OptionalNull<string>
}

export interface PreviewsTable {
  file_id: string
  page: number
  webp: BytesOrNull
  is_refused: Generated<boolean>
  pages: Generated<number>
  made_at: DefaultInstant
  took_ms: Generated<number>
  drawn_for: OptionalNull<string>
}

export interface LibraryTables {
  thumbnails: ThumbnailsTable
  previews: PreviewsTable
}
