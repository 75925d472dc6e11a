import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { MasterKey } from '../../platform/config/master-key.ts'
import { StartError } from '../../platform/config/start-error.ts'
import { type DumpedTable, dumpTables, inSnapshot } from '../../platform/database/dump-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { fingerprintOf } from '../../platform/database/starting/check-master-key.ts'
import type { BlobStore } from '../../platform/storage/blob-port.ts'
import { copyBlob } from '../../platform/storage/copy-blob.ts'
import { DamagedBlob } from '../../platform/storage/damaged-blob.ts'
import { openDiskStore } from '../../platform/storage/disk/disk-adapter.ts'
import { isBlobGone, listStoredBlobs, type StoredBlob } from '../../uploads/index.ts'
import { blobsFolder, listSnapshots, readSnapshots, Snapshot } from './backup-folder.ts'
import { type CopiedBlob, readCopied, writeCopied } from './copied-blobs.ts'

const PAGE = 500
const BLOBS = 'blobs.jsonl.gz'
export const tableFile = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>): string => `${schema}.${name}.gz`

type Needs = Pick<Context, 'db' | 'stores' | 'masterKey' | 'connection' | 'clock'>

export interface BackupReport {
  snapshot: string
  tables: number
  rows: number
  blobs: number
  bytes: number
  /** Of these, copied now; the others already existed in earlier snapshots. */
  copied: number
  copiedBytes: number
  damaged: string[]
}

/**
 * Writes a snapshot beside a running server: the database at one instant, then every stored byte that its rows refer
 * to. Deleted files keep their bytes for a day, so none of those bytes is gone before it is copied; uploads that were
 * given up meanwhile are left out. Complete blobs never change and are copied once for all snapshots.
 */
export async function makeBackup(ctx: Needs, folder: string, tell: (line: string) => void): Promise<BackupReport> {
  const copies = await openDiskStore({ dir: blobsFolder(folder), masterKey: ctx.masterKey })
  try {
    const masterKeyFingerprint = fingerprintOf(ctx.masterKey).toString('hex')
    const known = await readKnown(folder, masterKeyFingerprint)
    const wanted: StoredBlob[] = []
    const snapshot = await Snapshot.make(folder, new Date(ctx.clock.nowMs()))
    const written: Promise<void>[] = []
    const database = await dumpTables(ctx.connection, {
      async openTable(table) {
        const file = snapshot.create(tableFile(table))
        written.push(file.written)
        return file.content
      },
      async during(id) {
        for await (const blob of readBlobsAt(ctx.db, id)) wanted.push(blob)
      },
    })
    await Promise.all(written)
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
    tell(`database: ${database.tables.length} tables, ${rows} rows`)
    const list = snapshot.create(BLOBS)
    const blobs = { count: 0, bytes: 0 }
    const copied = { count: 0, bytes: 0 }
    const damaged: string[] = []
    for (const blob of wanted) {
      const before = blob.isComplete ? await stillThere(copies, known.get(blob.id)) : undefined
      const kept = before ?? (await copyOne(ctx, copies, blob))
      if (kept === 'gone') continue
      if (kept === 'damaged') {
        damaged.push(blob.id)
        tell(`damaged in the store, not copied: blob ${blob.id}`)
        continue
      }
      await writeCopied(list.content, kept)
      blobs.count += 1
      blobs.bytes += blob.ref.bytes
      if (before) continue
      copied.count += 1
      copied.bytes += blob.ref.bytes
      if (copied.count % PAGE === 0) tell(`blobs: ${blobs.count} of ${wanted.length}, ${copied.count} copied`)
    }
    list.content.end()
    await list.written
    await snapshot.seal({ masterKeyFingerprint, database, blobs, damaged })
    const told = { blobs: blobs.count, bytes: blobs.bytes, copied: copied.count, copiedBytes: copied.bytes, damaged }
    return { snapshot: snapshot.name, tables: database.tables.length, rows, ...told }
  } finally {
    await copies.close()
  }
}

