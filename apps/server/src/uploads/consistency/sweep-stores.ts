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

/** Aborts unfinished uploads in the current store that no row knows. */
export async function sweepStores({ db, stores, log }: Pick<Context, 'db' | 'stores' | 'log'>): Promise<void> {
  const ended = await stores.current.sweep((multipartIds) => listKnownMultiparts(db, multipartIds))
  if (ended > 0) log.info({ ended }, 'ended uploads in the store that belonged to nothing')
}
