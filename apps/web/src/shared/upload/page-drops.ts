import { useEffect, useSyncExternalStore } from 'react'

/** Whether the page under the slip has a use of its own for files that are dropped. */
let takers = 0
const listeners = new Set<() => void>()

function count(by: number): void {
  takers += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a page takes what is dropped: the slip leaves it to that page. */
export const usePageTakesDrops = (): boolean => useSyncExternalStore(subscribe, () => takers > 0)

/** Says that the page takes what is dropped, while `isOn` and the component stands. */
export function useTakingDrops(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    count(1)
    return () => count(-1)
  }, [isOn])
}
