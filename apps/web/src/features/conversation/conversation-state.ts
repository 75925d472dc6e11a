import { makeStore, useStore } from '../../shared/state/store.ts'

/** What is open over the page. */
type Opened = 'conversation' | 'feedback' | 'thanks' | null

const opened = makeStore<Opened>(null)

export const useOpened = (): Opened => useStore(opened)
export const openOver = opened.set
