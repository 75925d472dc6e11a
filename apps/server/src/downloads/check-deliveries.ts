import type { Context } from '../context.ts'
import type { Finding } from '../uploads/index.ts'
import {
  listMissingDeliveries,
  listOffDeliveries,
  listOffFinishes,
  listOffOpenings,
  listUnexplainedBytes,
  type OffRow,
} from './evidence-store.ts'

/** Rows get the time of their entry itself; until every one does, they may be so far apart. */
const MOST_APART_MS = 5_000

/** Holds what is said of recipients and their files against the ledgers; for the consistency check. */
export async function checkDeliveries({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const found = [
    ...(await listOffOpenings(db, MOST_APART_MS)),
    ...(await listOffDeliveries(db, MOST_APART_MS)),
    ...(await listMissingDeliveries(db)),
    ...(await listOffFinishes(db, MOST_APART_MS)),
    ...(await listUnexplainedBytes(db)),
  ]
  return found.map(findingOf)
}

const findingOf = ({ recipientId, fileId, what }: OffRow): Finding => ({
  kind: 'delivery-off',
  id: recipientId,
  facts: { ...(fileId === null ? {} : { file: fileId }), what },
})
