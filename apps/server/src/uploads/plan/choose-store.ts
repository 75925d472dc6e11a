import { isRegion, type MapPoint } from '@waybill/contract/uploads/regions'
import type { Context } from '../../context.ts'
import type { NamedStore } from '../../platform/config/store-settings.ts'
import type { BlobStore } from '../../platform/storage/blob-port.ts'
import { nearest } from '../../platform/storage/nearest.ts'
import { readRegionOf } from '../../workspaces/index.ts'

/** Where a sender without an account is; `region`: the one that is the fastest from there, as the browser measured. */
export interface SentFrom {
  point: MapPoint | null
  region: string | null
}

/**
 * The store for the files of a new upload: that of the workspace's region for an account; for a visitor that of the
 * region which the browser found to be the fastest, else the nearest.
 */
export async function chooseStore(
  { db, stores }: Pick<Context, 'db' | 'stores'>,
  { accountId, sentFrom }: { accountId: string | null; sentFrom: SentFrom },
): Promise<BlobStore> {
  const { named } = stores
  if (named.length === 1) return stores.current
  if (accountId !== null) return stores.of(storeOfRegion(named, await readRegionOf(db, accountId)).id)
  const { region, point } = sentFrom
  const isKnown = region !== null && isRegion(region) && named.some((store) => store.region === region)
  return stores.of((isKnown ? storeOfRegion(named, region) : nearest(named, point)).id)
}

/** The first store of a region; the first of all for a workspace without a region, and where the region has none. */
export const storeOfRegion = (named: readonly [NamedStore, ...NamedStore[]], region: string | null): NamedStore =>
  named.find((store) => store.region === region) ?? named[0]
