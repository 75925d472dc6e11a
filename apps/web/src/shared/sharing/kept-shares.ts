/**
 * Files that the device's share sheet gave us, in the browser's private file system: a folder for each share, with a
 * file for each shared one. The worker writes them piece by piece, so that no size is too large for memory, and the page
 * reads them. They stay until they are sent or the session ends, at most for a day.
 */
const FOLDER = 'shares'
/** Written last: a folder without it is a share that broke off. */
const INDEX = 'index.json'
const KEPT_MS = 86_400_000
/** A share that has just come belongs to the person who holds the device now, not to the session that has ended. */
const JUST_SHARED_MS = 120_000
/** A share that is still being written. */
const WRITTEN_MS = 3_600_000

interface SharedFile {
  name: string
  type: string
}

interface Index {
  files: SharedFile[]
}

export interface Share {
  id: string
  files: File[]
}

/** 'image (2).jpg' where 'image.jpg' is taken: an album may share several of one name, and a transfer has each once. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name
  for (let nth = 2; taken.includes(free); nth += 1) free = name.replace(/(\.[^.]*)?$/, ` (${nth})$1`)
  return free
}

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true })

/** One share being written. Every call rejects with QuotaExceededError where the device has no room. */
export class ShareWriter {
  readonly id: string
  readonly #folder: FileSystemDirectoryHandle
  readonly #files: SharedFile[] = []
  #open: FileSystemWritableFileStream | null = null

  private constructor(id: string, folder: FileSystemDirectoryHandle) {
    this.id = id
    this.#folder = folder
  }

  static async begin(nowMs: number): Promise<ShareWriter> {
    const id = `${nowMs}-${crypto.randomUUID()}`
    return new ShareWriter(id, await (await openFolder()).getDirectoryHandle(id, { create: true }))
  }

  get count(): number {
    return this.#files.length
  }

  async beginFile(file: SharedFile): Promise<void> {
    const handle = await this.#folder.getFileHandle(String(this.#files.length), { create: true })
    const names = this.#files.map(({ name }) => name)
    this.#files.push({ ...file, name: freeName(file.name, names) })
    this.#open = await handle.createWritable()
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#open?.write(bytes)
  }

  async endFile(): Promise<void> {
    await this.#open?.close()
    this.#open = null
  }

  async finish(): Promise<void> {
    const index: Index = { files: this.#files }
    const stream = await (await this.#folder.getFileHandle(INDEX, { create: true })).createWritable()
    await stream.write(JSON.stringify(index))
    await stream.close()
  }

  /** Never rejects. */
  async discard(): Promise<void> {
    await this.#open?.abort().catch(() => undefined)
    await removeShares([this.id])
  }
}

/** The complete shares, the oldest first; removes what is too old or broke off. Never rejects. */
export async function listShares(nowMs: number): Promise<Share[]> {
  const shares: Share[] = []
  try {
    const all = await openFolder()
    const ids: string[] = []
    for await (const id of all.keys()) ids.push(id)
    for (const id of ids.sort()) {
      // Another tab may remove one meanwhile; the others are still there.
      const share = await readShare(all, id, nowMs).catch(() => null)
      if (share !== null) shares.push(share)
    }
  } catch {
    // A browser without such a place, as in some private windows, has no shares.
  }
  return shares
}

/** Null: it is not complete. Removes it where it is too old or broke off. */
async function readShare(all: FileSystemDirectoryHandle, id: string, nowMs: number): Promise<Share | null> {
  const ageMs = ageOf(id, nowMs)
  const folder = await all.getDirectoryHandle(id)
  const index = await readIndex(folder)
  // A clock that was set back makes nothing immortal.
  const isOver = !(Math.abs(ageMs) < (index === null ? WRITTEN_MS : KEPT_MS))
  if (isOver) await all.removeEntry(id, { recursive: true })
  return isOver || index === null ? null : { id, files: await filesOf(folder, index) }
}

async function readIndex(folder: FileSystemDirectoryHandle): Promise<Index | null> {
  try {
    return JSON.parse(await (await (await folder.getFileHandle(INDEX)).getFile()).text())
  } catch {
    return null
  }
}

const filesOf = (folder: FileSystemDirectoryHandle, { files }: Index): Promise<File[]> =>
  Promise.all(
    files.map(async ({ name, type }, at) => {
      const stored = await (await folder.getFileHandle(String(at))).getFile()
      return new File([stored], name, { type, lastModified: stored.lastModified })
    }),
  )

/** After a session has expired: removes the shares of its time, and leaves the one that has just come. Never rejects. */
export async function removeEarlierShares(nowMs: number): Promise<void> {
  try {
    const ids: string[] = []
    for await (const id of (await openFolder()).keys()) ids.push(id)
    await removeShares(ids.filter((id) => !(Math.abs(ageOf(id, nowMs)) < JUST_SHARED_MS)))
  } catch {
    // A browser without such a place has no shares.
  }
}

const ageOf = (id: string, nowMs: number): number => nowMs - Number(id.split('-')[0])

/** Removes these shares; without a list all of them. Never rejects. */
export async function removeShares(ids?: readonly string[]): Promise<void> {
  try {
    if (ids === undefined) {
      await (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true })
      return
    }
    const all = await openFolder()
    for (const id of ids) await all.removeEntry(id, { recursive: true }).catch(() => undefined)
  } catch {
    // There was nothing.
  }
}
