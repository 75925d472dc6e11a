/**
 * Recordings in the browser's private file system, each a folder with a file for every half second, so that a crash or
 * a closed tab costs nothing. They stay until they are sent or deleted, at most for a week. Several people may use one
 * computer: a page finds the recordings of its own account alone, or of visitors.
 */
import { RECORDING_MAX_BYTES, recordingKind } from '@waybill/contract/transfers/recordings'
import { readKept as readStored } from '../storage/kept.ts'
import { mendWebm } from './webm.ts'

const FOLDER = 'recordings'
const LOCK = 'waybill-recording '
const KEPT_MS = 7 * 86_400_000

/** The folders that this page has begun or taken: their locks are its own. */
const own = new Set<string>()

/** An account's recordings are found wherever it is logged in; those of a visitor to a request, at this request. */
const ownerNow = (): string =>
  readStored('account') ?? /^\/(r\/[\w-]+)/.exec(location.pathname)?.[1]?.replace('/', '-') ?? 'visitor'

const folderOf = (name: string, owner = ownerNow()): string => `${owner}~${name}`

/** Whether logging out deletes what is recorded now. */
export const endsWithSession = (): boolean => readStored('account') !== null

export interface KeptRecording {
  name: string
  bytes: number
  /** Epoch ms of its last half second. */
  endedAt: number
}

/** Null where this browser has no such place, as in some private windows: a recording is then in memory alone. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  if (!('createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {}))) return null
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch {
    return null
  }
}

/** Other tabs leave it alone while this page lives. */
function holdLock(folder: string): void {
  own.add(folder)
  void navigator.locks?.request(LOCK + folder, () => new Promise(() => undefined)).catch(() => undefined)
}

/** What is being recorded: every piece is on the disk once `write` resolves. */
export class RecordingFile {
  readonly name: string
  readonly #folder: FileSystemDirectoryHandle | null
  /** Pieces that could not be stored; after the first one nothing more is. */
  readonly #inMemory: Blob[] = []
  #pieces = 0

  private constructor(name: string, folder: FileSystemDirectoryHandle | null) {
    this.name = name
    this.#folder = folder
  }

  static async begin(name: string): Promise<RecordingFile> {
    const all = await openFolder()
    const folder = (await all?.getDirectoryHandle(folderOf(name), { create: true }).catch(() => null)) ?? null
    holdLock(folderOf(name))
    return new RecordingFile(name, folder)
  }

  get isStored(): boolean {
    return this.#folder !== null
  }

