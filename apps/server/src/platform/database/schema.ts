import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { ColumnType, Generated } from 'kysely'
import type { StoreKind } from '../storage/blob-store.ts'
import type { AccountTables } from './account-tables.ts'
import type { AlertTables } from './alert-tables.ts'
import type { AskTables } from './ask-tables.ts'
import type { BlockTables } from './block-tables.ts'
import type { CertificateTables } from './certificate-tables.ts'
import type { Bytea, DefaultInstant, Instant, InstantOrNull, Json, OptionalNull } from './column-types.ts'
import type { CountTables } from './count-tables.ts'
import type { DownloadTables } from './download-tables.ts'
import type { EventTables } from './event-tables.ts'
import type { GuessingTables } from './guessing-tables.ts'
import type { JobTables } from './job-tables.ts'
import type { LibraryTables } from './library-tables.ts'
import type { MailLimitTables } from './mail-limit-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { ReceiptTables } from './receipt-tables.ts'
import type { RecipientTables } from './recipient-tables.ts'
import type { RequestTables } from './request-tables.ts'
import type { SecurityTables } from './security-tables.ts'
import type { ForwardedFile, TransferFileTables } from './transfer-file-tables.ts'
import type { TransferListTables } from './transfer-list-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/** Row types of every table; a test holds them against the live schema. int8 columns arrive as safe integers. */
export interface DevicesTable {
  id: string
  secret_hash: Bytea
  created_at: DefaultInstant
}
export interface SenderCodesTable {
  id: string
  address: string
  device_id: string
  code_hash: Bytea
  tries_left: number
  created_at: DefaultInstant
  expires_at: Instant
  used_at: InstantOrNull
}
export interface SenderProofsTable {
  device_id: string
  address: string
  network_hash: OptionalNull<Buffer>
  proven_at: DefaultInstant
}
export interface AllowancesTable {
  key: string
  reserved_bytes: Generated<number>
  used_bytes: Generated<number>
  sends: Generated<number>
  created_at: DefaultInstant
}
export interface UploadsTable {
  id: string
  state: Generated<'open' | 'complete' | 'abandoned'>
  owner_address: string
  device_id: OptionalNull<string>
  network: string
  manifest_hash: Bytea
  store: StoreKind
  bytes: number
  reserved_keys: Generated<string[]>
  created_at: DefaultInstant
  expires_at: Instant
  completed_at: InstantOrNull
  account_id: OptionalNull<string>
  /** The request through whose open link it comes; null for every other upload. */
  link_id: OptionalNull<string>
}
export interface UploadTokensTable {
  token_hash: Bytea
  upload_id: string
  created_at: DefaultInstant
  expires_at: Instant
}
export interface BlobsTable {
  id: string
  upload_id: string
  position: number
  store: StoreKind
  key: string
  bytes: number
  part_bytes: number
  wrapped_key: Bytea
  multipart_id: string
  received_bytes: Generated<number>
  completed_at: InstantOrNull
  removed_at: InstantOrNull
}
export interface PartsTable {
  blob_id: string
  starts_at: number
  bytes: number
  crc32: number
  tag: Bytea
  received_at: DefaultInstant
  segment: Generated<string>
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
  taken_at: DefaultInstant
  upload_id: OptionalNull<string>
  owner_address: OptionalNull<string>
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
  sha256: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
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
}
export interface RereadTurnTable {
  id: Generated<number>
  next_at: DefaultInstant
}
export interface DraftRecipient {
  email: string
  name?: string
  company?: string
}
export interface DraftsTable {
  upload_id: string
  send_as: 'email' | 'link'
  sender_address: string
  recipients: Json<DraftRecipient[]>
  message: string
  expiry_seconds: number
  language: Generated<string>
  changed_at: DefaultInstant
  forwarded: Json<ForwardedFile[]>
  remind_recipients: OptionalNull<boolean>
}
export interface TransfersTable {
  id: string
  slug: string
  upload_id: string
  send_as: 'email' | 'link'
  role: string
  sender_address: string
  sender_name: OptionalNull<string>
  sender_proven: boolean
  sender_language: Generated<string>
  sender_time_zone: OptionalNull<string>
  device_id: OptionalNull<string>
  network: string
  message: string
  file_count: number
  bytes: number
  expiry_seconds: number
  sent_at: DefaultInstant
  expires_at: InstantOrNull
  deleted_at: InstantOrNull
  bytes_removed_at: InstantOrNull
  account_id: OptionalNull<string>
  paused_at: InstantOrNull
  blocked_at: InstantOrNull
  password_hash: OptionalNull<string>
  download_limit: OptionalNull<number>
  only_proven: Generated<boolean>
  edited_at: InstantOrNull
  download_count: Generated<number>
  sender_company: OptionalNull<string>
  sender_country: OptionalNull<string>
  sender_city: OptionalNull<string>
  search_text: Generated<string>
  shelf: Generated<number>
  locked_at: InstantOrNull
  expiry_noted_at: InstantOrNull
  alert_mode: OptionalNull<AlertMode>
  alerts_since: InstantOrNull
  reminded_at: InstantOrNull
  remind_recipients: OptionalNull<boolean>
  record_erased_at: InstantOrNull
}
export interface MailsTable {
  id: string
  message_id: string
  template: string
  recipient_id: OptionalNull<string>
  sealed: ColumnType<Buffer | null, Uint8Array | null, Uint8Array | null>
  attempts: Generated<number>
  last_error: OptionalNull<string>
  created_at: DefaultInstant
  accepted_at: InstantOrNull
  given_up_at: InstantOrNull
  sender_mailbox: OptionalNull<string>
  refused_at: InstantOrNull
  noted_at: InstantOrNull
  bounced_at: InstantOrNull
  person_id: OptionalNull<string>
  handed_by: OptionalNull<string>
}
export interface IdempotencyKeysTable {
  scope: string
  key: string
  request_hash: Bytea
  status: OptionalNull<number>
  reply: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  taken_until: Instant
  created_at: DefaultInstant
  node_id: OptionalNull<string>
}

export interface RateLimitsTable {
  key: string
  points: Generated<number>
  expire: OptionalNull<number>
}

export interface Database
  extends AccountTables,
    AlertTables,
    CountTables,
    AskTables,
    BlockTables,
    CertificateTables,
    DownloadTables,
    EventTables,
    GuessingTables,
    JobTables,
    LibraryTables,
    MailLimitTables,
    NotificationTables,
    ReceiptTables,
    RecipientTables,
    RequestTables,
    SecurityTables,
    TransferFileTables,
    TransferListTables,
    WebhookTables {
  devices: DevicesTable
  sender_codes: SenderCodesTable
  sender_proofs: SenderProofsTable
  allowances: AllowancesTable
  uploads: UploadsTable
  upload_tokens: UploadTokensTable
  blobs: BlobsTable
  reread_turn: RereadTurnTable
  parts: PartsTable
  part_claims: PartClaimsTable
  part_leases: PartLeasesTable
  files: FilesTable
  drafts: DraftsTable
  transfers: TransfersTable
  mails: MailsTable
  idempotency_keys: IdempotencyKeysTable
  rate_limits: RateLimitsTable
}
