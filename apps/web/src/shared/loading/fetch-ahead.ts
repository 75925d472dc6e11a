import { keep, readKept } from '../storage/kept.ts'

const later: Array<() => Promise<unknown>> = []
let isWhole = true

/** Names code of the dashboard that nobody needs yet. */
export const fetchLater = (load: () => Promise<unknown>): void => void later.push(load)

/**
 * One after the other, while nothing else runs, and not on a metered connection. Once a build: the browser keeps its
 * files for a year, and asking its cache for them again on each page costs more than drawing the page.
 */
export async function fetchDashAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const build = buildName()
  if (connection?.saveData || readKept('fetched-ahead') === build) return
  for (let load = later.shift(); load; load = later.shift()) {
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
    await load().catch(() => {
      isWhole = false
    })
  }
  if (isWhole) keep('fetched-ahead', build)
}

/** The address of the first script, which changes with each build. */
const buildName = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
