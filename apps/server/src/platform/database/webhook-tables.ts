import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Where an account has what happened sent, and what became of each sending. */
export interface WebhooksTable {
  id: string
  account_id: string
  url: string
  kinds: string[]
  secret: Bytea
  former_secret: OptionalNull<Buffer>
  former_until: InstantOrNull
  paused_at: InstantOrNull
  paused_because: OptionalNull<'owner' | 'gone' | 'failing'>
  taken_at: InstantOrNull
  created_at: DefaultInstant
}
export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event_id: OptionalNull<string>
  kind: string
  transfer_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  request_id: OptionalNull<string>
  person_id: OptionalNull<string>
  file_name: OptionalNull<string>
  file_count: Generated<number>
  country: OptionalNull<string>
  city: OptionalNull<string>
  device: OptionalNull<string>
  evidence: OptionalNull<EvidenceKind>
  doubt_bytes: Generated<number>
  at: DefaultInstant
  state: Generated<'waiting' | 'taken' | 'failed'>
  attempts: Generated<number>
  next_at: DefaultInstant
  held_until: InstantOrNull
  tried_at: InstantOrNull
  status: OptionalNull<number>
  failure: OptionalNull<string>
  ms: OptionalNull<number>
  created_at: DefaultInstant
  began_at: DefaultInstant
}

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}
