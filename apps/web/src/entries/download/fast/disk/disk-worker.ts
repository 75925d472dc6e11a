/** Holds the file of one download in the browser's private file system, where bytes are written in place. */
import { crc32 } from '@waybill/uploader/sums/crc32'
import { type DiskReply, type DiskRequest, DOWNLOADS_FOLDER } from './disk-messages.ts'

/** Only workers have it. */
interface SyncHandle {
  read(into: Uint8Array, options: { at: number }): number
  write(bytes: Uint8Array, options: { at: number }): number
  flush(): void
  close(): void
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<DiskRequest & { ticket: number }>) => void) | null
  postMessage(reply: DiskReply): void
}

const READ_BYTES = 1024 * 1024

const scope = globalThis as unknown as WorkerScope
const buffer = new Uint8Array(READ_BYTES)
let file: SyncHandle | null = null
let queue: Promise<void> = Promise.resolve()

scope.onmessage = ({ data: { ticket, ...request } }) => {
  queue = queue
    .then(() => serve(request))
    .then(
      (value) => scope.postMessage({ ticket, value, error: null }),
      ({ name, message }: Error) => scope.postMessage({ ticket, value: 0, error: { name, message } }),
    )
}

async function serve(request: DiskRequest): Promise<number> {
  if (request.kind === 'open') {
    file = await open(request.name)
    return 0
  }
  if (file === null) throw new DOMException('not open', 'InvalidStateError')
  switch (request.kind) {
    case 'write':
      return write(file, request.at, request.bytes)
    case 'sum': {
      let sum = 0
      for (const piece of piecesOf(file, request.from, request.to)) sum = crc32(piece, sum)
      return sum
    }
    case 'save':
      return save(file, request)
    case 'close':
      file.close()
      file = null
      return 0
  }
}

async function open(name: string): Promise<SyncHandle> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(DOWNLOADS_FOLDER, { create: true })
  const handle = await folder.getFileHandle(name, { create: true })
  return (handle as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle()
}

/** Some browsers write less where there is no room, instead of saying so. */
function write(file: SyncHandle, at: number, bytes: Uint8Array): number {
  for (let done = 0; done < bytes.length; ) {
    const written = file.write(bytes.subarray(done), { at: at + done })
    if (written === 0) throw new DOMException('full', 'QuotaExceededError')
    done += written
  }
  return 0
}

function* piecesOf(file: SyncHandle, from: number, to: number): Generator<Uint8Array> {
  for (let at = from; at < to; ) {
    const read = file.read(buffer.subarray(0, Math.min(READ_BYTES, to - at)), { at })
    // It is shorter than it was: its sum will be wrong.
    if (read === 0) return
    at += read
    yield buffer.subarray(0, read)
  }
}

/** The picked file is replaced when everything is written and right, and not before. */
async function save(file: SyncHandle, { to, bytes, crc32: expected }: Extract<DiskRequest, { kind: 'save' }>) {
  const writable = await to.createWritable()
  let sum = 0
  try {
    for (const piece of piecesOf(file, 0, bytes)) {
      sum = crc32(piece, sum)
      await writable.write(piece.slice())
    }
    if (sum === expected) {
      await writable.close()
      return 1
    }
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
  await writable.abort()
  return 0
}
