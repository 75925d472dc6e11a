import type { Generated } from 'kysely'
import type { DefaultInstant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Row types of which files a transfer has. */
export interface TransferFilesTable {
  transfer_id: string
  file_id: string
  position: number
  path: string
  added_at: DefaultInstant
  removed_at: InstantOrNull
  replaces_file_id: OptionalNull<string>
  is_summed: Generated<boolean>
}
export interface AdditionsTable {
  upload_id: string
  transfer_id: string
  replaces_file_id: OptionalNull<string>
  changed_at: DefaultInstant
}

/** A stored file that a draft sends on. */
export interface ForwardedFile {
  id: string
  /** As it is to be called in the transfer: cleaned, not yet unique. */
  path: string
}

export interface TransferFileTables {
  transfer_files: TransferFilesTable
  additions: AdditionsTable
}
