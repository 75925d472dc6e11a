import { keep, readKept } from '../storage/kept.ts'
import { laterCode } from './fetch-later.ts'

let isWhole = true

/**
 * One after the other, while nothing else runs, and not on a metered or very slow connection. Once a build: the browser keeps its
 * files for a year, and asking its cache for them again on each page costs more than drawing the page.
 */
export async function fetchDashAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const build = buildName()
  if (connection?.saveData || /2g$/.test(connection?.effectiveType ?? '') || readKept('fetched-ahead') === build) return
  for (let load = laterCode.shift(); load; load = laterCode.shift()) {
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
    await load().catch(() => {
      isWhole = false
    })
  }
  if (isWhole) keep('fetched-ahead', build)
}

/** The address of the first script, which changes with each build. */
const buildName = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
