import type { Context } from '../../context.ts'
import type { Finding } from '../../uploads/index.ts'
import {
  listMissingDeliveries,
  listOffDeliveries,
  listOffFinishes,
  listOffOpenings,
  listUnexplainedBytes,
  type OffRow,
} from './sending-store.ts'

/** Compares the statements about recipients and their files with the ledgers; for the consistency check. */
export async function checkDeliveries({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const found = [
    ...(await listOffOpenings(db)),
    ...(await listOffDeliveries(db)),
    ...(await listMissingDeliveries(db)),
    ...(await listOffFinishes(db)),
    ...(await listUnexplainedBytes(db)),
  ]
  return found.map(findingOf)
}

const findingOf = ({ recipientId, fileId, what }: OffRow): Finding => ({
  kind: 'delivery-off',
  id: recipientId,
  facts: { ...(fileId === null ? {} : { file: fileId }), what },
})
