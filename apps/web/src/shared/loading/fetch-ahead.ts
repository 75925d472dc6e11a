import { keep, readKept } from '../storage/kept.ts'
import { laterCode } from './fetch-later.ts'

let isWhole = true
const LOOK_AGAIN_MS = 500

interface Courtesy {
  /** The page that somebody asked for comes first, with its data: on a slow line this would take the line from it. */
  afterMs?: number
  isBusy?: () => boolean
}

/**
 * One after the other, while nothing else runs or loads, and not on a metered or very slow connection. Once a build: the
 * browser keeps its files for a year, and asking its cache for them again on each page costs more than drawing the page.
 */
export async function fetchDashAhead({ afterMs = 0, isBusy = () => false }: Courtesy = {}): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const build = buildName()
  if (connection?.saveData || /2g$/.test(connection?.effectiveType ?? '') || readKept('fetched-ahead') === build) return
  await passed(afterMs)
  for (let load = laterCode.shift(); load; load = laterCode.shift()) {
    while (isBusy()) await passed(LOOK_AGAIN_MS)
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
    await load().catch(() => {
      isWhole = false
    })
  }
  if (isWhole) keep('fetched-ahead', build)
}

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The address of the first script, which changes with each build. */
const buildName = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
