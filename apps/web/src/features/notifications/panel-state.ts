import { useSyncExternalStore } from 'react'
import { toasts } from './toast-queue.ts'
import { markAllRead } from './use-notifications.ts'

/** Whether the panel is open: by the bell, or by the account menu where there is no room for a bell. */
let isOpen = false
const listeners = new Set<() => void>()

function show(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

/** What is in the panel need not come as a toast. */
export function openPanel(): void {
  toasts.clear()
  show(true)
}

/** What was to be seen in the panel was seen. */
export function closePanel(): void {
  if (!isOpen) return
  show(false)
  void markAllRead()
}

export const isPanelOpen = (): boolean => isOpen

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePanel = (): boolean => useSyncExternalStore(subscribe, isPanelOpen)
