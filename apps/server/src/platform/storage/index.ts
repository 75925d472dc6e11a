/** The storage's public API: the stores that this server can read from, and the one for new blobs. */
import { Problem } from '@waybill/contract/core/problems'
import type { Config } from '../config/config.ts'
import { type BlobStore, DISK_ID, type StoreId } from './blob-port.ts'
import { type DiskStoreOptions, openDiskStore } from './disk/disk-adapter.ts'
import { requireDiskRoom } from './disk/disk-probe.ts'
import type { S3StoreOptions } from './s3/s3-adapter.ts'
import type { StoreLog } from './s3/s3-bucket-check.ts'

export { type Hashing, openHashing } from './sums/hashing.ts'

export interface Stores {
  /** The store for new blobs. */
  readonly current: BlobStore
  /** The ids of all configured stores. */
  readonly ids: readonly StoreId[]
  /** The store that a blob's row names. @throws Problem 'store-unavailable' when it is no longer configured */
  of(id: StoreId): BlobStore
  /** @throws Error where the disk of the data folder is full */
  requireRoom(): Promise<void>
  close(): Promise<void>
}

/** Its client is large, so it is loaded on use. */
const openS3 = async (options: S3StoreOptions): Promise<BlobStore> =>
  (await import('./s3/s3-adapter.ts')).openS3Store(options)

export interface StoresOptions {
  config: Pick<Config, 'storage' | 'blobsDir'>
  masterKey: DiskStoreOptions['masterKey']
  log: StoreLog
  /**
   * Origins of our pages, which the bucket must allow; absent for a process that only reads, after the check was made.
   */
  pageOrigins?: readonly string[]
  /** Told of every try of a call to the S3 store. */
  onS3Call?: S3StoreOptions['onCall']
}

/**
 * Always opens the disk store, so that existing blobs stay readable, and the S3 store when it is configured.
 *
 * @throws StartError with a sentence for the operator
 */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { config, masterKey, log, pageOrigins, onS3Call: onCall } = options
  const { storage, blobsDir } = config
  const disk = await openDiskStore({ dir: blobsDir, masterKey })
  const ofS3 = { log, publicOrigins: pageOrigins ?? null, onCall }
  const s3 = storage.kind === 's3' ? await openS3({ settings: storage, ...ofS3 }) : null
  const byId = new Map<StoreId, BlobStore>([[DISK_ID, disk]])
  if (s3 !== null) byId.set(s3.id, s3)
  return {
    current: s3 ?? disk,
    ids: [...byId.keys()],
    of(id) {
      const store = byId.get(id)
      if (store === undefined) throw new Problem('store-unavailable', { store: id })
      return store
    },
    requireRoom: () => requireDiskRoom(blobsDir),
    async close() {
      await disk.close()
      await s3?.close()
    },
  }
}
