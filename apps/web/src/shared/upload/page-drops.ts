import { useEffect } from 'react'
import { makeStore, useStore } from '../state/store.ts'

/** Whether the page under the slip has a use of its own for files that are dropped. */
const takers = makeStore(0)
const count = (by: number) => takers.set(takers.read() + by)

/** True while a page takes what is dropped: the slip leaves it to that page. */
export const usePageTakesDrops = (): boolean => useStore(takers, (count) => count > 0)

/** Says that the page takes what is dropped, while `isOn` and the component stands. */
export function useTakingDrops(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    count(1)
    return () => count(-1)
  }, [isOn])
}
