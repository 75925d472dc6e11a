/**
 * Turns what a person picked or dropped into files with paths. It walks folders to the end, leaves out the files of
 * file managers, and does not mistake a folder for the empty file that an old browser shows for it.
 */

import type { SourceFile } from '../upload.ts'
import { fromFile } from './from-file.ts'

export interface ReadFiles {
  files: SourceFile[]
  /** Left out: files that only file managers write. */
  noise: number
  /** Paths of unreadable files, and of folders that the browser does not open. */
  unreadable: string[]
  folders: number
}

const noiseNames = new Set(['.ds_store', 'thumbs.db', 'desktop.ini'])

interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

/**
 * What was dropped. Call it in the drop event itself: the items are gone once the event is over. `onFound` gets the
 * count of files so far. It takes handles where the browser gives them (Chromium), so that a resume needs one click.
 */
export async function readDropped(items: DataTransferItemList, onFound?: (files: number) => void): Promise<ReadFiles> {
  const dropped = Array.from(items as Iterable<DroppedItem>)
    .filter((item) => item.kind === 'file')
    .map((item) => ({
      handle: item.getAsFileSystemHandle?.().catch(() => null) ?? null,
      entry: item.webkitGetAsEntry?.() ?? null,
      file: item.getAsFile(),
    }))
  const walk = new Walk(onFound)
  for (const { handle, entry, file } of dropped) {
    const known = await handle
    if (known) await walk.handle(known, known, [], '')
    else if (entry) await walk.entry(entry)
    else if (file) await walk.bareFile(file)
  }
  return walk.found
}

/** The files of a file input, also with `webkitdirectory`. */
export function readPicked(list: Iterable<File>): ReadFiles {
  const walk = new Walk()
  for (const file of list) walk.add(fromFile(file, file.webkitRelativePath || file.name))
  return walk.found
}

/** The result of `showOpenFilePicker` or `showDirectoryPicker`, with its handles. */
export async function readHandles(
  handles: Iterable<FileSystemHandle>,
  onFound?: (files: number) => void,
): Promise<ReadFiles> {
  const walk = new Walk(onFound)
  for (const handle of handles) await walk.handle(handle, handle, [], '')
  return walk.found
}

class Walk {
  readonly found: ReadFiles = { files: [], noise: 0, unreadable: [], folders: 0 }
  readonly #onFound: ((files: number) => void) | undefined

  constructor(onFound?: (files: number) => void) {
    this.#onFound = onFound
  }

  add(file: SourceFile): void {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    if (noiseNames.has(name.toLowerCase())) {
      this.found.noise += 1
      return
    }
    const count = this.found.files.push(file)
    this.#onFound?.(count)
  }

  async handle(handle: FileSystemHandle, root: FileSystemHandle, within: string[], folder: string): Promise<void> {
    const path = folder + handle.name
    try {
      if (handle.kind === 'file') {
        this.add(fromFile(await (handle as FileSystemFileHandle).getFile(), path, { root, within }))
        return
      }
      this.found.folders++
      for await (const child of (handle as FileSystemDirectoryHandle).values()) {
        await this.handle(child, root, [...within, child.name], `${path}/`)
      }
    } catch {
      this.found.unreadable.push(path)
    }
  }

  async entry(entry: FileSystemEntry): Promise<void> {
    const path = entry.fullPath.replace(/^\//, '')
    try {
      if (entry.isFile) {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
        this.add(fromFile(file, path))
        return
      }
      this.found.folders++
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      // Chromium returns 100 at a time; only an empty answer is the end.
      for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
        for (const child of batch) await this.entry(child)
      }
    } catch {
      this.found.unreadable.push(path)
    }
  }

  /** Without entries a folder looks like a small file without a type; but unlike a file it cannot be read. */
  async bareFile(file: File): Promise<void> {
    const isReadable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      )
    if (isReadable) this.add(fromFile(file, file.name))
    else this.found.unreadable.push(file.name)
  }
}

function readBatch(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
