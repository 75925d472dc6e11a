import type { Generated } from 'kysely'
import type {
  Bytea,
  ColumnTypes,
  DefaultInstant,
  DefaultJson,
  Instant,
  InstantOrNull,
  Json,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface DraftsTable {
  upload_id: string
  send_as: 'email' | 'link'
  sender_address: string
  recipients: Json<ColumnTypes['drafts.recipients']>
  message: string
  expiry_seconds: number
  language: Generated<string>
  forwarded: DefaultJson<ColumnTypes['drafts.forwarded']>
  remind_recipients: OptionalNull<boolean>
  changed_at: DefaultInstant
  shared_with: Generated<string[]>
  title: OptionalNull<string>
  password_hash: OptionalNull<string>
  download_limit: OptionalNull<number>
  only_proven: Generated<boolean>
  alert_mode: OptionalNull<'finished' | 'opened' | 'every' | 'digest' | 'none'>
  send_local: OptionalNull<string>
  send_zone: OptionalNull<string>
}

export interface TransfersTable {
  id: string
  slug: string
  upload_id: string
  send_as: 'email' | 'link'
  account_id: OptionalNull<string>
  workspace_id: OptionalNull<string>
  role: string
  sender_address: string
  sender_name: OptionalNull<string>
  sender_company: OptionalNull<string>
  sender_proven: boolean
  sender_language: Generated<string>
  sender_time_zone: OptionalNull<string>
  sender_country: OptionalNull<string>
  sender_city: OptionalNull<string>
  device_id: OptionalNull<string>
  network: string
  message: string
  file_count: number
  bytes: number
  search_text: Generated<string>
  expiry_seconds: number
  sent_at: DefaultInstant
  edited_at: InstantOrNull
  expires_at: InstantOrNull
  expiry_noted_at: InstantOrNull
  deleted_at: InstantOrNull
  bytes_removed_at: InstantOrNull
  record_erased_at: InstantOrNull
  paused_at: InstantOrNull
  blocked_at: InstantOrNull
  password_hash: OptionalNull<string>
  download_limit: OptionalNull<number>
  only_proven: Generated<boolean>
  locked_at: InstantOrNull
  download_count: Generated<number>
  list_status: Generated<number>
  alert_mode: OptionalNull<'finished' | 'opened' | 'every' | 'digest' | 'none'>
  alerts_since: InstantOrNull
  reminded_at: InstantOrNull
  remind_recipients: OptionalNull<boolean>
  title: OptionalNull<string>
  sends_at: InstantOrNull
  sends_local: OptionalNull<string>
  sends_zone: OptionalNull<string>
  unsent_because: OptionalNull<string>
  arrival: OptionalNull<'arriving' | 'broken' | 'whole'>
  broke_off_at: InstantOrNull
  whole_at: InstantOrNull
  broken_told_at: InstantOrNull
}

export interface TransferSharesTable {
  transfer_id: string
  member_id: string
  workspace_id: string
  sent_at: Instant
  shared_at: DefaultInstant
}

export interface TransferFilesTable {
  transfer_id: string
  file_id: string
  position: number
  path: string
  added_at: DefaultInstant
  removed_at: InstantOrNull
  replaces_file_id: OptionalNull<string>
  is_summed: Generated<boolean>
}

export interface AdditionsTable {
  upload_id: string
  transfer_id: string
  replaces_file_id: OptionalNull<string>
  changed_at: DefaultInstant
}

export interface RecipientsTable {
  id: string
  transfer_id: string
  position: number
  address: OptionalNull<string>
  name: OptionalNull<string>
  company: OptionalNull<string>
  token_hash: Bytea
  language: OptionalNull<string>
  link_id: OptionalNull<string>
  device_id: OptionalNull<string>
  device: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  is_rest: Generated<boolean>
  opened_at: InstantOrNull
  finished_at: InstantOrNull
  received_at: InstantOrNull
  told_again_at: InstantOrNull
  reminded_at: InstantOrNull
  remind_not_before: InstantOrNull
  removed_at: InstantOrNull
  hidden_at: InstantOrNull
  created_at: DefaultInstant
}

export interface TransferCountsTable {
  account_id: string
  workspace_id: string
  list_status: number
  month: string
  transfers: number
}

export interface TransferDayCountsTable {
  account_id: string
  workspace_id: string
  list_status: number
  day: string
  transfers: number
}

export interface TransferSearchesTable {
  transfer_id: string
  account_id: string
  grams: number[]
}

export interface AccessRequestersTable {
  id: string
  transfer_id: string
  kind: 'time' | 'access'
  address: string
  requested_at: DefaultInstant
  silenced_at: InstantOrNull
}

export interface AccessRequestsTable {
  id: string
  requester_id: string
  recipient_id: string
  token_hash: Bytea
  language: string
  time_zone: OptionalNull<string>
  requested_at: DefaultInstant
  expires_at: Instant
  given_at: InstantOrNull
  given_until: InstantOrNull
}

export interface TransferFactsView {
  id: string
  slug: string
  upload_id: string
  send_as: 'email' | 'link'
  account_id: OptionalNull<string>
  role: string
  sender_address: string
  sender_name: OptionalNull<string>
  sender_company: OptionalNull<string>
  sender_proven: boolean
  sender_language: string
  sender_time_zone: OptionalNull<string>
  sender_country: OptionalNull<string>
  sender_city: OptionalNull<string>
  device_id: OptionalNull<string>
  message: string
  file_count: number
  bytes: number
  expiry_seconds: number
  sent_at: Instant
  edited_at: InstantOrNull
  expires_at: InstantOrNull
  expiry_noted_at: InstantOrNull
  deleted_at: InstantOrNull
  bytes_removed_at: InstantOrNull
  record_erased_at: InstantOrNull
  paused_at: InstantOrNull
  blocked_at: InstantOrNull
  has_password: boolean
  download_limit: OptionalNull<number>
  only_proven: boolean
  locked_at: InstantOrNull
  download_count: number
  list_status: number
  alert_mode: OptionalNull<'finished' | 'opened' | 'every' | 'digest' | 'none'>
  alerts_since: InstantOrNull
  reminded_at: InstantOrNull
  remind_recipients: OptionalNull<boolean>
  title: OptionalNull<string>
  sends_at: InstantOrNull
  unsent_because: OptionalNull<string>
  arrival: OptionalNull<'arriving' | 'broken' | 'whole'>
}

export interface TransferContentsView {
  transfer_id: string
  file_id: string
  position: number
  path: string
  added_at: Instant
  removed_at: InstantOrNull
  replaces_file_id: OptionalNull<string>
  is_summed: boolean
}

export interface RecipientFactsView {
  id: string
  transfer_id: string
  position: number
  address: OptionalNull<string>
  name: OptionalNull<string>
  company: OptionalNull<string>
  language: OptionalNull<string>
  link_id: OptionalNull<string>
  device: OptionalNull<string>
  country: OptionalNull<string>
  city: OptionalNull<string>
  is_rest: boolean
  opened_at: InstantOrNull
  finished_at: InstantOrNull
  received_at: InstantOrNull
  told_again_at: InstantOrNull
  reminded_at: InstantOrNull
  remind_not_before: InstantOrNull
  removed_at: InstantOrNull
  hidden_at: InstantOrNull
  created_at: Instant
}

export interface TransfersTables {
  drafts: DraftsTable
  transfers: TransfersTable
  transfer_shares: TransferSharesTable
  transfer_files: TransferFilesTable
  additions: AdditionsTable
  recipients: RecipientsTable
  transfer_counts: TransferCountsTable
  transfer_day_counts: TransferDayCountsTable
  transfer_searches: TransferSearchesTable
  access_requesters: AccessRequestersTable
  access_requests: AccessRequestsTable
  transfer_facts: TransferFactsView
  transfer_contents: TransferContentsView
  recipient_facts: RecipientFactsView
}
