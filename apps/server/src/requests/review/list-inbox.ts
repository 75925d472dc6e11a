import { Problem } from '@waybill/contract/core/problems'
import type { listInbox as endpoint, Submission } from '@waybill/contract/requests/submission-endpoints'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../platform/cursor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { listSubmissionAnswers, type SubmissionAnswerRow } from '../answer-store.ts'
import { type InboxRow, listInboxRows, listSubmissionFiles, type SubmissionFileRow } from '../submission-store.ts'
import { presentSubmissionReceipt } from '../submissions/present-submission.ts'

/** Of each submission in a list. */
const LISTED_FILES = 20

/** One page of the account's submissions. @throws Problem 'invalid-input' for an invalid `after` */
export async function listInbox(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { request, supplier, after, take }: Call<typeof endpoint>['query'],
): Promise<{ submissions: Submission[]; next: string | null }> {
  const db = readAs(accountId)
  const place = readCursor(after)
  const listQuery = {
    request: request ?? null,
    supplier: supplier ?? null,
    submission: null,
    after: place,
    take: take + 1,
  }
  const rows = await listInboxRows(db, accountId, listQuery)
  const page = rows.slice(0, take)
  const ids = page.map(({ id }) => id)
  const files = await listSubmissionFiles(db, ids, LISTED_FILES)
  const answers = Map.groupBy(await listSubmissionAnswers(db, ids), ({ submission_id }) => submission_id)
  const bySubmission = Map.groupBy(files, ({ submission_id }) => submission_id)
  const last = page.at(-1)
  return {
    submissions: page.map((row) => present(row, bySubmission.get(row.id) ?? [], answers.get(row.id) ?? [])),
    next: rows.length > take && last ? writeCursor({ at: last.arrived_us, id: last.id }) : null,
  }
}

/** One submission with all its files. @throws Problem 'submission-not-found' */
export async function readSubmission(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  submission: string,
): Promise<{ submission: Submission }> {
  const db = readAs(accountId)
  const [row] = await listInboxRows(db, accountId, { request: null, supplier: null, submission, after: null, take: 1 })
  if (row === undefined) throw new Problem('submission-not-found')
  const [files, answers] = [await listSubmissionFiles(db, [row.id]), await listSubmissionAnswers(db, [row.id])]
  return { submission: present(row, files, answers) }
}

const present = (
  row: InboxRow,
  rows: readonly SubmissionFileRow[],
  answers: readonly SubmissionAnswerRow[],
): Submission => {
  const { files, ...receipt } = presentSubmissionReceipt(row, rows, answers)
  return {
    ...receipt,
    files: files.map((file, nth) => ({ ...file, isDeleted: rows[nth]?.deleted_at !== null })),
    request: { _id: row.request_id, slug: row.slug, title: row.title },
    supplier: { _id: row.supplier_id, kind: row.kind, email: row.address, name: row.name, company: row.company },
    fileCount: row.file_count,
    country: row.country,
    city: row.city,
    device: row.device,
  }
}
