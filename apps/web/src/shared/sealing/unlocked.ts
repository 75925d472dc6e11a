import type { Sealing } from '@waybill/contract/requests/shapes'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { useSyncExternalStore } from 'react'
import { accountNow, watchAccount } from '../api/session.ts'
import { loadSealing } from './load-sealing.ts'

/**
 * The keys that were unlocked on this page, by their public halves. They live in its memory alone: a reload, another tab or
 * signing out locks them again. The passphrase itself is kept nowhere.
 */
const unlocked = new Map<string, OpeningKeys>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

watchAccount(() => {
  if (accountNow() || unlocked.size === 0) return
  unlocked.clear()
  tell()
})

/** Rejects with SealingError 'passphrase-wrong' or 'no-memory'. */
export async function unlock(sealing: Sealing, passphrase: string): Promise<void> {
  const { deriveInWorker, unwrapKeys } = await loadSealing()
  unlocked.set(sealing.publicKey, await unwrapKeys(sealing, passphrase, deriveInWorker))
  tell()
}

/** Forgets the keys before the page does; what is being opened with them ends with whoever looks at `useUnlocked`. */
export function lock({ publicKey }: Pick<Sealing, 'publicKey'>): void {
  if (unlocked.delete(publicKey)) tell()
}

/** Null: the passphrase is to be asked for. */
export function useUnlocked({ publicKey }: Pick<Sealing, 'publicKey'>): OpeningKeys | null {
  return useSyncExternalStore(
    watch,
    () => unlocked.get(publicKey) ?? null,
    () => null,
  )
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
