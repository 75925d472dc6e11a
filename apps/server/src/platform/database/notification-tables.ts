import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from './column-types.ts'

/** What an account is told in its dashboard. */
export interface FeedsTable {
  account_id: string
  length: Generated<number>
}
export interface NotificationsTable {
  account_id: string
  place: number
  id: string
  event_id: string
  transfer_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  request_id: OptionalNull<string>
  person_id: OptionalNull<string>
  kind: string
  file_name: OptionalNull<string>
  file_count: number
  country: OptionalNull<string>
  city: OptionalNull<string>
  device: OptionalNull<string>
  evidence: OptionalNull<EvidenceKind>
  doubt_bytes: Generated<number>
  at: Instant
  read_at: InstantOrNull
  created_at: DefaultInstant
}
export interface LiveTicketsTable {
  token_hash: Bytea
  account_id: string
  session_id: string
  expires_at: Instant
}

export interface NotificationTables {
  feeds: FeedsTable
  notifications: NotificationsTable
  live_tickets: LiveTicketsTable
}
