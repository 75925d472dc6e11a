import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Json, OptionalNull } from './column-types.ts'

export interface SecurityEventsTable {
  id: string
  at: DefaultInstant
  last_at: DefaultInstant
  event: string
  outcome: string
  account_id: OptionalNull<string>
  address: OptionalNull<string>
  network: OptionalNull<string>
  request_id: OptionalNull<string>
  facts: Json<Record<string, unknown>>
  count: Generated<number>
  fold_key: OptionalNull<Buffer>
  is_told: Generated<boolean>
}
export interface KnownSettingsTable {
  name: string
  mac: Bytea
  changed_at: DefaultInstant
}
export interface MasterKeysTable {
  fingerprint: Bytea
  seen_at: DefaultInstant
}

export interface SecurityTables {
  security_events: SecurityEventsTable
  known_settings: KnownSettingsTable
  master_keys: MasterKeysTable
}
