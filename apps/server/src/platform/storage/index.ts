/** The storage's public API: the stores that this server can read from, and those for new blobs. */
import { Problem } from '@waybill/contract/core/problems'
import type { Config } from '../config/config.ts'
import type { NamedStore } from '../config/store-settings.ts'
import { type BlobStore, DISK_ID, type StoreId } from './blob-port.ts'
import { type DiskStoreOptions, openDiskStore } from './disk/disk-adapter.ts'
import { requireDiskRoom } from './disk/disk-probe.ts'
import type { S3StoreOptions } from './s3/s3-adapter.ts'
import type { StoreLog } from './s3/s3-bucket-check.ts'

export { type Hashing, openHashing } from './sums/hashing.ts'

export interface Stores {
  /** The first store for new blobs. */
  readonly current: BlobStore
  /** The ids of all configured stores. */
  readonly ids: readonly StoreId[]
  /** The stores for new blobs, the default first. */
  readonly named: readonly [NamedStore, ...NamedStore[]]
  /** The store that a blob's row names. @throws Problem 'store-unavailable' when it is no longer configured */
  of(id: StoreId): BlobStore
  /** @throws Error where the disk of the data folder is full; the probe of each other store says so of its own */
  requireRoom(): Promise<void>
  close(): Promise<void>
}

/** Its client is large, so it is loaded on use. */
const openS3 = async (options: S3StoreOptions): Promise<BlobStore> =>
  (await import('./s3/s3-adapter.ts')).openS3Store(options)

export interface StoresOptions {
  config: Pick<Config, 'stores' | 'blobsDir'>
  masterKey: DiskStoreOptions['masterKey']
  log: StoreLog
  /**
   * Origins of our pages, which the bucket must allow; absent for a process that only reads, after the check was made.
   */
  pageOrigins?: readonly string[]
  /** Told of every try of a call to an S3 store. */
  onS3Call?: S3StoreOptions['onCall']
}

/**
 * Opens all configured stores, and always the one in the data folder, so that blobs there stay readable.
 *
 * @throws StartError with a sentence for the operator
 */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { config, masterKey, log, pageOrigins, onS3Call: onCall } = options
  const { stores: named, blobsDir } = config
  const byId = new Map<StoreId, BlobStore>()
  const close = async () => {
    for (const store of byId.values()) await store.close()
  }
  try {
    byId.set(DISK_ID, await openDiskStore({ id: DISK_ID, dir: blobsDir, masterKey }))
    for (const { id, storage } of named) {
      if (storage.kind === 's3') {
        const checked = { log, publicOrigins: pageOrigins ?? null, mayBeAway: named.length > 1 }
        byId.set(id, await openS3({ settings: storage, ...checked, onCall }))
      } else if (id !== DISK_ID) byId.set(id, await openDiskStore({ id, dir: storage.dir, masterKey }))
    }
  } catch (error) {
    await close()
    throw error
  }
  const of = (id: StoreId) => {
    const store = byId.get(id)
    if (store === undefined) throw new Problem('store-unavailable', { store: id })
    return store
  }
  return {
    ...{ current: of(named[0].id), ids: [...byId.keys()], named, of, close },
    requireRoom: () => requireDiskRoom(blobsDir),
  }
}
