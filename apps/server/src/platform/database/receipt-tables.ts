import type { ColumnType } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull } from './column-types.ts'

/** The keys that sign receipts. */
export interface ReceiptKeysTable {
  id: string
  public_key: Bytea
  mac: Bytea
  sealed: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  created_at: DefaultInstant
  retired_at: InstantOrNull
}

export interface ReceiptTables {
  receipt_keys: ReceiptKeysTable
}
