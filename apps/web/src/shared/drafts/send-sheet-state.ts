import { makeStore, useStore } from '../state/store.ts'

/** Whether the slip to send with lies over the dashboard. The draft on it lives on when it is put away. */
const isOpen = makeStore(false)

export const showSendSheet = isOpen.set
export const useSendSheet = (): boolean => useStore(isOpen)
