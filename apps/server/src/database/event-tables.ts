import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, OptionalNull } from './column-types.ts'

/** Migration 0010: what happened, chained transfer by transfer. */
export interface LedgersTable {
  transfer_id: string
  length: Generated<number>
  head: Bytea
  last_at: DefaultInstant
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

/** Migration 0057: looks of machines that become one entry. */
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

export interface EventTables {
  held_looks: HeldLooksTable
  ledgers: LedgersTable
  events: EventsTable
  event_ips: EventIpsTable
  identities: IdentitiesTable
}
