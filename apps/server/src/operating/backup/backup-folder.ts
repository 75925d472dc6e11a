import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../../platform/config/start-error.ts'
import type { DatabaseDump } from '../../platform/database/dump-tables.ts'

/**
 * A backup's folder: `blobs/` holds encrypted copies of stored files, shared by all snapshots; `snapshots/<time>/`
 * holds the database at that time and the list of copies it needs. A snapshot counts once its `manifest.json` exists,
 * which is written last.
 */
const FORM = 1
const MANIFEST = 'manifest.json'

export interface KeptFile {
  sha256: string
  bytes: number
}

export interface Manifest {
  form: typeof FORM
  /** Of the key that wraps every copy's own key, as hexadecimal digits. The backup never contains the key itself. */
  masterKeyFingerprint: string
  database: DatabaseDump
  /** By name: the tables' rows and the list of blobs. */
  files: Record<string, KeptFile>
  blobs: { count: number; bytes: number }
  /** Ids of blobs whose stored bytes were damaged. */
  damaged: string[]
}

export const blobsFolder = (folder: string): string => join(folder, 'blobs')
const snapshotsFolder = (folder: string): string => join(folder, 'snapshots')

/** Names of complete snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  return (await readSnapshots(folder)).complete
}

/** Complete ones, oldest first, and the leftovers of interrupted backups. */
export async function readSnapshots(folder: string): Promise<{ complete: string[]; brokenOff: string[] }> {
  const names = await readdir(snapshotsFolder(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: { complete: string[]; brokenOff: string[] } = { complete: [], brokenOff: [] }
  for (const name of names.sort()) {
    const isComplete = await access(join(snapshotsFolder(folder), name, MANIFEST)).then(
      () => true,
      () => false,
    )
    found[isComplete ? 'complete' : 'brokenOff'].push(name)
  }
  return found
}

export class Snapshot {
  readonly name: string
  readonly #folder: string
  readonly #files: Record<string, KeptFile> = {}

  private constructor(folder: string) {
    this.name = basename(folder)
    this.#folder = folder
  }

  /** Its time is its name: ISO 8601 without characters that file systems refuse. */
  static async make(folder: string, at: Date): Promise<Snapshot> {
    const path = join(snapshotsFolder(folder), at.toISOString().replaceAll(/[:.]/g, '-'))
    await mkdir(snapshotsFolder(folder), { recursive: true, mode: 0o700 })
    await mkdir(path, { mode: 0o700 })
    return new Snapshot(path)
  }

  static of(folder: string, name: string): Snapshot {
    return new Snapshot(join(snapshotsFolder(folder), name))
  }

  /** Accepts a file's content, compresses it, and remembers its checksum. `written` settles once it is on disk. */
  create(name: string): { content: Writable; written: Promise<void> } {
    const content = new PassThrough()
    const hash = createHash('sha256')
    let bytes = 0
    const sum = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const file = createWriteStream(join(this.#folder, name), { mode: 0o600, flush: true })
    const written = pipeline(content, createGzip(), sum, file).then(() => {
      this.#files[name] = { sha256: hash.digest('hex'), bytes }
    })
    written.catch(() => {}) // The writer gets the error from the stream, and again from `written`.
    return { content, written }
  }

  read(name: string): Readable {
    const content = createGunzip()
    void pipeline(createReadStream(join(this.#folder, name)), content).catch((error) => content.destroy(error))
    return content
  }

  /** @throws StartError when a file differs from what was written */
  async verify({ files }: Pick<Manifest, 'files'>): Promise<void> {
    for (const [name, { sha256 }] of Object.entries(files)) {
      const path = join(this.#folder, name)
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash).catch(() => {})
      if (hash.digest('hex') !== sha256) throw new StartError(`${path} does not hold what the backup wrote.`)
    }
  }

  /** Completes the snapshot. */
  async seal(manifest: Omit<Manifest, 'form' | 'files'>): Promise<void> {
    const draft = join(this.#folder, `${MANIFEST}.new`)
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify({ form: FORM, ...manifest, files: this.#files }, null, 1)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    // Its directory entry and those of the tables are on disk before an older snapshot may be deleted.
    await rename(draft, join(this.#folder, MANIFEST))
    await syncFolder(this.#folder)
    await syncFolder(dirname(this.#folder))
  }

  /** @throws StartError for a file that Waybill did not write */
  async readManifest(): Promise<Manifest> {
    const path = join(this.#folder, MANIFEST)
    const text = await readFile(path, 'utf8').catch(() => {
      throw new StartError(`${path} cannot be read. This is not a snapshot.`)
    })
    const manifest = parseManifest(text)
    if (manifest === null) throw new StartError(`${path} does not hold what the backup wrote.`)
    if (manifest.form !== FORM) throw new StartError(`${path} has a format that this version does not know.`)
    return manifest
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}

function parseManifest(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it.
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
