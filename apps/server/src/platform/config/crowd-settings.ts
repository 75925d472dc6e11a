import type { Get } from './env.ts'
import { parseWhole } from './setting-forms.ts'

/** What one network, one account and all of them together may hold of a process. */
export interface CrowdSettings {
  /** Pages and calls of one network, and of one account, that are answered at once; the others wait. */
  callsAtOnce: number
  /** Connections over all ports. */
  connections: number
  /** Of one network on which nothing is asked or answered; of a trusted proxy there may be any number. */
  silentPerNetwork: number
}

export function readCrowd(get: Get): CrowdSettings {
  const whole = (name: string, preset: number, min: number) =>
    parseWhole(name, get(name) ?? String(preset), 1_000_000, min)
  return {
    callsAtOnce: whole('CALLS_AT_ONCE', 8, 1),
    connections: whole('MAX_CONNECTIONS', 4_096, 16),
    silentPerNetwork: whole('MAX_SILENT_PER_NETWORK', 256, 4),
  }
}
