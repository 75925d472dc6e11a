import { type ComponentType, lazy } from 'react'

const RETRIES = 5
const SPACING_MS = 3_000
const TIMEOUT_MS = 120_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The code of this part did not arrive in time')), TIMEOUT_MS)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

/** Loads code, again up to five times, three seconds apart, each try given two minutes. Rejects with the last failure. */
export async function loadRetried<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await inTime(load())
    } catch (error) {
      if (failures === RETRIES) throw error
      await wait(SPACING_MS)
    }
  }
}

/** A component whose code is loaded on first use, with `loadRetried`'s patience. */
export function lazyRetried<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadRetried(load) }))
}
