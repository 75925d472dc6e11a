import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { refOf } from '../blob-store.ts'
import { sampleBlobs } from '../consistency/consistency-store.ts'
import type { FileSource } from '../read-file.ts'

const SAMPLE = 20
const FEWEST = 4

/**
 * For a missing blob: passes when the store has most of some other expected blobs. An unmounted disk, or an endpoint
 * that leads to another bucket, has none, and what is missing there is not lost.
 *
 * @throws Problem 'store-unavailable'
 */
export async function requireStorage(
  { db, stores }: Pick<Context, 'db' | 'stores'>,
  { store: kind, blobId }: Pick<FileSource, 'store' | 'blobId'>,
): Promise<void> {
  const sample = await sampleBlobs(db, kind, blobId, SAMPLE)
  const store = stores.of(kind)
  let missing = 0
  for (const blob of sample) if (!(await store.has(refOf(blob)))) missing += 1
  if (sample.length >= FEWEST && missing * 2 >= sample.length) throw new Problem('store-unavailable', { store: kind })
}
