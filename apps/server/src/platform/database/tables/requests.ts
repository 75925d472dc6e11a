import type { Generated } from 'kysely'
import type {
  Bytea,
  BytesOrNull,
  ColumnTypes,
  DefaultInstant,
  DefaultJson,
  Instant,
  InstantOrNull,
  Json,
  JsonOrNull,
  OptionalNull,
} from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface RequestsTable {
  id: string
  slug: string
  account_id: string
  workspace_id: string
  title: string
  message: string
  language: string
  identity: 'hidden' | 'optional' | 'required' | 'proven'
  supplier_noun: 'supplier' | 'client' | 'staff' | 'student' | 'person'
  is_open_link: boolean
  deadline: OptionalNull<string>
  deadline_zone: string
  deadline_rule: 'fixed' | 'supplier'
  due_at: InstantOrNull
  reminders: boolean
  reminder_days: number[]
  max_submission_bytes: OptionalNull<number>
  max_submission_files: OptionalNull<number>
  types: string[]
  folder: string
  sealing: JsonOrNull<ColumnTypes['requests.sealing']>
  password_hash: OptionalNull<string>
  locked_at: InstantOrNull
  created_at: DefaultInstant
  edited_at: InstantOrNull
  expires_at: InstantOrNull
  paused_at: InstantOrNull
  closed_at: InstantOrNull
  deleted_at: InstantOrNull
  full_told_at: InstantOrNull
  supplier_count: Generated<number>
  complete_count: Generated<number>
  submission_count: Generated<number>
  file_count: Generated<number>
  bytes: Generated<number>
  last_answer_at: InstantOrNull
  erased_at: InstantOrNull
  erase_tried_at: InstantOrNull
}

export interface RequestSharesTable {
  request_id: string
  member_id: string
  workspace_id: string
  created_at: Instant
  shared_at: DefaultInstant
  is_assigned: Generated<boolean>
}

export interface RequestItemsTable {
  id: string
  request_id: string
  position: number
  name: string
  hint: string
  is_required: boolean
  types: string[]
  max_files: OptionalNull<number>
  max_bytes: OptionalNull<number>
  example_file_id: OptionalNull<string>
  pattern: string
  removed_at: InstantOrNull
  kind: Generated<'files' | 'short' | 'long' | 'date' | 'choice'>
  options: Generated<string[]>
  takes_several: Generated<boolean>
  section: Generated<string>
}

export interface RequestSuppliersTable {
  id: string
  request_id: string
  kind: 'invited' | 'proven' | 'claimed'
  address: OptionalNull<string>
  name: string
  company: string
  time_zone: OptionalNull<string>
  language: OptionalNull<string>
  token_hash: Bytea
  device_id: OptionalNull<string>
  created_at: DefaultInstant
  removed_at: InstantOrNull
  due_at: InstantOrNull
  next_reminder_at: InstantOrNull
  reminded_at: InstantOrNull
  missing_count: number
  file_count: Generated<number>
  bytes: Generated<number>
  last_answer_at: InstantOrNull
  completed_at: InstantOrNull
}

export interface RequestProgressTable {
  supplier_id: string
  item_id: string
  file_count: number
  bytes: number
  state: 'arrived' | 'accepted' | 'sent-back'
  note: Generated<string>
  changed_at: DefaultInstant
}

export interface RequestTemplatesTable {
  id: string
  account_id: string
  workspace_id: string
  name: string
  content: Json<ColumnTypes['request_templates.content']>
  saved_at: DefaultInstant
}

export interface RequestPassesTable {
  request_id: string
  device_id: string
  created_at: DefaultInstant
  expires_at: Instant
}

export interface SubmissionDraftsTable {
  upload_id: string
  request_id: string
  supplier_id: string
  item_ids: string[]
  note: string
  sealed_for: OptionalNull<string>
  started_at: DefaultInstant
  answers: DefaultJson<ColumnTypes['submission_drafts.answers']>
}

export interface SubmissionsTable {
  id: string
  upload_id: OptionalNull<string>
  account_id: string
  workspace_id: string
  request_id: string
  supplier_id: string
  note: string
  file_count: number
  bytes: number
  is_late: boolean
  arrived_at: DefaultInstant
  language: string
  country: OptionalNull<string>
  city: OptionalNull<string>
  device: OptionalNull<string>
  told_at: InstantOrNull
  answer_count: Generated<number>
}

export interface SubmissionFilesTable {
  file_id: string
  submission_id: string
  request_id: string
  supplier_id: string
  item_id: string
  position: number
  path: string
  original_name: string
  plain_bytes: OptionalNull<number>
  claimed_sha256: BytesOrNull
  sent_back_at: InstantOrNull
}

export interface SubmissionAnswersTable {
  submission_id: string
  request_id: string
  supplier_id: string
  item_id: string
  answer: string[]
  is_current: boolean
  is_sealed: Generated<boolean>
}

export interface RequestCommentsTable {
  id: string
  request_id: string
  supplier_id: string
  item_id: string
  place: number
  account_id: OptionalNull<string>
  is_of_supplier: boolean
  author: Generated<string>
  body: string
  written_at: DefaultInstant
  withdrawn_at: InstantOrNull
  told_at: InstantOrNull
}

export interface RequestCommentReadsTable {
  supplier_id: string
  item_id: string
  reader_id: string
  request_id: string
  seen_to: number
}

export interface RequestsTables {
  requests: RequestsTable
  request_shares: RequestSharesTable
  request_items: RequestItemsTable
  request_suppliers: RequestSuppliersTable
  request_progress: RequestProgressTable
  request_templates: RequestTemplatesTable
  request_passes: RequestPassesTable
  submission_drafts: SubmissionDraftsTable
  submissions: SubmissionsTable
  submission_files: SubmissionFilesTable
  submission_answers: SubmissionAnswersTable
  request_comments: RequestCommentsTable
  request_comment_reads: RequestCommentReadsTable
}
