/**
 * Unfinished downloads of this browser, so that a closed tab costs nothing: what is where, and how much of it. The bytes
 * themselves are in the browser's private file system.
 */
import { keep } from '../../../shared/storage/kept.ts'
import { listFiles, removeKeptFile } from './disk/opfs-disk.ts'

export interface KeptDownload {
  /** The transfer, and 'all' or a file of it. */
  key: string
  slug: string
  name: string
  bytes: number
  etag: string
  /** Its file in the private file system. */
  file: string
  /** Where it is saved in the end; null: among the browser's downloads. */
  target: FileSystemFileHandle | null
  ranges: Array<readonly [from: number, to: number]>
  /** Epoch ms of the last change. */
  at: number
  /** The browser was given all of it, and may still be copying it. */
  isSaved: boolean
}

const DATABASE = 'waybill-downloads'
const STORE = 'downloads'
const KEPT_MS = 7 * 86_400_000
/** By then the browser has copied the file. */
export const SAVED_MS = 3_600_000

export const findKept = (key: string): Promise<KeptDownload | null> =>
  inStore<KeptDownload | undefined>('readonly', (store) => store.get(key)).then(
    (kept) => kept ?? null,
    () => null,
  )

/** Where it cannot be stored, the download only continues in this tab. */
export async function keepDownload(kept: KeptDownload): Promise<void> {
  kept.at = Date.now()
  await inStore('readwrite', (store) => store.put(kept)).catch(() => undefined)
  await noteSlugs()
}

/** Removes a download, and what has arrived of it. Another tab may have begun a new one meanwhile, which stays. */
export async function dropDownload({ key, file }: KeptDownload): Promise<void> {
  const isOurs = (await findKept(key))?.file === file
  if (isOurs) await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
  await removeKeptFile(file).catch(() => undefined)
  await noteSlugs()
}

/** Removes what nobody continued for a week, copies of what was saved, and files that nothing names. Never rejects. */
export async function dropOld(): Promise<void> {
  const now = Date.now()
  // A download is named before its file is there: files that are not named afterwards were left behind.
  const files = await listFiles().catch(() => [])
  const all = await listKept()
  for (const kept of all) {
    if (now - kept.at > (kept.isSaved ? SAVED_MS : KEPT_MS)) await dropDownload(kept)
  }
  const named = new Set(all.map(({ file }) => file))
  for (const file of files) if (!named.has(file)) await removeKeptFile(file).catch(() => undefined)
}

const listKept = () => inStore<KeptDownload[]>('readonly', (store) => store.getAll()).catch(() => [])

/** The page knows by these, before it loads any of this, that there is something to continue. */
async function noteSlugs(): Promise<void> {
  const slugs = (await listKept()).map(({ slug }) => slug)
  keep('downloads', slugs.length === 0 ? null : slugs.join(' '))
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
  const database = (await answerOf(opening)) as IDBDatabase
  try {
    return (await answerOf(act(database.transaction(STORE, mode).objectStore(STORE)))) as T
  } finally {
    database.close()
  }
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
