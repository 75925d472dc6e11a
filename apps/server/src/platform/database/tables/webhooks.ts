import type { Generated } from 'kysely'
import type { Bytea, BytesOrNull, DefaultInstant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface WebhooksTable {
  id: string
  account_id: string
  workspace_id: string
  url: string
  kinds: string[]
  secret: Bytea
  former_secret: BytesOrNull
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
  supplier_id: OptionalNull<string>
  file_name: OptionalNull<string>
  file_count: Generated<number>
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  doubt_bytes: Generated<number>
  country: OptionalNull<string>
  city: OptionalNull<string>
  device: OptionalNull<string>
  at: DefaultInstant
  state: Generated<'waiting' | 'taken' | 'failed'>
  attempts: Generated<number>
  began_at: DefaultInstant
  next_at: DefaultInstant
  held_until: InstantOrNull
  tried_at: InstantOrNull
  status: OptionalNull<number>
  failure: OptionalNull<string>
  ms: OptionalNull<number>
  created_at: DefaultInstant
  files_there: OptionalNull<number>
}

export interface WebhooksTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}
