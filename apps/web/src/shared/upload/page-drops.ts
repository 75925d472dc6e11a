import { useEffect } from 'react'
import { makeStore, useStore } from '../state/store.ts'

/** Whether the page under the send form has its own use for dropped files. */
const takers = makeStore(0)
const count = (by: number) => takers.set(takers.read() + by)

/** True while a page takes dropped files: the send form leaves them to that page. */
export const usePageTakesDrops = (): boolean => useStore(takers, (count) => count > 0)

/** Declares that the page takes dropped files, while `isOn` and the component is mounted. */
export function useTakingDrops(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    count(1)
    return () => count(-1)
  }, [isOn])
}
