import type { Context } from '../../context.ts'
import { isDiskId, type StoredPart } from '../../platform/storage/blob-port.ts'
import type { BlobRow } from '../blob-store.ts'
import { listLeftSegments, lockFinishedBlob } from '../parts/part-store.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'log'>

/**
 * After a blob was completed: removes what attempts left that were never acknowledged. A failure does no harm, since
 * the daily sweep follows.
 *
 * @param parts all of the blob's
 */
export async function sweepBlob(
  ctx: Needs,
  { id, key, store }: Pick<BlobRow, 'id' | 'key' | 'store'>,
  parts: readonly Pick<StoredPart, 'segment'>[],
): Promise<void> {
  try {
    const named = new Set(parts.map(({ segment }) => segment))
    const stored = await ctx.stores.of(store).listSegments(key)
    if (!stored.every((segment) => named.has(segment))) await removeUnnamed(ctx, { id, key, store })
  } catch (error) {
    ctx.log.warn({ error, blob: id }, 'the leftovers of a blob could not be removed')
  }
}

/** Locks the blob's row meanwhile, so that it does not begin to accept parts again. */
async function removeUnnamed({ db, stores }: Needs, at: Pick<BlobRow, 'id' | 'key' | 'store'>): Promise<void> {
  const { id, key } = at
  const store = stores.of(at.store)
  await db.transaction().execute(async (tx) => {
    const named = await lockFinishedBlob(tx, id, key)
    if (named === null) return
    for (const segment of await store.listSegments(key)) {
      if (!named.has(segment)) await store.removeSegment(key, segment)
    }
  })
}

const SEGMENTS_PER_PAGE = 1_000

/**
 * Searches all disk stores for segments of finished blobs without a part: a process that was suspended for hours
 * may write after another has stored its part. Segments of no known blob are left to `fsck` and the operator: a
 * database restored to yesterday does not know today's files either.
 */
export async function sweepLeftovers(ctx: Needs): Promise<void> {
  let page: Array<{ key: string; segment: string }> = []
  const sweep = async () => {
    for (const left of await listLeftSegments(ctx.db, page)) await removeUnnamed(ctx, left)
    page = []
  }
  for (const id of ctx.stores.ids.filter(isDiskId)) {
    for await (const { key, segment } of ctx.stores.of(id).list()) {
      page.push({ key, segment })
      if (page.length === SEGMENTS_PER_PAGE) await sweep()
    }
    await sweep()
  }
}
