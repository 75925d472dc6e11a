/**
 * File handles stored in the browser under their upload's id, so that the files need not be picked again after a
 * reload. Only Chromium gives such handles. The device stores nothing else of an upload, and removes them when it is
 * finished.
 */

import type { KeptHandle, SourceFile } from '../upload.ts'
import { fromFile, openKept } from './from-file.ts'

const DATABASE = 'waybill-uploads'
const STORE = 'handles'

interface KeptFile extends KeptHandle {
  path: string
}

type AskableHandle = FileSystemHandle & {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}

/**
 * The result of stored handles: the files themselves; or `ask`, to be called in a click, which resolves to the files or
 * to null when the person says no; or null: there are none, or a file is gone, and they must be picked again.
 */
export type TakenHandles = { files: SourceFile[] } | { ask(): Promise<SourceFile[] | null> } | null

/**
 * Stores the handles of an upload's files. Returns false, and stores none, unless every file has one and they can be
 * stored.
 */
export async function keepHandles(uploadId: string, files: readonly SourceFile[]): Promise<boolean> {
  const kept = files.flatMap(({ path, kept }) => (kept ? [{ path, ...kept }] : []))
  if (kept.length < files.length) return false
  return inStore('readwrite', (store) => store.put(kept, uploadId)).then(
    () => true,
    () => false,
  )
}

/** The files stored for an upload; see `TakenHandles`. They stay stored until `dropHandles`. */
export async function takeHandles(uploadId: string): Promise<TakenHandles> {
  const kept = await inStore<KeptFile[] | undefined>('readonly', (store) => store.get(uploadId)).catch(() => undefined)
  if (!kept) return null
  const roots = [...new Set(kept.map(({ root }) => root))] as AskableHandle[]
  const states = await Promise.all(
    roots.map(async (root) => (await root.queryPermission?.({ mode: 'read' })) ?? 'granted'),
  )
  if (states.every((state) => state === 'granted')) {
    const files = await openAll(kept)
    return files && { files }
  }
  if (states.includes('denied')) return null
  return { ask: () => askFor(roots, kept) }
}

/** Removes an upload's handles: it is finished or cancelled. */
export async function dropHandles(uploadId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(uploadId)).catch(() => undefined)
}

async function askFor(roots: readonly AskableHandle[], kept: readonly KeptFile[]): Promise<SourceFile[] | null> {
  for (const root of roots) {
    const state = await root.requestPermission?.({ mode: 'read' }).catch(() => 'denied')
    if (state && state !== 'granted') return null
  }
  return openAll(kept)
}

async function openAll(kept: readonly KeptFile[]): Promise<SourceFile[] | null> {
  try {
    const files: SourceFile[] = []
    for (const { path, root, within } of kept)
      files.push(fromFile(await openKept({ root, within }), path, { root, within }))
    return files
  } catch {
    return null
  }
}

/** Rejects where there is no store: no IndexedDB, or a private window forbids it. */
async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await answerOf(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const result = await answerOf(act(transaction.objectStore(STORE)))
    // Leaving the page before the end rolls it back.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = reject
    })
    return result
  } finally {
    database.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
