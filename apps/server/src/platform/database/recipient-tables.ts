import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Row type of whom a transfer goes to, and of the devices that came by an open link. */
export interface RecipientsTable {
  id: string
  transfer_id: string
  position: number
  address: OptionalNull<string>
  name: OptionalNull<string>
  company: OptionalNull<string>
  token_hash: Bytea
  language: OptionalNull<string>
  opened_at: InstantOrNull
  finished_at: InstantOrNull
  created_at: DefaultInstant
  removed_at: InstantOrNull
  hidden_at: InstantOrNull
  received_at: InstantOrNull
  told_again_at: InstantOrNull
  reminded_at: InstantOrNull
  remind_not_before: InstantOrNull
  /** Migration 0057: a device that came by the open link of this row. */
  link_id: OptionalNull<string>
  device_id: OptionalNull<string>
  device: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  /** All devices that came when there were rows enough. */
  is_rest: Generated<boolean>
}

export interface RecipientTables {
  recipients: RecipientsTable
}
