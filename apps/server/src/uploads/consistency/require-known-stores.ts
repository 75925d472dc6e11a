import type { Context } from '../../context.ts'
import { StartError } from '../../platform/config/start-error.ts'
import { findUnknownStore } from './consistency-store.ts'

/** @throws StartError where files are in a store that the settings lack, so that nobody finds out through a download */
export async function requireKnownStores({ db, stores }: Pick<Context, 'db' | 'stores'>): Promise<void> {
  const unknown = await findUnknownStore(db, stores.ids)
  if (unknown === null) return
  throw new StartError(
    `Files lie in the store '${unknown}', which is not configured. Name it in STORES, or set S3_STORE_ID=${unknown} and the S3 settings of that store.`,
  )
}
