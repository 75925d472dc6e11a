import type { Context } from '../../context.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { type CopyRow, claimDueCopies, deleteCopy, postponeCopy } from './copy-store.ts'

const COPIES_PER_PAGE = 500

type Needs = Pick<Context, 'db' | 'stores'>

/**
 * Removes bytes that moves left behind a day ago, and copies that were never finished. Bytes go before their row, so that
 * a run that dies anywhere can simply be repeated.
 *
 * @throws the first failure, after everything else was tried
 */
export async function removeCopies(ctx: Needs): Promise<void> {
  let failure: unknown = null
  for (let isLast = false; !isLast; ) {
    const page = await claimDueCopies(ctx.db, ctx.stores.ids, COPIES_PER_PAGE)
    await mapConcurrently(page, async (copy) => {
      try {
        await removeCopy(ctx, copy)
      } catch (error) {
        failure ??= error
        await postponeCopy(ctx.db, copy.key)
      }
    })
    isLast = page.length < COPIES_PER_PAGE
  }
  if (failure !== null) throw failure
}

/** Safe to run again. */
export async function removeCopy(
  { db, stores }: Needs,
  { store, key, multipart_id }: Pick<CopyRow, 'store' | 'key' | 'multipart_id'>,
): Promise<void> {
  await stores.of(store).remove({ key, multipartId: multipart_id })
  await deleteCopy(db, key)
}
