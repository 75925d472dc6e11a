import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, realpath, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertBlobKey, isBlobKey } from './blob-key.ts'
import { errnoOf } from './disk-faults.ts'

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const MAX_REMEMBERED_KEYS = 10_000

/**
 * The files of the disk store: root/ab/cd/<key>. No path is made from anything but a checked key, no symbolic link is
 * followed at its end, and a file's entry in its folder is on disk before `openToWrite` hands the file out.
 */
export class DiskFiles {
  readonly #root: string
  /** Keys and folders whose directory entries this process has synced. */
  readonly #syncedKeys = new Set<string>()
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

  /** The file of a blob, made when there is none. The caller closes it. */
  async openToWrite(key: string): Promise<FileHandle> {
    const path = this.#pathOf(key)
    const file = await this.#openOrCreate(path)
    try {
      await this.#syncEntry(key, path)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** @throws the ENOENT error when there is no such blob */
  openToRead(key: string): Promise<FileHandle> {
    return open(this.#pathOf(key), O_RDONLY | O_NOFOLLOW)
  }

  /** Bytes of the stored file, null when there is none. */
  async sizeOf(key: string): Promise<number | null> {
    try {
      return (await lstat(this.#pathOf(key))).size
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key)
    this.#syncedKeys.delete(key)
    try {
      await unlink(path)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
  }

  async *list(): AsyncGenerator<{ key: string; changedAt: Date }> {
    for await (const first of entries(this.#root)) {
      if (!first.isDirectory()) continue
      for await (const second of entries(join(this.#root, first.name))) {
        if (!second.isDirectory()) continue
        const folder = join(this.#root, first.name, second.name)
        for await (const file of entries(folder)) {
          if (!file.isFile() || !isBlobKey(file.name)) continue
          const stat = await lstat(join(folder, file.name)).catch(() => null)
          if (stat !== null) yield { key: file.name, changedAt: stat.mtime }
        }
      }
    }
  }

  #pathOf(key: string): string {
    assertBlobKey(key)
    return join(this.#root, key.slice(0, 2), key.slice(2, 4), key)
  }

  async #openOrCreate(path: string): Promise<FileHandle> {
    try {
      return await open(path, O_WRONLY | O_NOFOLLOW)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      return await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW, FILE_MODE)
    }
  }

  /** A file may have been made by a process that died before it synced the folder: the first use here syncs it again. */
  async #syncEntry(key: string, path: string): Promise<void> {
    if (this.#syncedKeys.has(key)) return
    const folder = dirname(path)
    await syncFolder(folder)
    if (!this.#syncedFolders.has(folder)) {
      await syncFolder(dirname(folder))
      await syncFolder(this.#root)
      this.#syncedFolders.add(folder)
    }
    if (this.#syncedKeys.size >= MAX_REMEMBERED_KEYS) this.#syncedKeys.clear()
    this.#syncedKeys.add(key)
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
