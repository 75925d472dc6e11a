import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, OptionalNull } from './column-types.ts'

/** Row types of what the operator has blocked. */
export interface BlockedHashesTable {
  sha256: Bytea
  bytes: OptionalNull<number>
  crc32: OptionalNull<number>
  note: Generated<string>
  created_at: DefaultInstant
}

export interface BlockTables {
  blocked_hashes: BlockedHashesTable
}
