import { makeStore, useStore } from '../state/store.ts'

/**
 * Whether the server is reachable, according to the last calls and loads. Waiting code says so, and continues by
 * itself.
 */
const LOOK_AGAIN_MS = 3_000

const isAway = makeStore(false)

export const lineFailed = () => isAway.set(true)
export const lineWorks = () => isAway.set(false)
export const useLineAway = (): boolean => useStore(isAway)

/** The error of a call or a load without an answer: the same may succeed once the network is back. */
const isOfLine = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ConnectionError' || error.name === 'LoadError')

/** Runs `work` until the network lets it through. Rejects with any other failure, and with the signal's reason. */
export async function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      if (!isOfLine(error)) throw error
      await lookAgainSoon(signal)
      signal?.throwIfAborted()
    }
  }
}

/** At once when the browser says that it is online again or somebody presses Enter, else in three seconds. */
export function lookAgainSoon(signal?: AbortSignal, afterMs = LOOK_AGAIN_MS): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const goOn = () => {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
    const timer = setTimeout(goOn, afterMs)
    globalThis.addEventListener?.('online', goOn, { signal: done.signal })
    globalThis.addEventListener?.('keydown', ({ key }) => key === 'Enter' && goOn(), { signal: done.signal })
    signal?.addEventListener('abort', goOn, { signal: done.signal })
  })
}
