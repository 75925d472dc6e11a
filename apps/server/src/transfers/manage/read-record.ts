import { Problem } from '@waybill/contract/core/problems'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { listOpenAccessRequests } from '../access-request-store.ts'
import { readArrivalOf, readFileArrivals } from '../arriving/read-arrival.ts'
import { type ListedRow, readListed } from '../list/listed-store.ts'
import { listShares } from '../share/share-store.ts'
import { presentShares } from '../share/share-transfer.ts'
import { presentTransferRecord } from './present-record.ts'
import {
  findRecordHead,
  listKnown,
  listRecordDownloads,
  listRecordFiles,
  listRecordRecipients,
} from './record-store.ts'

/**
 * A transfer that the account may read, in its current state, or as it was deleted. The sender's alerts are private to
 * them.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, erased and unreadable ones
 */
export async function readRecord(
  ctx: Pick<Context, 'db' | 'readAs' | 'config' | 'stores'>,
  reader: Pick<ActorAccount, 'id' | 'workspaceId' | 'memberRole'>,
  named: { slug: string } | { id: string },
): Promise<TransferRecord> {
  const db = ctx.readAs(reader.id)
  const head = await findRecordHead(db, reader.id, named)
  if (head === null) throw new Problem('transfer-not-found')
  const [[listed], files, recipients, known, downloads, accessRequests, sharedWith] = await Promise.all([
    readListed(db, { readerId: reader.id }, [head.id]),
    listRecordFiles(db, head.id),
    listRecordRecipients(db, head.id),
    listKnown(db, head.id),
    listRecordDownloads(db, head.id),
    listOpenAccessRequests(db, head.id),
    listShares(db, head.id),
  ])
  if (listed === undefined) throw new Problem('transfer-not-found')
  const shareWith = await presentShares(ctx.db, reader.workspaceId, sharedWith)
  const isSender = head.account_id === reader.id
  const rights = { isSender, mayChange: isSender || reader.memberRole === 'admin' }
  const rows = { listed, head, files, recipients, known, downloads, accessRequests, shareWith }
  const record = presentTransferRecord(rows, rights, await findLinkOrigin(ctx.db, ctx.config, reader.id))
  return addArrival(ctx, record, listed, isSender)
}

/** How far the files of a transfer are that was sent while they upload. */
async function addArrival(
  ctx: Pick<Context, 'db' | 'stores'>,
  record: TransferRecord,
  row: ListedRow,
  isSender: boolean,
): Promise<TransferRecord> {
  if (row.whole_at !== null) return { ...record, wholeAt: row.whole_at.toISOString() }
  const arrival = row.deleted_at === null ? await readArrivalOf(ctx.db, row) : null
  if (arrival === null) return record
  const files = await readFileArrivals(ctx, row)
  return {
    ...record,
    arrival,
    ...(isSender && { upload: row.upload_id }),
    files: record.files.map((file) => {
      const of = files.get(file._id)
      return of === undefined ? file : { ...file, arrival: of }
    }),
  }
}
