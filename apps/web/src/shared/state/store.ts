import { useSyncExternalStore } from 'react'

/** A value outside React, because it continues as pages change or is set where nothing is rendered. */
export interface Store<T> {
  read(): T
  set(next: T): void
  /** Calls `listener` after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** What the server renders, and the browser during hydration. */
  rendered(): T
}

/**
 * `first` is the value before any change, or makes it on its first read. `rendered` names another value for the
 * server's rendering, where the browser may know more than the server at once.
 */
export function makeStore<T>(first: T | (() => T), rendered?: T): Store<T> {
  const listeners = new Set<() => void>()
  const firstValue = once(first)
  let change: { to: T } | null = null
  const read = () => (change === null ? firstValue() : change.to)
  return {
    read,
    set(next) {
      if (Object.is(read(), next)) return
      change = { to: next }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    rendered: rendered === undefined ? firstValue : () => rendered,
  }
}

function once<T>(first: T | (() => T)): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: first instanceof Function ? first() : first }
    return made.value
  }
}

/** The value, or the part of it that `pick` selects; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, pick: (value: T) => Part): Part
export function useStore<T>(store: Store<T>, pick: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.read()),
    () => pick(store.rendered()),
  )
}
