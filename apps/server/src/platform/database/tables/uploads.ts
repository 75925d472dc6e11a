import type { Generated } from 'kysely'
import type { Bytea, BytesOrNull, DefaultInstant, Instant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface UploadsTable {
  id: string
  state: Generated<'open' | 'complete' | 'abandoned'>
  account_id: OptionalNull<string>
  workspace_id: OptionalNull<string>
  owner_address: string
  device_id: OptionalNull<string>
  network: string
  link_id: OptionalNull<string>
  manifest_hash: Bytea
  store: string
  bytes: number
  reserved_keys: Generated<string[]>
  created_at: DefaultInstant
  expires_at: Instant
  completed_at: InstantOrNull
  storage_prefix: OptionalNull<string>
  is_arriving: Generated<boolean>
}

export interface UploadTokensTable {
  token_hash: Bytea
  upload_id: string
  created_at: DefaultInstant
  expires_at: Instant
  is_storage_key: Generated<boolean>
}

export interface BlobsTable {
  id: string
  upload_id: string
  position: number
  store: string
  key: string
  bytes: number
  part_bytes: number
  wrapped_key: Bytea
  multipart_id: string
  received_bytes: Generated<number>
  completed_at: InstantOrNull
  removed_at: InstantOrNull
  revoked_count: Generated<number>
  last_part_at: InstantOrNull
  prefix_bytes: Generated<number>
}

export interface PartsTable {
  blob_id: string
  starts_at: number
  bytes: number
  crc32: number
  tag: Bytea
  segment: Generated<string>
  received_at: DefaultInstant
  md5: BytesOrNull
}

export interface PartClaimsTable {
  blob_id: string
  starts_at: number
  bytes: number
  crc32: number
  md5: Bytea
  member_crcs: OptionalNull<number[]>
  claimed_at: DefaultInstant
}

export interface PartLeasesTable {
  id: string
  blob_id: string
  starts_at: number
  bytes: number
  node_id: string
  upload_id: OptionalNull<string>
  owner_address: OptionalNull<string>
  taken_at: DefaultInstant
}

export interface FilesTable {
  id: string
  upload_id: string
  position: number
  path: string
  bytes: number
  modified_at: Instant
  fingerprint: string
  blob_id: OptionalNull<string>
  blob_offset: Generated<number>
  crc32: OptionalNull<number>
  sha256: BytesOrNull
  checked_at: InstantOrNull
  withdrawn_at: InstantOrNull
  withdrawn_because: OptionalNull<string>
  deleted_at: InstantOrNull
  deleted_with: OptionalNull<string>
  bytes_removed_at: InstantOrNull
  reread_at: InstantOrNull
  reread_bytes: Generated<number>
  reread_crc32: Generated<number>
  reread_doubts: Generated<number>
  scan_state: OptionalNull<'clean' | 'infected' | 'not-scanned'>
  scan_because: OptionalNull<'too-large' | 'encrypted' | 'unavailable' | 'cleared'>
  scan_finding: OptionalNull<string>
  scan_signatures: OptionalNull<string>
  scanned_at: InstantOrNull
  scan_tries: Generated<number>
  scan_tried_at: InstantOrNull
}

export interface RereadTurnTable {
  id: Generated<number>
  next_at: DefaultInstant
}

export interface BlockedHashesTable {
  sha256: Bytea
  bytes: OptionalNull<number>
  crc32: OptionalNull<number>
  note: Generated<string>
  created_at: DefaultInstant
}

export interface ScannerTable {
  id: number
  version: string
  since: DefaultInstant
}

export interface DoorMultipartsTable {
  id: string
  blob_id: string
  part_bytes: OptionalNull<number>
  etag: OptionalNull<string>
  created_at: DefaultInstant
}

export interface StoreMovesTable {
  id: string
  workspace_id: string
  to_store: string
  asked_by: OptionalNull<string>
  started_at: DefaultInstant
  total_files: number
  total_bytes: number
  moved_files: Generated<number>
  moved_bytes: Generated<number>
  after_id: Generated<string>
  pass_moved: Generated<number>
  pass_kept: Generated<number>
  waits_for: OptionalNull<'store' | 'uploads'>
  waits_store: OptionalNull<string>
  lease_token: OptionalNull<string>
  lease_until: InstantOrNull
  ended_at: InstantOrNull
  outcome: OptionalNull<'done' | 'stopped'>
}

export interface BlobCopiesTable {
  key: string
  blob_id: string
  store: string
  multipart_id: string
  move_id: OptionalNull<string>
  remove_at: Instant
  is_leaving: Generated<boolean>
}

export interface StoredFilesView {
  id: string
  upload_id: string
  position: number
  path: string
  bytes: number
  modified_at: Instant
  crc32: OptionalNull<number>
  sha256: BytesOrNull
  checked_at: InstantOrNull
  withdrawn_at: InstantOrNull
  withdrawn_because: OptionalNull<string>
  deleted_at: InstantOrNull
  deleted_with: OptionalNull<string>
  bytes_removed_at: InstantOrNull
  scan_state: OptionalNull<'clean' | 'infected' | 'not-scanned'>
  scan_because: OptionalNull<'too-large' | 'encrypted' | 'unavailable' | 'cleared'>
  scanned_at: InstantOrNull
}

export interface UploadsTables {
  uploads: UploadsTable
  upload_tokens: UploadTokensTable
  blobs: BlobsTable
  parts: PartsTable
  part_claims: PartClaimsTable
  part_leases: PartLeasesTable
  files: FilesTable
  reread_turn: RereadTurnTable
  blocked_hashes: BlockedHashesTable
  scanner: ScannerTable
  door_multiparts: DoorMultipartsTable
  store_moves: StoreMovesTable
  blob_copies: BlobCopiesTable
  stored_files: StoredFilesView
}
