import type { LedgerEntry, LedgerKind } from '@waybill/contract/tracking/endpoints'

/** Tells entries as visits. Pure: the newest entry first, in and out. */

/** A pause of this length starts another visit. */
const VISIT_GAP_MS = 30 * 60_000
/** As much of a pause as the changes or mails of one occasion have. */
const RUN_GAP_MS = 10 * 60_000
/** Fewer mails than this name their recipients one by one. */
const FEWEST_MAILS = 3

export type FoldKind = 'visit' | 'machines' | 'changes' | 'mails'

/** One line of the folded ledger: an entry of its own, or several that belong together. */
export type LedgerFold =
  | { fold: 'entry'; key: string; entries: readonly [LedgerEntry]; isCut: false }
  | {
      fold: FoldKind
      /** The id of the newest entry; `keepKeys` makes it last. */
      key: string
      /** The newest first, two or more. */
      entries: readonly LedgerEntry[]
      /** It may go on in entries that are not loaded yet. */
      isCut: boolean
    }

interface Group {
  fold: FoldKind
  entries: LedgerEntry[]
  gapMs: number
}

/** Who causes what, as in the contract, which is too heavy for a page; the test holds these lists to it. */
export const bySender: readonly LedgerKind[] = [
  'sent',
  'edited',
  'extended',
  'paused',
  'resumed',
  'deleted',
  'restored',
  'scheduled',
]
export const byServer: readonly LedgerKind[] = [
  'mailed',
  'bounced',
  'checked',
  'stalled',
  'expired',
  'unsent',
  'broke_off',
  'dropped',
  'arrived',
]
const changes: readonly string[] = ['edited', 'extended', 'paused', 'resumed']
/** A recipient caused them, and a sender has to do something: they stay lines of their own. */
const needsHand: readonly string[] = ['extension_requested', 'access_requested', 'resent']

/**
 * What an entry can be folded with: entries of the same key, without a long pause between. Null: with none. Kinds that
 * this version does not know belong to the visit of the recipient who caused them.
 */
function groupOf(entry: LedgerEntry): { fold: FoldKind; key: string; gapMs: number } | null {
  const { kind, actorKind, recipient, reason, device, country, city, detail } = entry
  if (actorKind === 'bot') return { fold: 'machines', key: 'machines', gapMs: VISIT_GAP_MS }
  if (kind === 'mailed') return { fold: 'mails', key: `mails/${detail}`, gapMs: RUN_GAP_MS }
  if (bySender.includes(kind)) {
    return changes.includes(kind) ? { fold: 'changes', key: `changes/${reason}`, gapMs: RUN_GAP_MS } : null
  }
  if (recipient === null || byServer.includes(kind) || needsHand.includes(kind)) return null
  const where = JSON.stringify([recipient._id, actorKind, reason, device, country, city])
  return { fold: 'visit', key: `visit/${where}`, gapMs: VISIT_GAP_MS }
}

/** `hasMore`: older entries are not loaded yet, so that the oldest lines may be incomplete. */
export function foldVisits(entries: readonly LedgerEntry[], { hasMore }: { hasMore: boolean }): LedgerFold[] {
  const open = new Map<string, Group>()
  const lines: Array<Group | LedgerEntry> = []
  for (const entry of entries) {
    const rule = groupOf(entry)
    if (rule === null) {
      lines.push(entry)
      continue
    }
    const group = open.get(rule.key)
    if (group && gapBetween(group, entry) <= rule.gapMs) {
      group.entries.push(entry)
      continue
    }
    const started: Group = { fold: rule.fold, entries: [entry], gapMs: rule.gapMs }
    open.set(rule.key, started)
    lines.push(started)
  }
  const oldest = entries.at(-1)
  return lines.flatMap((line) => ('fold' in line ? foldOf(line, hasMore ? oldest : undefined) : entryLine(line)))
}

const gapBetween = ({ entries }: Group, { at }: LedgerEntry): number =>
  Math.abs(Date.parse(entries.at(-1)?.at ?? at) - Date.parse(at))

/**
 * Gives a line the key under which one of its entries was shown before: a line that grows stays the same, and unfolded.
 * `known` holds the keys of the entries, and is updated.
 */
export function keepKeys(lines: readonly LedgerFold[], known: Map<string, string>): LedgerFold[] {
  const taken = new Set<string>()
  return lines.map((line) => {
    const former = line.entries.map(({ _id }) => known.get(_id)).find((key) => key !== undefined && !taken.has(key))
    const key = former ?? (taken.has(line.key) ? `${line.key}/rest` : line.key)
    taken.add(key)
    for (const { _id } of line.entries) known.set(_id, key)
    return { ...line, key }
  })
}

/** An entry as a line of its own. */
export const entryLine = (entry: LedgerEntry): LedgerFold => ({
  fold: 'entry',
  key: entry._id,
  entries: [entry],
  isCut: false,
})

/** The lines of a group: one, or its entries where there are too few to fold. */
function foldOf(group: Group, oldest: LedgerEntry | undefined): LedgerFold[] {
  const { fold, entries } = group
  const [newest] = entries
  if (newest === undefined) return []
  // One look of a bot is as little worth a line as several.
  const fewest = fold === 'machines' ? 1 : fold === 'mails' ? FEWEST_MAILS : 2
  if (entries.length < fewest) return entries.map(entryLine)
  const isCut = oldest !== undefined && gapBetween(group, oldest) <= group.gapMs
  return [{ fold, key: newest._id, entries, isCut }]
}
