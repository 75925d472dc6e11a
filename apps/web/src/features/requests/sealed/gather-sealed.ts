import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { InboxBatch } from '@waybill/contract/requests/submission-endpoints'
import { call } from '../../../shared/api/client.ts'
import { type SealedItem, sealedItems } from './sealed-items.ts'

/** What came to a request, of all or of some people, as its archive would hold it: what was sent back stays out. */
export async function gatherSealed(
  { _id }: Pick<RequestRecord, '_id'>,
  people?: readonly string[],
): Promise<SealedItem[]> {
  const person = people?.length === 1 ? people[0] : undefined
  const batches: InboxBatch[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { batches: InboxBatch[]; next: string | null } = await call('listInbox', {
      query: { request: _id, person, take: 100, ...(after ? { after } : {}) },
    })
    for (const batch of page.batches) if (!people || people.includes(batch.person._id)) batches.push(await whole(batch))
    after = page.next
  }
  return sealedItems(batches, ({ isSentBack }) => !isSentBack)
}

/** All of one batch that can still be had. */
export const gatherBatch = async (batch: InboxBatch): Promise<SealedItem[]> => sealedItems([await whole(batch)])

/** Of a batch that is listed in part, all of it. */
async function whole(batch: InboxBatch): Promise<InboxBatch> {
  if (batch.files.length === batch.fileCount) return batch
  return (await call('readBatch', { params: { batch: batch._id } })).batch
}
