import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listSealedAnswers as endpoint } from '@waybill/contract/requests/answer-endpoints'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor, isCursorId } from '../../platform/cursor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { listSealedAnswerRows } from '../answer-store.ts'
import { requireSeenRequest } from '../manage/own-request.ts'

/** Of one page; one answer has at most 44 kB. */
const PAGE_BYTES = 1_000_000

/** The sealed answers of a request as they were sent, page by page. @throws Problem 'request-not-found' | 'invalid-input' */
export async function listSealedAnswers(
  { readAs }: Pick<Context, 'readAs'>,
  readerId: string,
  named: string,
  { supplier, after }: Call<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const db = readAs(readerId)
  const place =
    after === undefined
      ? null
      : decodeCursor(after, ([submission, item]) =>
          isCursorId(submission) && isCursorId(item) ? { submission, item } : null,
        )
  const request = await requireSeenRequest(db, readerId, named)
  const from = { supplier: supplier ?? null, after: place, mostBytes: PAGE_BYTES }
  const { rows, hasMore } = await listSealedAnswerRows(db, request.id, from)
  const last = rows.at(-1)
  return {
    answers: rows.map((row) => ({
      submission: row.submission_id,
      supplier: row.supplier_id,
      item: row.item_id,
      answer: row.answer,
      answeredAt: row.answered_at.toISOString(),
      isCurrent: row.is_current,
    })),
    next: hasMore && last ? encodeCursor([last.submission_id, last.item_id]) : null,
  }
}
