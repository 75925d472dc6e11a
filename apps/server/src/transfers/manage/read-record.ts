import { Problem } from '@waybill/contract/core/problems'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { ReadAs } from '../../platform/database/read-as.ts'
import { listOpenAccessRequests } from '../access-request-store.ts'
import { readListed } from '../list/listed-store.ts'
import { presentTransferRecord } from './present-record.ts'
import {
  findRecordHead,
  listKnown,
  listRecordDownloads,
  listRecordFiles,
  listRecordRecipients,
} from './record-store.ts'

/**
 * One of the account's transfers in its current state, or as it was deleted.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, erased and foreign ones
 */
export async function readRecord(
  readAs: ReadAs,
  accountId: string,
  named: { slug: string } | { id: string },
): Promise<TransferRecord> {
  const db = readAs(accountId)
  const head = await findRecordHead(db, accountId, named)
  if (head === null) throw new Problem('transfer-not-found')
  const [[listed], files, recipients, known, downloads, accessRequests] = await Promise.all([
    readListed(db, accountId, [head.id]),
    listRecordFiles(db, head.id),
    listRecordRecipients(db, head.id),
    listKnown(db, head.id),
    listRecordDownloads(db, head.id),
    listOpenAccessRequests(db, head.id),
  ])
  if (listed === undefined) throw new Problem('transfer-not-found')
  return presentTransferRecord({ listed, head, files, recipients, known, downloads, accessRequests })
}
