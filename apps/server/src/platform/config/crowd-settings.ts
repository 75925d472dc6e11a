import type { Get } from './env.ts'
import { parseWhole } from './setting-forms.ts'

/** Limits per process on what one network, one account and all of them together may use. */
export interface CrowdSettings {
  /** Pages and calls of one network, and of one account, that run at once; further ones wait. */
  callsAtOnce: number
  /** Connections over all ports. */
  connections: number
  /** Idle connections of one network; a trusted proxy may have any number. */
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
