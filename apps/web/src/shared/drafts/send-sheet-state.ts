import { useSyncExternalStore } from 'react'

/** Whether the slip to send with lies over the dashboard. The draft on it lives on when it is put away. */
let isOpen = false
const listeners = new Set<() => void>()

export function showSendSheet(show: boolean): void {
  isOpen = show
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSendSheet = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
