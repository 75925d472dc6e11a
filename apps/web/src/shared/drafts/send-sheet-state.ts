import { makeStore, useStore } from '../state/store.ts'

/** Whether the send form is open over the dashboard. Its draft stays when it closes. */
const isOpen = makeStore(false)

export const showSendSheet = isOpen.set
export const readSendSheet = isOpen.read
export const useSendSheet = (): boolean => useStore(isOpen)
