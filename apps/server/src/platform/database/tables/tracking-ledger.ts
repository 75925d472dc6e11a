import type { Generated } from 'kysely'
import type {
  Bytea,
  BytesOrNull,
  ColumnTypes,
  DefaultInstant,
  Instant,
  InstantOrNull,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface LedgersTable {
  transfer_id: string
  length: Generated<number>
  head: Bytea
  signature: BytesOrNull
  signed_by: OptionalNull<string>
}

export interface EventsTable {
  id: string
  transfer_id: string
  place: number
  account_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  kind: string
  actor_kind: 'human' | 'bot' | 'owner'
  reason: OptionalNull<string>
  file_id: OptionalNull<string>
  path: OptionalNull<string>
  files: JsonOrNull<ColumnTypes['events.files']>
  bytes: OptionalNull<number>
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  doubt_bytes: OptionalNull<number>
  detail: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  time_zone: OptionalNull<string>
  device: OptionalNull<string>
  ip_digest: BytesOrNull
  person_digest: BytesOrNull
  at: Instant
  late_ms: OptionalNull<number>
  hash: Bytea
}

export interface EventIpsTable {
  event_id: string
  salt: Bytea
  ip: string
  at: Instant
}

export interface IdentitiesTable {
  transfer_id: string
  subject: string
  salt: Bytea
  digest: Bytea
}

export interface HeldVisitsTable {
  recipient_id: string
  device: string
  transfer_id: string
  reason: string
  ip: string
  user_agent: OptionalNull<string>
  visits: Generated<number>
  is_doubtful: boolean
  first_at: DefaultInstant
  closes_at: Instant
}

export interface AnchorsTable {
  number: number
  at: Instant
  count: number
  root: Bytea
  previous: Bytea
  hash: Bytea
  signature: Bytea
  signed_by: string
  nodes: Bytea
  time_stamp: BytesOrNull
  stamped_at: InstantOrNull
}

export interface AnchorLeavesTable {
  anchor: number
  position: number
  transfer_id: string
  length: number
  head: Bytea
}

export interface CountedFreshTable {
  account_id: string
  quarter: number
  kind: 'opening' | 'download' | 'repeat' | 'mail'
  country: string
  address: string
  file_id: string
  local_hour: OptionalNull<number>
}

export interface CountedTable {
  account_id: string
  quarter: number
  kind: 'opening' | 'download' | 'repeat' | 'mail'
  country: string
  address: string
  file_id: string
  local_hour: OptionalNull<number>
}

export interface CountedSumsTable {
  account_id: string
  facet: 'time' | 'country' | 'contact' | 'file'
  span: number
  starts: number
  country: string
  subject: string
  downloads: number
  repeats: number
  openings: number
  mails: number
}

export interface EventFactsView {
  id: string
  transfer_id: string
  place: number
  account_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  kind: string
  actor_kind: 'human' | 'bot' | 'owner'
  reason: OptionalNull<string>
  file_id: OptionalNull<string>
  path: OptionalNull<string>
  files: JsonOrNull<ColumnTypes['events.files']>
  bytes: OptionalNull<number>
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  doubt_bytes: OptionalNull<number>
  detail: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  time_zone: OptionalNull<string>
  device: OptionalNull<string>
  ip_digest: BytesOrNull
  person_digest: BytesOrNull
  at: Instant
  late_ms: OptionalNull<number>
  hash: Bytea
}

export interface TrackingLedgerTables {
  ledgers: LedgersTable
  events: EventsTable
  event_ips: EventIpsTable
  identities: IdentitiesTable
  held_visits: HeldVisitsTable
  anchors: AnchorsTable
  anchor_leaves: AnchorLeavesTable
  counted_fresh: CountedFreshTable
  counted: CountedTable
  counted_sums: CountedSumsTable
  event_facts: EventFactsView
}
