import type { Notification } from '@waybill/contract/notifications/endpoints'

/** What happens while somebody looks on, one after the other: kept outside React, because it goes on as pages change. */
const SPACING_MS = 2_000
export const TOAST_MS = 5_800
const MOST_SHOWN = 3
/** After a long break there may be hundreds; the panel holds them all. */
const MOST_WAITING = 20

export class ToastQueue {
  #shown: readonly Notification[] = []
  #waiting: Notification[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #spacingMs: number

  constructor(spacingMs = SPACING_MS) {
    this.#spacingMs = spacingMs
  }

  readonly shown = (): readonly Notification[] => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  offer(notification: Notification): void {
    this.#waiting = [...this.#waiting, notification].slice(0, MOST_WAITING)
    this.#next()
  }

  dismiss(id: string): void {
    this.#show(this.#shown.filter(({ _id }) => _id !== id))
    this.#next()
  }

  clear(): void {
    this.#waiting = []
    if (this.#shown.length > 0) this.#show([])
  }

  #next(): void {
    if (this.#timer !== undefined || this.#shown.length >= MOST_SHOWN) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, this.#spacingMs)
    this.#show([...this.#shown, next])
  }

  #show(shown: readonly Notification[]): void {
    this.#shown = shown
    for (const listener of this.#listeners) listener()
  }
}

export const toasts = new ToastQueue()
