import { runMigrations } from 'graphile-worker'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { type MasterKey, readMasterKey } from '../../platform/config/master-key.ts'
import { StartError } from '../../platform/config/start-error.ts'
import { loadTables, requireLoadable } from '../../platform/database/load-tables.ts'
import { openDatabase } from '../../platform/database/open.ts'
import type { Database } from '../../platform/database/schema.ts'
import { fingerprintOf } from '../../platform/database/starting/check-master-key.ts'
import { migrate } from '../../platform/database/starting/migrate.ts'
import { makeOrigins } from '../../platform/http/origins.ts'
import { openSecurityLog } from '../../platform/security-log/security-log.ts'
import type { BlobStore, StoredPart } from '../../platform/storage/blob-port.ts'
import { copyBlob, layoutFor } from '../../platform/storage/copy-blob.ts'
import { openDiskStore } from '../../platform/storage/disk/disk-adapter.ts'
import { openStores } from '../../platform/storage/index.ts'
import { adoptStrayBlobs, giveUp, listBereftUploads, setBlobPlace, stopStrayMoves } from '../../uploads/index.ts'
import { systemName } from '../with-database.ts'
import { blobsFolder, listSnapshots, type Manifest, Snapshot } from './backup-folder.ts'
import type { CopiedBlob } from './copied-blobs.ts'
import { readBlobList, tableFile } from './make-backup.ts'

export interface RestoreReport {
  snapshot: string
  madeAt: string
  rows: number
  blobs: number
  bytes: number
  /** Unfinished uploads whose bytes are not in the backup. */
  givenUp: number
  /** Blobs that were damaged when the backup was made: their files are listed but cannot be downloaded. */
  damaged: number
}

const TELL_EVERY = 500

interface BackupSource {
  folder: string
  /** The newest by default. */
  snapshot?: string | undefined
}

/**
 * Restores a complete Waybill from a snapshot, into an empty database and the store in the settings: bytes first, each
 * compared with its hash, then all rows in one transaction. An interrupted restore can be repeated: bytes without rows
 * are only leftovers.
 *
 * @throws StartError with a sentence for the operator, before anything is written wherever that is possible
 */
export async function restoreBackup(
  config: Config,
  log: Logger,
  source: BackupSource,
  tell: (line: string) => void,
): Promise<RestoreReport> {
  const name = await chooseSnapshot(source)
  const snapshot = Snapshot.of(source.folder, name)
  const manifest = await snapshot.readManifest()
  const masterKey = await openSameKey(config, manifest)
  await snapshot.verify(manifest)
  const newest = manifest.database.migrations.at(-1)?.name
  const database = await openDatabase(config, log, { upTo: newest })
  const { bucketOrigins: pageOrigins } = makeOrigins(config)
  try {
    await runMigrations({ pgPool: database.pool })
    await requireLoadable(database.connection, manifest.database)
    const stores = await openStores({ config, masterKey, log, pageOrigins })
    const copies = await openDiskStore({ dir: blobsFolder(source.folder), masterKey })
    try {
      const moved: Moved[] = []
      for await (const blob of readBlobList(snapshot)) {
        const placed = await placeBlob(copies, stores.current, blob)
        if (placed) moved.push(placed)
        if (moved.length % TELL_EVERY === 0) tell(`blobs: ${moved.length} of ${manifest.blobs.count}`)
      }
      let givenUp = 0
      await loadTables(database.connection, {
        dump: manifest.database,
        openTable: (table) => snapshot.read(tableFile(table)),
        async finish(tx) {
          for (const { id, ...place } of moved) await setBlobPlace(tx, id, place)
          const held = moved.map(({ id }) => id)
          for (const uploadId of await listBereftUploads(tx, held)) if (await giveUp(tx, uploadId)) givenUp += 1
          // Only now: an open upload is known by its old store.
          await adoptStrayBlobs(tx, held, { known: stores.ids, current: stores.current.id })
          await stopStrayMoves(tx, stores.ids)
        },
      })
      await migrate(database.connection)
      await putOnRecord(database.db, log)
      const rows = manifest.database.tables.reduce((sum, table) => sum + table.rows, 0)
      const bytes = moved.reduce((sum, { ref }) => sum + ref.bytes, 0)
      return {
        snapshot: name,
        madeAt: manifest.database.madeAt,
        rows,
        blobs: moved.length,
        bytes,
        givenUp,
        damaged: manifest.damaged.length,
      }
    } finally {
      await copies.close()
      await stores.close()
    }
  } finally {
    await database.close()
  }
}

/** In the restored database's own security log. */
async function putOnRecord(db: Kysely<Database>, log: Logger): Promise<void> {
  const security = openSecurityLog({ db, log, clock: systemClock }, { tells: false })
  security.note({ event: 'command', outcome: 'ok', facts: { command: 'restore', by: systemName() } })
  await security.close()
}

async function chooseSnapshot({ folder, snapshot }: BackupSource): Promise<string> {
  const names = await listSnapshots(folder)
  const chosen = snapshot ?? names.at(-1)
  if (chosen === undefined) throw new StartError(`There is no complete snapshot in ${folder}.`)
  if (names.includes(chosen)) return chosen
  throw new StartError(`There is no snapshot ${chosen} in ${folder}. It holds ${names.join(', ')}.`)
}

/** A backup never contains the key, and a new one would open nothing. */
async function openSameKey(
  { masterKeyFile }: Pick<Config, 'masterKeyFile'>,
  { masterKeyFingerprint }: Manifest,
): Promise<MasterKey> {
  const wants = `This backup needs the master key with the fingerprint ${masterKeyFingerprint}`
  const masterKey = await readMasterKey(masterKeyFile)
  if (masterKey === null) throw new StartError(`${wants}. Put your copy of it at ${masterKeyFile}.`)
  const fingerprint = fingerprintOf(masterKey).toString('hex')
  if (fingerprint === masterKeyFingerprint) return masterKey
  throw new StartError(`${wants}, but ${masterKeyFile} has ${fingerprint}.`)
}

interface Moved {
  id: string
  store: BlobStore['id']
  ref: CopiedBlob['ref']
  parts: StoredPart[]
}

/** Copies a blob into the store in the settings. Null for an unfinished one that this store cannot continue. */
async function placeBlob(copies: BlobStore, target: BlobStore, blob: CopiedBlob): Promise<Moved | null> {
  if (!blob.isComplete && target.transport !== 'server') return null
  const layout =
    target.transport === 'server' ? { spans: blob.parts, partBytes: blob.partBytes } : layoutFor(target, blob.ref.bytes)
  const made = await copyBlob({ store: copies, ref: blob.ref, parts: blob.parts }, target, layout)
  if (made.sha256 !== blob.sha256)
    throw new StartError(`The copy of blob ${blob.id} does not hold what the backup wrote.`)
  if (blob.isComplete) await target.complete(made.ref, made.parts)
  return { id: blob.id, store: target.id, ref: made.ref, parts: made.parts }
}
