import { makeStore, useStore } from '../../state/store.ts'

/** What is open over any page of the dashboard: the sheet of its keys, or the command palette. */
const shown = makeStore<'keys' | 'palette' | null>(null)

export const showKeys = (isOpen: boolean): void => shown.set(isOpen ? 'keys' : null)
export const showPalette = (isOpen: boolean): void => shown.set(isOpen ? 'palette' : null)
export const useOverPage = (): 'keys' | 'palette' | null => useStore(shown)
