import type { Context } from '../../context.ts'
import type { Finding } from '../../uploads/index.ts'
import { listOffSums } from '../sweep-store.ts'

/** Compares the checksums of files with the ledgers that contain them; for the consistency check. */
export async function checkSums({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const off = await listOffSums(db)
  return off.map(({ id, transferId, place }) => ({ kind: 'sum-off', id, facts: { transfer: transferId, place } }))
}
