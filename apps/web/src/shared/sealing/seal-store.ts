/**
 * The seals of files being uploaded, stored in this browser so that another tab can continue. Their keys cannot be
 * extracted. They are removed when the submission is complete, and after eight days: an upload lives for seven.
 */
import type { FileSeal } from '@waybill/sealing'

const DATABASE = 'waybill-sealing'
const STORE = 'seals'
const DAY_MS = 86_400_000
const LIVES_MS = 8 * DAY_MS

export interface KeptSeal extends FileSeal {
  /** The plain file's fingerprint on this device, and the public key that it is sealed for. */
  id: string
  /** The fingerprint that the server has, which reveals nothing of the content. */
  sealedAs: string
  keptAt: number
}

/** Empty where nothing is stored, or a private window stores nothing. */
export const findSeals = (ids: readonly string[]): Promise<Array<KeptSeal | undefined>> =>
  inStore('readonly', (store) => Promise.all(ids.map((id) => answerOf<KeptSeal | undefined>(store.get(id))))).catch(
    () => ids.map(() => undefined),
  )

export const findSealsAs = (sealedAs: readonly string[]): Promise<Array<KeptSeal | undefined>> =>
  inStore('readonly', (store) =>
    Promise.all(sealedAs.map((one) => answerOf<KeptSeal | undefined>(store.index('sealedAs').get(one)))),
  ).catch(() => sealedAs.map(() => undefined))

/** False where they cannot be stored: then nothing can be resumed after leaving this page. */
export async function keepSeals(seals: readonly KeptSeal[]): Promise<boolean> {
  return inStore('readwrite', async (store) => {
    await dropOld(store)
    await Promise.all(seals.map((seal) => answerOf(store.put(seal))))
  }).then(
    () => true,
    () => false,
  )
}

export async function dropSeals(ids: readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => Promise.all(ids.map((id) => answerOf(store.delete(id))))).catch(() => undefined)
}

async function dropOld(store: IDBObjectStore): Promise<void> {
  const old = IDBKeyRange.upperBound(Date.now() - LIVES_MS)
  const ids = await answerOf(store.index('keptAt').getAllKeys(old))
  for (const id of ids) store.delete(id)
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(STORE, { keyPath: 'id' })
    store.createIndex('sealedAs', 'sealedAs')
    store.createIndex('keptAt', 'keptAt')
  }
  const database = await answerOf(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const isDone = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    const result = await act(transaction.objectStore(STORE))
    await isDone
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
