import type { Context } from '../../context.ts'
import { listTransferFiles, readContentsStamp, type TransferFile } from '../../transfers/index.ts'
import { layOutZip } from '../zip/zip-layout.ts'

/** The files of all transfers with cached contents. */
const MOST_FILES = 20_000
const KEPT_MS = 10 * 60_000

/** What a page shows of a transfer's contents, whichever part of them it shows. */
export interface Contents {
  /** In the sender's order. */
  files: readonly TransferFile[]
  /** The number of those that are not withdrawn. */
  standing: number
  /** Of those, the number that the virus scanner has not found clean. */
  unscanned: number
  zipBytes: number
  /** The totals below each folder, by its path. */
  folders: ReadonlyMap<string, { fileCount: number; bytes: number }>
}

interface Kept {
  contents: Contents
  stamp: string
  timer: NodeJS.Timeout
}

/** The contents of recently viewed transfers: read and laid out once, as long as nothing in them changes. */
export class KeptContents {
  readonly #db: Context['db']
  readonly #kept = new Map<string, Kept>()

  constructor({ db }: Pick<Context, 'db'>) {
    this.#db = db
  }

  async get(transferId: string): Promise<Contents> {
    const stamp = await readContentsStamp(this.#db, transferId)
    const kept = this.#kept.get(transferId)
    if (kept?.stamp === stamp) return kept.contents
    const contents = contentsOf(await listTransferFiles(this.#db, transferId))
    this.#keep(transferId, contents, stamp)
    return contents
  }

  #keep(transferId: string, contents: Contents, stamp: string): void {
    this.#drop(transferId)
    let room = MOST_FILES - contents.files.length
    for (const { contents: other } of this.#kept.values()) room -= other.files.length
    for (const [oldest, { contents: other }] of this.#kept) {
      if (room >= 0) break
      room += other.files.length
      this.#drop(oldest)
    }
    if (room < 0) return
    const timer = setTimeout(() => this.#drop(transferId), KEPT_MS).unref()
    this.#kept.set(transferId, { contents, stamp, timer })
  }

  #drop(transferId: string): void {
    clearTimeout(this.#kept.get(transferId)?.timer)
    this.#kept.delete(transferId)
  }
}

function contentsOf(files: readonly TransferFile[]): Contents {
  const standing = files.filter(({ withdrawn_at }) => withdrawn_at === null)
  return {
    files,
    standing: standing.length,
    unscanned: standing.filter(({ scan_state }) => scan_state !== 'clean').length,
    zipBytes: zipBytesOf(standing),
    folders: foldersOf(files),
  }
}

/** Exact size of the zip of every file that is not withdrawn; 0 where none is left. */
function zipBytesOf(standing: readonly TransferFile[]): number {
  const sources = standing.map(({ id, path, bytes, crc32, modified_at }) => {
    return { id, path, bytes, crc32: crc32 ?? 0, modifiedAt: modified_at }
  })
  return sources.length === 0 ? 0 : layOutZip(sources).bytes
}

function foldersOf(files: readonly TransferFile[]): Contents['folders'] {
  const folders = new Map<string, { fileCount: number; bytes: number }>()
  for (const { path, bytes } of files) {
    for (const folder of foldersAbove(path)) {
      const known = folders.get(folder) ?? { fileCount: 0, bytes: 0 }
      folders.set(folder, { fileCount: known.fileCount + 1, bytes: known.bytes + bytes })
    }
  }
  return folders
}

/** 'a' and 'a/b' of 'a/b/c.pdf'. */
export function* foldersAbove(path: string): Generator<string> {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) yield path.slice(0, at)
}
