import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { allPages } from '../../../shared/api/all-pages.ts'
import { call } from '../../../shared/api/client.ts'
import { type SealedItem, sealedItems } from './sealed-items.ts'

/** The submissions of all or some suppliers, or some submissions, as the archive would have them: without returned files. */
export async function gatherSealed(
  { _id }: Pick<RequestRecord, '_id'>,
  {
    suppliers,
    submissions: wanted,
  }: { suppliers?: readonly string[] | undefined; submissions?: readonly string[] | undefined } = {},
): Promise<SealedItem[]> {
  const supplier = suppliers?.length === 1 ? suppliers[0] : undefined
  const listed = await allPages(async (after) => {
    const query = { request: _id, supplier, take: 100, after }
    const page = await call('listInbox', { query })
    return { rows: page.submissions, next: page.next }
  })
  const submissions: Submission[] = []
  for (const submission of listed)
    if ((suppliers?.includes(submission.supplier._id) ?? true) && (wanted?.includes(submission._id) ?? true))
      submissions.push(await whole(submission))
  return sealedItems(submissions, ({ isSentBack }) => !isSentBack)
}

/** All of one submission that still exists. */
export const gatherSubmission = async (submission: Submission): Promise<SealedItem[]> =>
  sealedItems([await whole(submission)])

/** All of a submission that the list shows in part. */
async function whole(submission: Submission): Promise<Submission> {
  if (submission.files.length === submission.fileCount) return submission
  return (await call('readSubmission', { params: { submission: submission._id } })).submission
}
