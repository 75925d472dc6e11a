import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface FeedsTable {
  account_id: string
  length: Generated<number>
}

export interface NotificationsTable {
  account_id: string
  place: number
  id: string
  event_id: string
  kind: string
  transfer_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  request_id: OptionalNull<string>
  supplier_id: OptionalNull<string>
  file_name: OptionalNull<string>
  file_count: number
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  doubt_bytes: Generated<number>
  country: OptionalNull<string>
  city: OptionalNull<string>
  device: OptionalNull<string>
  at: Instant
  read_at: InstantOrNull
  created_at: DefaultInstant
  files_there: OptionalNull<number>
}

export interface LiveTicketsTable {
  token_hash: Bytea
  account_id: string
  session_id: string
  expires_at: Instant
}

export interface NotificationsTables {
  feeds: FeedsTable
  notifications: NotificationsTable
  live_tickets: LiveTicketsTable
}
