import type { Generated } from 'kysely'
import type { BytesOrNull, DefaultInstant, InstantOrNull, OptionalNull } from '../column-types.ts'

/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */
export interface ConversationsTable {
  id: string
  account_id: OptionalNull<string>
  device_id: OptionalNull<string>
  address: OptionalNull<string>
  language: 'en' | 'zh'
  state: 'open' | 'answered' | 'closed'
  assignee_id: OptionalNull<string>
  length: Generated<number>
  customer_seen: Generated<number>
  customer_mailed: Generated<number>
  operator_mailed: Generated<number>
  operator_mailed_at: InstantOrNull
  waiting_since: InstantOrNull
  created_at: DefaultInstant
  last_at: DefaultInstant
}

export interface ConversationMessagesTable {
  conversation_id: string
  place: number
  author: 'customer' | 'operator'
  body: string
  rating: OptionalNull<'Bad' | 'Fine' | 'Fantastic'>
  route: OptionalNull<string>
  role: OptionalNull<string>
  full_name: OptionalNull<string>
  company: OptionalNull<string>
  came_by: 'page' | 'mail' | 'command'
  mail_hash: BytesOrNull
  has_left_files: Generated<boolean>
  waited_seconds: OptionalNull<number>
  at: DefaultInstant
}

export interface FeedbackOpeningsTable {
  account_id: string
  login_count: number
  opened_at: DefaultInstant
}

export interface CannedAnswersTable {
  id: string
  title: string
  body: string
}

export interface ConversationsTables {
  conversations: ConversationsTable
  conversation_messages: ConversationMessagesTable
  feedback_openings: FeedbackOpeningsTable
  canned_answers: CannedAnswersTable
}
