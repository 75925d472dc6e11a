/**
 * Where an opened file is written. Browsers differ: some write to a file that the person picks, some to a private
 * folder whose file then goes to their downloads, and some have only memory.
 */
import { saveBlob } from '../ui/files/save-blob.ts'

/** The most that a browser which can only save from memory must hold. */
export const MEMORY_LIMIT_BYTES = 1_000_000_000

export interface SaveTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** All of it is there and unaltered. */
  finish(): Promise<void>
  /** It is not: removes all of it. */
  discard(): Promise<void>
}

/** This browser cannot save a file of this size: it would have to hold it in memory. */
export class TooLargeToSave extends Error {
  override readonly name = 'TooLargeToSave'
}

interface Picker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>
}

/**
 * Call it in a click, before anything else is awaited. Rejects with AbortError where the person picks nothing, with
 * TooLargeToSave, or as the file system does.
 */
export async function chooseSaveTarget(name: string, bytes: number): Promise<SaveTarget> {
  const { showSaveFilePicker } = globalThis as Picker
  if (showSaveFilePicker) return saveTargetAt(await showSaveFilePicker.call(globalThis, { suggestedName: name }))
  const folder = await privateFolder()
  if (folder) return privateTarget(folder, name)
  if (bytes > MEMORY_LIMIT_BYTES) throw new TooLargeToSave()
  return targetInMemory(name)
}

/** The file itself, as the person or the browser gave it. */
export async function saveTargetAt(handle: FileSystemFileHandle): Promise<SaveTarget> {
  // Written to a temporary file, which replaces the existing one at the end.
  const stream = await handle.createWritable()
  return { write: (bytes) => stream.write(bytes), finish: () => stream.close(), discard: () => stream.abort() }
}

const FOLDER = 'opened'
/** By then a download has opened its file, or never will. */
const SWEPT_AFTER_MS = 6 * 3_600_000

/** Null where this browser has none that can be written as a stream, as in some private windows. */
async function privateFolder(): Promise<FileSystemDirectoryHandle | null> {
  const canStream = 'createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {})
  if (!canStream) return null
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(FOLDER, { create: true })
    await sweep(folder)
    return folder
  } catch {
    return null
  }
}

async function privateTarget(folder: FileSystemDirectoryHandle, name: string): Promise<SaveTarget> {
  const kept = `${Date.now()}-${Array.from(crypto.getRandomValues(new Uint32Array(2)), String).join('-')}`
  const handle = await folder.getFileHandle(kept, { create: true })
  const target = await saveTargetAt(handle)
  return {
    ...target,
    async finish() {
      await target.finish()
      saveBlob(await handle.getFile(), name)
    },
    async discard() {
      await target.discard()
      await folder.removeEntry(kept)
    },
  }
}

/** Removes what earlier downloads left. */
async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  const old: string[] = []
  for await (const name of folder.keys()) {
    if (Date.now() - Number(name.split('-')[0]) > SWEPT_AFTER_MS) old.push(name)
  }
  await Promise.all(old.map((name) => folder.removeEntry(name).catch(() => undefined)))
}

function targetInMemory(name: string): SaveTarget {
  let pieces: Array<Uint8Array<ArrayBuffer>> = []
  return {
    async write(bytes) {
      pieces.push(bytes)
    },
    async finish() {
      saveBlob(new Blob(pieces), name)
      pieces = []
    },
    async discard() {
      pieces = []
    },
  }
}
