import type { ConversationMessage } from '@waybill/contract/conversations/endpoints'
import type { MessageRow } from './conversation-store.ts'

export const presentMessage = (row: MessageRow): ConversationMessage => ({
  place: row.place,
  author: row.author,
  text: row.body,
  rating: row.rating,
  hasLeftFiles: row.has_left_files,
  at: row.at.toISOString(),
})
