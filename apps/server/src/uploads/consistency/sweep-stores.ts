import type { Context } from '../../context.ts'
import { listKnownMultiparts } from './consistency-store.ts'

/** Aborts unfinished uploads in the current store that no row knows. */
export async function sweepStores({ db, stores, log }: Pick<Context, 'db' | 'stores' | 'log'>): Promise<void> {
  const ended = await stores.current.sweep((multipartIds) => listKnownMultiparts(db, multipartIds))
  if (ended > 0) log.info({ ended }, 'ended uploads in the store that belonged to nothing')
}
