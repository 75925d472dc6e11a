import type { Comment } from '@waybill/contract/requests/comment-shapes'
import type { CommentRow } from './comment-store.ts'

/** Who reads: a member by account, or the supplier of the thread. */
export type CommentReader = { accountId: string } | 'supplier'

/** A comment for its reader. Suppliers see the names of members, and no addresses. */
export function presentComment(row: CommentRow, reader: CommentReader): Comment {
  const isOwn = reader === 'supplier' ? row.is_of_supplier : row.account_id === reader.accountId
  return {
    _id: row.id,
    place: row.place,
    author: {
      proof: !row.is_of_supplier ? 'member' : row.kind === 'claimed' ? 'claimed' : 'address',
      name: row.is_of_supplier ? row.name || row.company : row.author,
      email: row.is_of_supplier ? row.address : null,
      isOwn,
    },
    text: row.body,
    writtenAt: row.written_at.toISOString(),
    isWithdrawn: row.withdrawn_at !== null,
    withdrawableUntil: isOwn ? (row.withdrawable_until?.toISOString() ?? null) : null,
  }
}
