import type { Generated } from 'kysely'
import type {
  Bytea,
  ColumnTypes,
  DefaultInstant,
  Instant,
  InstantOrNull,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface LinkPassesTable {
  transfer_id: string
  recipient_id: string
  device_id: string
  address: Generated<string>
  created_at: DefaultInstant
  expires_at: Instant
}

export interface GrantsTable {
  id: string
  token_hash: Bytea
  transfer_id: string
  recipient_id: string
  file_ids: OptionalNull<string[]>
  device_id: OptionalNull<string>
  network: OptionalNull<string>
  is_owners: Generated<boolean>
  created_at: DefaultInstant
  expires_at: Instant
  is_preview: Generated<boolean>
  api_key_id: OptionalNull<string>
}

export interface LibraryGrantsTable {
  token_hash: Bytea
  account_id: string
  file_ids: string[]
  paths: OptionalNull<string[]>
  created_at: DefaultInstant
  expires_at: Instant
  is_of_others: Generated<boolean>
  is_for_supplier: Generated<boolean>
  answers: JsonOrNull<ColumnTypes['library_grants.answers']>
  api_key_id: OptionalNull<string>
}

export interface DownloadQuotaTable {
  recipient_id: string
  file_id: string
  number: number
  grant_id: string
  ranges: Generated<string>
  granted_at: DefaultInstant
  moved_at: DefaultInstant
  finished_at: InstantOrNull
}

export interface DownloadHandedTable {
  recipient_id: string
  file_id: string
  bytes: Generated<number>
  doubtful_bytes: Generated<number>
}

export interface DownloadDrawsTable {
  id: string
  recipient_id: string
  file_id: string
  node_id: string
  rest_bytes: number
  open_bytes: Generated<number>
  moved_at: DefaultInstant
}

export interface SendingsTable {
  id: string
  recipient_id: string
  resource: string
  starts_at: number
  read_to: number
  arrived_to: number
  written_to: number
  ends_at: number
  may_jump: Generated<boolean>
  node_id: OptionalNull<string>
  began_at: DefaultInstant
  changed_at: DefaultInstant
  ended_at: InstantOrNull
}

export interface DeliveriesTable {
  recipient_id: string
  file_id: string
  ranges: Generated<string>
  bytes: Generated<number>
  read_ranges: Generated<string>
  read_bytes: Generated<number>
  handed_ranges: Generated<string>
  sent_ranges: Generated<string>
  is_cut_whole: Generated<boolean>
  doubt_bytes: Generated<number>
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  began_at: DefaultInstant
  changed_at: DefaultInstant
  finished_at: InstantOrNull
}

export interface DeliveryFactsView {
  recipient_id: string
  file_id: string
  ranges: string
  bytes: number
  read_ranges: string
  read_bytes: number
  handed_ranges: string
  sent_ranges: string
  doubt_bytes: number
  evidence: OptionalNull<'received' | 'handed-over' | 'sent-by-proxy'>
  began_at: Instant
  changed_at: Instant
  finished_at: InstantOrNull
  answered_bytes: number
}

export interface DownloadsTables {
  link_passes: LinkPassesTable
  grants: GrantsTable
  library_grants: LibraryGrantsTable
  download_quota: DownloadQuotaTable
  download_handed: DownloadHandedTable
  download_draws: DownloadDrawsTable
  sendings: SendingsTable
  deliveries: DeliveriesTable
  delivery_facts: DeliveryFactsView
}
