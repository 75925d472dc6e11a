import type { Sealing } from '@waybill/contract/requests/shapes'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { accountNow, watchAccount } from '../api/session.ts'
import { makeStore, useStore } from '../state/store.ts'
import { loadSealing } from './load-sealing.ts'

/**
 * The keys unlocked on this page, by their public halves. They exist in its memory only: a reload, another tab or
 * signing out locks them again. The passphrase itself is stored nowhere.
 */
const unlocked = makeStore<ReadonlyMap<string, OpeningKeys>>(new Map())

watchAccount(() => {
  if (!accountNow() && unlocked.read().size > 0) unlocked.set(new Map())
})

/** Rejects with SealingError 'passphrase-wrong' or 'no-memory'. */
export async function unlock(sealing: Sealing, passphrase: string): Promise<void> {
  const { deriveInWorker, unwrapKeys } = await loadSealing()
  const keys = await unwrapKeys(sealing, passphrase, deriveInWorker)
  unlocked.set(new Map([...unlocked.read(), [sealing.publicKey, keys]]))
}

/** Removes the keys before the page unloads; the users of `useUnlocked` stop their running work. */
export function lock({ publicKey }: Pick<Sealing, 'publicKey'>): void {
  if (!unlocked.read().has(publicKey)) return
  unlocked.set(new Map([...unlocked.read()].filter(([key]) => key !== publicKey)))
}

/** Null: the page must ask for the passphrase. */
export function useUnlocked({ publicKey }: Pick<Sealing, 'publicKey'>): OpeningKeys | null {
  return useStore(unlocked, (keys) => keys.get(publicKey) ?? null)
}
