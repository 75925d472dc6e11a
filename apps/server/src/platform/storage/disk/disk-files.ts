import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, realpath, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '@waybill/contract/core/problems'
import { assertBlobKey, parseSegmentFileName, segmentFileName } from '../blob-key.ts'
import { errnoOf } from './disk-faults.ts'

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const MAX_REMEMBERED_FILES = 10_000

/**
 * The files of the disk store: root/ab/cd/<key>.<segment>. Only a checked key and segment become a path, no symbolic
 * link is followed at its end, and a file's directory entry is on disk before `openToWrite` returns the file. Folders
 * are never removed: where a file's folder is missing, the store is missing.
 */
export class DiskFiles {
  readonly #root: string
  /** Files and folders whose directory entries this process has synced. */
  readonly #syncedFiles = new Set<string>()
  readonly #syncedFolders = new Set<string>()

  private constructor(root: string) {
    this.#root = root
  }

  static async open(dir: string): Promise<DiskFiles> {
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    return new DiskFiles(await realpath(dir))
  }

  get root(): string {
    return this.#root
  }

  /** The file of a segment, created when there is none. The caller closes it. */
  async openToWrite(key: string, segment: string): Promise<FileHandle> {
    const path = this.#pathOf(key, segment)
    const file = await this.#openOrCreate(path)
    try {
      await this.#syncEntry(path)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** @throws the ENOENT error when there is no such segment; Problem 'store-unavailable' when its folder is missing */
  async openToRead(key: string, segment: string): Promise<FileHandle> {
    try {
      return await open(this.#pathOf(key, segment), O_RDONLY | O_NOFOLLOW)
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') await this.#requireFolder(key, error)
      throw error
    }
  }

  /**
   * Bytes of the stored file, null when there is none. @throws Problem 'store-unavailable' when its folder is missing
   */
  async sizeOf(key: string, segment: string): Promise<number | null> {
    try {
      return (await lstat(this.#pathOf(key, segment))).size
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
      await this.#requireFolder(key, error)
      return null
    }
  }

  /** Segments of the blob that have a file. */
  async segmentsOf(key: string): Promise<string[]> {
    const segments: string[] = []
    for await (const { name } of entries(this.#folderOf(key))) {
      const parsed = parseSegmentFileName(name)
      if (parsed?.key === key) segments.push(parsed.segment)
    }
    return segments
  }

  async remove(key: string, segment: string): Promise<void> {
    const path = this.#pathOf(key, segment)
    this.#syncedFiles.delete(path)
    try {
      await unlink(path)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  }

  async *list(): AsyncGenerator<{ key: string; segment: string; bytes: number; changedAt: Date }> {
    for await (const first of entries(this.#root)) {
      if (!first.isDirectory()) continue
      for await (const second of entries(join(this.#root, first.name))) {
        if (!second.isDirectory()) continue
        const folder = join(this.#root, first.name, second.name)
        for await (const file of entries(folder)) {
          const parsed = file.isFile() ? parseSegmentFileName(file.name) : null
          if (parsed === null) continue
          const stat = await lstat(join(folder, file.name)).catch(() => null)
          if (stat !== null) yield { ...parsed, bytes: stat.size, changedAt: stat.mtime }
        }
      }
    }
  }

  #folderOf(key: string): string {
    assertBlobKey(key)
    return join(this.#root, key.slice(0, 2), key.slice(2, 4))
  }

  #pathOf(key: string, segment: string): string {
    return join(this.#folderOf(key), segmentFileName(key, segment))
  }

  /** An unmounted disk shows an empty folder, or none: files missing there are not lost. */
  async #requireFolder(key: string, cause: unknown): Promise<void> {
    await lstat(this.#folderOf(key)).catch((error) => {
      throw errnoOf(error) === 'ENOENT' ? new Problem('store-unavailable', { store: 'disk' }, { cause }) : error
    })
  }

  async #openOrCreate(path: string): Promise<FileHandle> {
    try {
      return await open(path, O_WRONLY | O_NOFOLLOW)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      // Another process may have removed the file whose entry this one synced earlier.
      this.#syncedFiles.delete(path)
      return await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW, FILE_MODE)
    }
  }

  /** A process may have created the file and died before it synced the folder: the first use here syncs it again. */
  async #syncEntry(path: string): Promise<void> {
    if (this.#syncedFiles.has(path)) return
    const folder = dirname(path)
    await syncFolder(folder)
    if (!this.#syncedFolders.has(folder)) {
      await syncFolder(dirname(folder))
      await syncFolder(this.#root)
      this.#syncedFolders.add(folder)
    }
    if (this.#syncedFiles.size >= MAX_REMEMBERED_FILES) this.#syncedFiles.clear()
    this.#syncedFiles.add(path)
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder to sync it.
  const folder = await open(path, O_RDONLY | O_DIRECTORY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* entries(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
}
