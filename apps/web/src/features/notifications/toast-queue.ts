import type { Notification } from '@waybill/contract/notifications/endpoints'
import { makeStore } from '../../shared/state/store.ts'

/**
 * Events that happen while somebody watches, one after the other: outside React, because the queue continues as pages
 * change.
 */
const SPACING_MS = 2_000
export const TOAST_MS = 5_800
const MOST_SHOWN = 3
/** After a long break there may be hundreds; the panel has them all. */
const MOST_WAITING = 20

export function makeToastQueue(spacingMs = SPACING_MS) {
  const shown = makeStore<readonly Notification[]>([])
  let waiting: Notification[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const showNext = () => {
    if (timer !== undefined || shown.read().length >= MOST_SHOWN) return
    const next = waiting.shift()
    if (next === undefined) return
    timer = setTimeout(() => {
      timer = undefined
      showNext()
    }, spacingMs)
    shown.set([...shown.read(), next])
  }
  return {
    shown,
    offer(notification: Notification): void {
      waiting = [...waiting, notification].slice(0, MOST_WAITING)
      showNext()
    },
    dismiss(id: string): void {
      shown.set(shown.read().filter(({ _id }) => _id !== id))
      showNext()
    },
    clear(): void {
      waiting = []
      if (shown.read().length > 0) shown.set([])
    },
  }
}

export const toasts = makeToastQueue()
