import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, JsonOrNull, OptionalNull } from './column-types.ts'

/** What happened, chained transfer by transfer. */
export interface LedgersTable {
  transfer_id: string
  length: Generated<number>
  head: Bytea
  signature: OptionalNull<Buffer>
  signed_by: OptionalNull<string>
}
export interface EventsTable {
  id: string
  transfer_id: string
  place: number
  account_id: OptionalNull<string>
  recipient_id: OptionalNull<string>
  file_id: OptionalNull<string>
  kind: string
  lane: 'human' | 'machine' | 'owner'
  reason: OptionalNull<string>
  bytes: OptionalNull<number>
  detail: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  time_zone: OptionalNull<string>
  device: OptionalNull<string>
  ip_digest: OptionalNull<Buffer>
  person_digest: OptionalNull<Buffer>
  path: OptionalNull<string>
  files: JsonOrNull<Array<{ id: string; path: string; bytes: number; sha256?: string }>>
  evidence: OptionalNull<EvidenceKind>
  doubt_bytes: OptionalNull<number>
  late_ms: OptionalNull<number>
  at: Instant
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

/** Looks of machines that become one entry. */
export interface HeldLooksTable {
  recipient_id: string
  device: string
  transfer_id: string
  reason: string
  ip: string
  user_agent: OptionalNull<string>
  looks: Generated<number>
  is_doubtful: boolean
  first_at: DefaultInstant
  closes_at: Instant
}

/** Roots over the heads of ledgers. */
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
  time_stamp: OptionalNull<Buffer>
  stamped_at: InstantOrNull
}
export interface AnchorLeavesTable {
  anchor: number
  position: number
  transfer_id: string
  length: number
  head: Bytea
}

export interface EventTables {
  held_looks: HeldLooksTable
  anchors: AnchorsTable
  anchor_leaves: AnchorLeavesTable
  ledgers: LedgersTable
  events: EventsTable
  event_ips: EventIpsTable
  identities: IdentitiesTable
}
