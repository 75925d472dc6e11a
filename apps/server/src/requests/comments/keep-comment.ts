import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import type { Comment } from '@waybill/contract/requests/comment-shapes'
import { COMMENT_MAX_CHARS, MOST_COMMENTS } from '@waybill/contract/requests/comments'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import { tellRequestReaders } from '../share/request-share-store.ts'
import {
  countComments,
  findComment,
  findRepeated,
  insertComment,
  type NewComment,
  withdrawIfYoung,
} from './comment-store.ts'
import { addCommentMail } from './mail-comments.ts'
import { type CommentReader, presentComment } from './present-comment.ts'

/** @throws Problem 'comment-empty' | 'comment-too-long' {limit} */
export function judgeComment(typed: string): string {
  const text = typed.trim()
  // A text of joiners shows nothing.
  if (dropInvisible(text).trim() === '') throw new Problem('comment-empty')
  if (text.length > COMMENT_MAX_CHARS) throw new Problem('comment-too-long', { limit: COMMENT_MAX_CHARS })
  return text
}

/**
 * Adds a comment, shows it on open pages, and has the other side mailed once the request is quiet. A comment that is
 * sent again, because its answer was lost, stays one. The caller locks the request.
 *
 * @throws Problem 'comments-full'
 */
export async function keepComment(
  tx: Kysely<Database>,
  written: Omit<NewComment, 'id'>,
  reader: CommentReader,
): Promise<Comment> {
  const { requestId, supplierId, member } = written
  const repeated = await findRepeated(tx, written)
  if (repeated !== null) return presentComment(await requireComment(tx, requestId, repeated), reader)
  const counts = await countComments(tx, written)
  const isFull =
    counts.thread >= MOST_COMMENTS.thread ||
    counts.request >= MOST_COMMENTS.request ||
    (counts.isByLink && counts.openLink >= MOST_COMMENTS.openLink)
  if (isFull) throw new Problem('comments-full')
  const id = newId()
  await insertComment(tx, { ...written, id })
  await tellRequestReaders(tx, requestId)
  await addCommentMail(tx, { requestId, supplierId: member === null ? null : supplierId })
  return presentComment(await requireComment(tx, requestId, id), reader)
}

/**
 * Withdraws a comment of its author; one that is withdrawn already stays so.
 *
 * @throws Problem 'comment-not-found' | 'comment-fixed'
 */
export async function withdrawOwn(
  tx: Kysely<Database>,
  requestId: string,
  { id, by, supplierId }: Parameters<typeof withdrawIfYoung>[2],
): Promise<Comment> {
  const reader: CommentReader = by === null ? 'supplier' : { accountId: by }
  const isDone = await withdrawIfYoung(tx, requestId, { id, by, supplierId })
  const row = await requireComment(tx, requestId, id)
  // Suppliers learn nothing of the threads of others.
  if (by === null && row.supplier_id !== supplierId) throw new Problem('comment-not-found')
  const comment = presentComment(row, reader)
  if (!isDone && !(comment.isWithdrawn && comment.author.isOwn)) throw new Problem('comment-fixed')
  if (isDone) await tellRequestReaders(tx, requestId)
  return comment
}

async function requireComment(tx: Kysely<Database>, requestId: string, id: string) {
  const row = await findComment(tx, requestId, id)
  if (row === null) throw new Problem('comment-not-found')
  return row
}
