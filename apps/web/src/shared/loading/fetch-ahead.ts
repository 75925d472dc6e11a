const later: Array<() => Promise<unknown>> = []

/** Names code of the dashboard that nobody needs yet. */
export const fetchLater = (load: () => Promise<unknown>): void => void later.push(load)

/** One after the other, while nothing else runs, and not on a metered connection. */
export async function fetchDashAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (let load = later.shift(); load; load = later.shift()) {
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
    await load().catch(() => undefined)
  }
}
