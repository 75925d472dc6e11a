import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { SubmissionAnswerRow } from '../answer-store.ts'
import type { SubmissionFileRow, SubmissionRow } from '../submission-store.ts'

/** A submission, as its supplier and its requester see it. */
export const presentSubmissionReceipt = (
  submission: Pick<SubmissionRow, 'id' | 'arrived_at' | 'is_late' | 'note' | 'bytes'>,
  files: readonly SubmissionFileRow[],
  answers: readonly SubmissionAnswerRow[],
): SubmissionReceipt => ({
  _id: submission.id,
  arrivedAt: submission.arrived_at.toISOString(),
  isLate: submission.is_late,
  note: submission.note,
  bytes: submission.bytes,
  files: files.map((file) => ({
    _id: file.id,
    item: file.item_id,
    fileName: file.path,
    originalName: file.original_name,
    bytes: file.bytes,
    sha256: file.sha256?.toString('hex') ?? null,
    sealed:
      file.plain_bytes === null
        ? null
        : { bytes: file.plain_bytes, sha256: file.claimed_sha256?.toString('hex') ?? null },
    isSentBack: file.sent_back_at !== null,
    isWithdrawn: file.withdrawn_at !== null,
  })),
  answers: answers.map(({ item_id, answer }) => ({ item: item_id, answer })),
})
