import type { Context } from '../../context.ts'
import { listKnownMultiparts } from './consistency-store.ts'

/** Ends what the store in use holds as begun and no row knows any more, or ever knew. */
export async function sweepStores({ db, stores, log }: Pick<Context, 'db' | 'stores' | 'log'>): Promise<void> {
  const ended = await stores.current.sweep((multipartIds) => listKnownMultiparts(db, multipartIds))
  if (ended > 0) log.info({ ended }, 'ended uploads in the store that belonged to nothing')
}