/** Complete blobs with a copy in the newest snapshot that this master key opens. */
async function readKnown(folder: string, masterKeyFingerprint: string): Promise<Map<string, CopiedBlob>> {
  const known = new Map<string, CopiedBlob>()
  const [newest] = (await listSnapshots(folder)).slice(-1)
  if (newest === undefined) return known
  const snapshot = Snapshot.of(folder, newest)
  const { masterKeyFingerprint: theirs } = await snapshot.readManifest()
  if (theirs !== masterKeyFingerprint || !(await hasWholeList(snapshot))) return known
  for await (const blob of readBlobList(snapshot)) if (blob.isComplete) known.set(blob.id, blob)
  return known
}

/** Whether its list of blobs equals what was written. */
async function hasWholeList(snapshot: Snapshot): Promise<boolean> {
  const list = (await snapshot.readManifest()).files[BLOBS]
  if (list === undefined) return false
  return snapshot.verify({ files: { [BLOBS]: list } }).then(
    () => true,
    () => false,
  )
}

/** Null where the copy is missing or too short: it is made again. */
async function stillThere(copies: BlobStore, copied: CopiedBlob | undefined): Promise<CopiedBlob | undefined> {
  if (copied === undefined) return undefined
  const lost = await copies.findLost(copied.ref, copied.parts).catch(() => copied.parts)
  return lost.length === 0 ? copied : undefined
}

export const readBlobList = (snapshot: Snapshot): AsyncGenerator<CopiedBlob> => readCopied(snapshot.read(BLOBS))

/** The blobs whose rows are in the dump. */
async function* readBlobsAt(db: Kysely<Database>, snapshot: string): AsyncGenerator<StoredBlob> {
  for (let after = '', isLast = false; !isLast; ) {
    const page = await inSnapshot(db, snapshot, (tx) => listStoredBlobs(tx, after, PAGE))
    yield* page
    after = page.at(-1)?.id ?? ''
    isLast = page.length < PAGE
  }
}

async function copyOne(
  { db, stores }: Pick<Needs, 'db' | 'stores'>,
  copies: BlobStore,
  { id, store, ref, parts, isComplete }: StoredBlob,
): Promise<CopiedBlob | 'gone' | 'damaged'> {
  try {
    const source = { store: stores.of(store), ref, parts }
    const made = await copyBlob(source, copies, { spans: parts, partBytes: ref.partBytes })
    return { id, isComplete, partBytes: ref.partBytes, ...made }
  } catch (error) {
    if (await isBlobGone(db, id)) return 'gone'
    if (error instanceof DamagedBlob) return 'damaged'
    throw error
  }
}

/**
 * Removes all but the newest `keep` snapshots, interrupted ones, and copies that no snapshot needs. No backup into the
 * folder may run meanwhile.
 *
 * @returns how many complete snapshots and how many copies
 */
export async function prune(
  masterKey: MasterKey,
  folder: string,
  keep: number,
): Promise<{ snapshots: number; blobs: number }> {
  const { complete, brokenOff } = await readSnapshots(folder)
  const old = complete.slice(0, Math.max(0, complete.length - keep))
  const needed = new Set<string>()
  for (const name of complete.slice(old.length)) {
    const snapshot = Snapshot.of(folder, name)
    if (!(await hasWholeList(snapshot))) throw new StartError(`Snapshot ${name} is damaged, so no copies are removed.`)
    for await (const { ref } of readBlobList(snapshot)) needed.add(ref.key)
  }
  for (const name of [...old, ...brokenOff]) await Snapshot.of(folder, name).remove()
  const copies = await openDiskStore({ dir: blobsFolder(folder), masterKey })
  let blobs = 0
  try {
    const left = new Set<string>()
    for await (const { key } of copies.list()) if (!needed.has(key)) left.add(key)
    for (const key of left) await copies.remove({ key, multipartId: '' })
    blobs = left.size
  } finally {
    await copies.close()
  }
  return { snapshots: old.length, blobs }
}
