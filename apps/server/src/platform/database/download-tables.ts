import type { EvidenceKind } from '@waybill/contract/tracking/evidence'
import type { Generated } from 'kysely'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, OptionalNull } from './column-types.ts'

/** Row types of opening links and of what was delivered. */
export interface GrantsTable {
  id: string
  token_hash: Bytea
  transfer_id: string
  recipient_id: string
  file_ids: OptionalNull<string[]>
  device_id: OptionalNull<string>
  created_at: DefaultInstant
  expires_at: Instant
  network: OptionalNull<string>
  is_owners: Generated<boolean>
}
export interface DeliveriesTable {
  recipient_id: string
  file_id: string
  ranges: Generated<string>
  bytes: Generated<number>
  began_at: DefaultInstant
  changed_at: DefaultInstant
  finished_at: InstantOrNull
  read_ranges: Generated<string>
  read_bytes: Generated<number>
  handed_ranges: Generated<string>
  sent_ranges: Generated<string>
  evidence: OptionalNull<EvidenceKind>
  is_cut_whole: Generated<boolean>
  doubt_bytes: Generated<number>
}
export interface SendingsTable {
  id: string
  recipient_id: string
  resource: string
  starts_at: number
  ends_at: number
  arrived_to: number
  written_to: number
  node_id: OptionalNull<string>
  changed_at: DefaultInstant
  read_to: number
  began_at: DefaultInstant
  ended_at: InstantOrNull
  may_jump: Generated<boolean>
}
export interface LinkCodesTable {
  id: string
  recipient_id: string
  device_id: string
  address: string
  tries_left: number
  created_at: DefaultInstant
  expires_at: Instant
  settled_at: InstantOrNull
  used_at: InstantOrNull
}
export interface DownloadTurnsTable {
  recipient_id: string
  file_id: string
  turn: number
  grant_id: string
  ranges: Generated<string>
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

export interface DownloadTables {
  grants: GrantsTable
  deliveries: DeliveriesTable
  sendings: SendingsTable
  link_codes: LinkCodesTable
  download_turns: DownloadTurnsTable
  download_handed: DownloadHandedTable
  download_draws: DownloadDrawsTable
}
