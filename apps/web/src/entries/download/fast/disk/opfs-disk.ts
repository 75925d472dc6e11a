import { combineCrc32 } from '@waybill/contract/core/crc32'
import { DownloadError } from '../engine/download-error.ts'
import type { Disk, DownloadPlan } from '../engine/ports.ts'
import { type DiskReply, type DiskRequest, DOWNLOADS_FOLDER } from './disk-messages.ts'

const folderOf = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(DOWNLOADS_FOLDER, { create: true })

/** A file in the browser's private file system, by way of a worker. Its bytes survive a closed tab. */
export class OpfsDisk implements Disk {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(value: number): void; reject(error: Error): void }>()
  #tickets = 0
  #closing: Promise<void> | null = null

  private constructor() {
    this.#worker = new Worker(new URL('./disk-worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<DiskReply>) => this.#answered(data)
    this.#worker.onerror = () => this.#failAll()
  }

  /** Rejects where the browser has no such file system, or another tab holds the file ('NoModificationAllowedError'). */
  static async open(name: string): Promise<OpfsDisk> {
    const disk = new OpfsDisk()
    try {
      await disk.#ask({ kind: 'open', name })
      return disk
    } catch (error) {
      disk.#worker.terminate()
      throw error
    }
  }

  async write(at: number, bytes: Uint8Array): Promise<void> {
    // Its memory moves to the worker, unless it is a view of more.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
    await this.#ask({ kind: 'write', at, bytes: own }, [own.buffer as ArrayBuffer])
  }

  sum(from: number, to: number): Promise<number> {
    return this.#ask({ kind: 'sum', from, to })
  }

  /** Copies it to a picked file. @throws DownloadError 'altered' where it is not right; what writing throws */
  async save(to: FileSystemFileHandle, { bytes, blocks }: DownloadPlan): Promise<void> {
    if ((await this.#ask({ kind: 'save', to, bytes, crc32: wholeSum(blocks) })) === 0)
      throw new DownloadError('altered')
  }

  /** May be called again: a worker that has ended answers nothing. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#ask({ kind: 'close' })
      .catch(() => undefined)
      .then(() => this.#worker.terminate())
    return this.#closing
  }

  #ask(request: DiskRequest, moved: Transferable[] = []): Promise<number> {
    const ticket = this.#tickets++
    return new Promise((resolve, reject) => {
      this.#waiting.set(ticket, { resolve, reject })
      this.#worker.postMessage({ ticket, ...request }, moved)
    })
  }

  #answered({ ticket, value, error }: DiskReply): void {
    const waiting = this.#waiting.get(ticket)
    this.#waiting.delete(ticket)
    if (error === null) waiting?.resolve(value)
    else waiting?.reject(new DOMException(error.message, error.name))
  }

  #failAll(): void {
    for (const { reject } of this.#waiting.values()) reject(new DownloadError('disk'))
    this.#waiting.clear()
  }
}

/** A closed file. */
export async function readKeptFile(name: string): Promise<File> {
  return (await (await folderOf()).getFileHandle(name)).getFile()
}

/** The names of all files there. */
export async function listFiles(): Promise<string[]> {
  const names: string[] = []
  for await (const name of (await folderOf()).keys()) names.push(name)
  return names
}

export async function removeKeptFile(name: string): Promise<void> {
  await (await folderOf()).removeEntry(name).catch(() => undefined)
}

/** The checksum of everything, from those of the blocks. */
function wholeSum(blocks: DownloadPlan['blocks']): number {
  let from = 0
  return blocks.reduce((sum, { to, crc32 }) => {
    const length = to - from
    from = to
    return combineCrc32(sum, crc32, length)
  }, 0)
}