  /** Rejects with QuotaExceededError and the like; the piece is then kept in memory. */
  async write(piece: Blob): Promise<void> {
    if (this.#folder === null || this.#inMemory.length > 0) {
      this.#inMemory.push(piece)
      return
    }
    const name = pieceName(this.#pieces)
    try {
      const handle = await this.#folder.getFileHandle(name, { create: true })
      const stream = await handle.createWritable()
      await stream.write(piece)
      await stream.close()
      this.#pieces += 1
    } catch (error) {
      this.#inMemory.push(piece)
      await this.#folder.removeEntry(name).catch(() => undefined)
      throw error
    }
  }

  /** The whole recording as a file that seeks. */
  async finish(type: string): Promise<File> {
    const stored = this.#folder === null ? [] : await piecesIn(this.#folder)
    const endedAt = stored.at(-1)?.lastModified ?? Date.now()
    return asFile([...stored, ...this.#inMemory], { name: this.name, type, endedAt })
  }
}

const pieceName = (nth: number): string => String(nth).padStart(8, '0')

async function piecesIn(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  const pieces: File[] = []
  for (const name of names.sort()) pieces.push(await (await folder.getFileHandle(name)).getFile())
  // A crash in the middle of a write leaves an empty file.
  return pieces.filter(({ size }) => size > 0)
}

interface Finished {
  name: string
  type: string
  endedAt: number
}

async function asFile(pieces: Blob[], { name, type, endedAt }: Finished): Promise<File> {
  const bare = type.split(';')[0] ?? type
  const stream = new Blob(pieces, { type: bare })
  // What cannot be mended plays all the same.
  const whole = await mend(stream).catch(() => stream)
  return new File([whole], name, { type: bare, lastModified: endedAt })
}

/** Few browsers write MP4: the part that mends it is loaded for them alone. */
const mend = async (stream: Blob): Promise<Blob> =>
  stream.type.endsWith('/webm') ? mendWebm(stream) : (await import('./mp4.ts')).mendMp4(stream)

/**
 * What earlier pages recorded and nobody sent, the newest first; removes what is too old, whoever recorded it. Never
 * rejects.
 */
export async function listKept(): Promise<KeptRecording[]> {
  const all = await openFolder()
  if (all === null) return []
  try {
    const held = await heldElsewhere()
    const kept: KeptRecording[] = []
    for (const folder of (await foldersIn(all)).filter((one) => !held.has(one))) {
      const name = folder.slice(folder.indexOf('~') + 1)
      const pieces = await piecesIn(await all.getDirectoryHandle(folder))
      const endedAt = pieces.at(-1)?.lastModified ?? 0
      if (recordingKind(name) === null || Date.now() - endedAt > KEPT_MS) {
        if (!own.has(folder)) await all.removeEntry(folder, { recursive: true })
        continue
      }
      if (folder !== folderOf(name)) continue
      kept.push({
        name,
        bytes: Math.min(
          pieces.reduce((sum, { size }) => sum + size, 0),
          RECORDING_MAX_BYTES,
        ),
        endedAt,
      })
    }
    return kept.sort((a, b) => b.endedAt - a.endedAt)
  } catch {
    return []
  }
}

async function foldersIn(all: FileSystemDirectoryHandle): Promise<string[]> {
  const folders: string[] = []
  for await (const folder of all.keys()) folders.push(folder)
  return folders
}

async function heldElsewhere(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const folders = held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : []))
  return new Set(folders.filter((folder) => !own.has(folder)))
}

/** Rejects where it is gone. */
export async function readKept(name: string): Promise<File> {
  const folder = await (await openFolder())?.getDirectoryHandle(folderOf(name))
  const pieces = folder ? await piecesIn(folder) : []
  const last = pieces.at(-1)
  if (last === undefined) throw new Error(`${name} is gone`)
  holdLock(folderOf(name))
  const medium = recordingKind(name) === 'memo' ? 'audio' : 'video'
  const type = `${medium}/${name.endsWith('.webm') ? 'webm' : 'mp4'}`
  return asFile(pieces, { name, type, endedAt: last.lastModified })
}

/** The recordings among an upload's files that this browser has. Never rejects. */
export async function readKeptAmong(files: readonly { path: string }[]): Promise<File[]> {
  const names = files.map(({ path }) => path).filter((path) => recordingKind(path) !== null)
  const read = await Promise.all(names.map((name) => readKept(name).catch(() => null)))
  return read.filter((file) => file !== null)
}

/** They are sent, or nobody wants them. Never rejects. */
export async function removeKept(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const all = await openFolder()
  for (const name of names) await all?.removeEntry(folderOf(name), { recursive: true }).catch(() => undefined)
}

/** An account that logs out leaves nothing to the next person at this computer. Never rejects. */
export async function removeKeptOf(account: string): Promise<void> {
  const all = await openFolder()
  if (all === null) return
  const folders = await foldersIn(all).catch(() => [])
  for (const folder of folders.filter((one) => one.startsWith(folderOf('', account)))) {
    await all.removeEntry(folder, { recursive: true }).catch(() => undefined)
  }
}

/** What was sent need not stay on the device. Never rejects. */
export const forgetRecordings = (files: readonly { path: string }[]): Promise<void> =>
  removeKept(files.map(({ path }) => path).filter((path) => recordingKind(path) !== null))
