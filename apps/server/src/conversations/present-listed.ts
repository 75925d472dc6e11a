import type { ListedConversation as Listed } from '@waybill/contract/conversations/desk-endpoints'
import type { ListedConversation } from './operator-store.ts'

const MAX_BEGIN_CHARS = 200

/** As the operator with this account sees it. */
export const presentListed = (row: ListedConversation, operatorId: string): Listed => ({
  _id: row.id,
  state: row.state,
  isVisitor: row.accountId === null,
  email: row.address,
  fullName: row.fullName,
  company: row.company,
  role: row.role,
  language: row.language,
  assignee: row.assignee,
  isMine: row.assigneeId === operatorId,
  lastAt: row.lastAt.toISOString(),
  waitingSince: row.waitingSince?.toISOString() ?? null,
  lastAuthor: row.lastAuthor,
  lastText: row.lastBody.slice(0, MAX_BEGIN_CHARS).toWellFormed(),
  rating: row.rating,
})
