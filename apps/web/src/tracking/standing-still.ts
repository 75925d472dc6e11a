import type { LedgerEntry } from '@waybill/contract/tracking'

const movements: readonly LedgerEntry['kind'][] = ['begun', 'delivered', 'finished', 'stalled']

/**
 * Since when each recipient's download has been standing still, by their id: those whose last movement on record is
 * that it stalled. `entries`: the newest first.
 */
export function stalledSince(entries: readonly LedgerEntry[]): ReadonlyMap<string, string> {
  const last = new Map<string, LedgerEntry>()
  for (const entry of entries) {
    const id = entry.recipient?._id
    if (id !== undefined && movements.includes(entry.kind) && !last.has(id)) last.set(id, entry)
  }
  return new Map([...last].filter(([, { kind }]) => kind === 'stalled').map(([id, { at }]) => [id, at]))
}
