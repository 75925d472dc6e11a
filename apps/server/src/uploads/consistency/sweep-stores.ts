import type { Context } from '../../context.ts'
import { listKnownMultiparts } from './consistency-store.ts'

/** Removes what foreign clients have put under the prefix of an upload that has ended. */
export async function sweepPrefix(
  { stores, log }: Pick<Context, 'stores' | 'log'>,
  { store, prefix }: { store: string; prefix: string },
): Promise<void> {
  const removed = await stores.of(store).scoped?.sweep(prefix)
  if (removed) log.info({ removed }, 'removed what storage credentials had put')
}

/**
 * Aborts unfinished uploads in the stores that no row knows.
 *
 * @throws the first failure, after every other store was tried
 */
export async function sweepStores({ db, stores, log }: Pick<Context, 'db' | 'stores' | 'log'>): Promise<void> {
  let failure: unknown = null
  for (const id of stores.ids) {
    try {
      const ended = await stores.of(id).sweep((multipartIds) => listKnownMultiparts(db, multipartIds))
      if (ended > 0) log.info({ store: id, ended }, 'ended uploads in the store that belonged to nothing')
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}
