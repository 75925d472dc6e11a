import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { call } from '../../../shared/api/client.ts'
import { type SealedItem, sealedItems } from './sealed-items.ts'

/** What came to a request, of all or of some suppliers, as its archive would hold it: what was sent back stays out. */
export async function gatherSealed(
  { _id }: Pick<RequestRecord, '_id'>,
  suppliers?: readonly string[],
): Promise<SealedItem[]> {
  const supplier = suppliers?.length === 1 ? suppliers[0] : undefined
  const submissions: Submission[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { submissions: Submission[]; next: string | null } = await call('listInbox', {
      query: { request: _id, supplier, take: 100, ...(after ? { after } : {}) },
    })
    for (const submission of page.submissions)
      if (!suppliers || suppliers.includes(submission.supplier._id)) submissions.push(await whole(submission))
    after = page.next
  }
  return sealedItems(submissions, ({ isSentBack }) => !isSentBack)
}

/** All of one submission that can still be had. */
export const gatherSubmission = async (submission: Submission): Promise<SealedItem[]> =>
  sealedItems([await whole(submission)])

/** Of a submission that is listed in part, all of it. */
async function whole(submission: Submission): Promise<Submission> {
  if (submission.files.length === submission.fileCount) return submission
  return (await call('readSubmission', { params: { submission: submission._id } })).submission
}
