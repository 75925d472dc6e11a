import { makeStore, useStore } from '../../shared/state/store.ts'
import { toasts } from './toast-queue.ts'
import { markAllRead } from './use-notifications.ts'

/** Whether the panel is open: by the bell, or by the account menu where there is no space for a bell. */
const isOpen = makeStore(false)

/** News in the open panel needs no toast. */
export function openPanel(): void {
  toasts.clear()
  isOpen.set(true)
}

/** The reader has seen everything in the panel. */
export function closePanel(): void {
  if (!isOpen.read()) return
  isOpen.set(false)
  void markAllRead()
}

export const isPanelOpen = isOpen.read
export const usePanel = (): boolean => useStore(isOpen)
