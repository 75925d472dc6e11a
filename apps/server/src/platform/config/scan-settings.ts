import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseHostPorts, parseWhole } from './setting-forms.ts'

/** Where clamd listens, and the largest file that it is given. */
export interface ScanSettings {
  at: { host: string; port: number } | { path: string }
  maxBytes: number
}

/** Debian's StreamMaxLength and MaxFileSize. */
const DEFAULT_MAX_BYTES = 25_000_000

/** Null: files are not scanned. */
export function readScan(get: Get): ScanSettings | null {
  const typed = get('CLAMD')
  const maxBytes = parseWhole('CLAMD_MAX_BYTES', get('CLAMD_MAX_BYTES') ?? String(DEFAULT_MAX_BYTES), 4_000_000_000, 1)
  if (typed === undefined) return null
  if (typed.startsWith('/')) return { at: { path: typed }, maxBytes }
  const [place, ...more] = parseHostPorts('CLAMD', typed)
  if (place === undefined || more.length > 0)
    throw new ConfigError('CLAMD', `must be host:port or the path of a socket, not '${typed}'.`)
  const cut = place.lastIndexOf(':')
  return { at: { host: place.slice(0, cut).replace(/^\[|\]$/g, ''), port: Number(place.slice(cut + 1)) }, maxBytes }
}
