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
  lane: 'human' | 'machine'
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

export interface EventTables {
  ledgers: LedgersTable
  events: EventsTable
  event_ips: EventIpsTable
  identities: IdentitiesTable
}
