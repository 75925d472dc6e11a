import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import { type EvidenceKind, isByProxy, weakestOnRecord } from '@waybill/contract/tracking/evidence'
import { isRepeat } from '../../../../shared/tracking/entry-words.ts'

/** What happened in one visit. Pure. */
export interface VisitFacts {
  /** The entry that says most: its stamp, its time and its evidence stand for the visit. */
  head: LedgerEntry
  /** Files that were finished in it, and whether they are all that the transfer has. */
  finished: { count: number; isAll: boolean; name: string | null; evidence: EvidenceKind | null } | null
  /** Bytes of files that were not finished in it. */
  part: { bytes: number; count: number; name: string | null; isByProxy: boolean } | null
  /** Files that they had, and got once more. */
  again: { count: number } | null
  /** Downloads that began and of which nothing is known yet. */
  isBegun: boolean
  isOpened: boolean
  isProven: boolean
  isForwarded: boolean
  previews: number
  /** Events of kinds that this version has no words for. */
  others: number
  /** Bytes in doubt of the finished files. */
  doubtBytes: number
}

/** Entries with less to say come later. */
const rank: readonly string[] = ['finished', 'delivered', 'begun', 'previewed', 'proven', 'opened']
const known: readonly string[] = [...rank, 'forwarded', 'visited']

const rankOf = ({ kind }: LedgerEntry) => (rank.includes(kind) ? rank.indexOf(kind) : rank.length)

/** @param files the ids of all files that the transfer has now */
export function visitFacts(entries: readonly LedgerEntry[], files: ReadonlySet<string>): VisitFacts | null {
  const [newest] = entries
  if (newest === undefined) return null
  const head = entries.reduce((best, entry) => (rankOf(entry) < rankOf(best) ? entry : best), newest)
  const has = (kind: string) => entries.some((entry) => entry.kind === kind)
  const finished = entries.filter(({ kind }) => kind === 'finished')
  const got = finishedOf(finished, files)
  return {
    head,
    finished: got,
    part: partOf(entries, finished),
    again: againOf(entries),
    isBegun: has('begun'),
    isOpened: has('opened'),
    isProven: has('proven'),
    isForwarded: has('forwarded'),
    previews: entries.filter(({ kind }) => kind === 'previewed').length,
    others: entries.filter(({ kind }) => !known.includes(kind)).length,
    doubtBytes: finished.reduce((sum, { doubtBytes }) => sum + (doubtBytes ?? 0), 0),
  }
}

/** The ids that an entry names; of more than it names, only their number is known. */
const idsOf = ({ file, files }: LedgerEntry): string[] => [
  ...(file ? [file._id] : []),
  ...(files ?? []).map(({ _id }) => _id),
]

function finishedOf(finished: readonly LedgerEntry[], files: ReadonlySet<string>): VisitFacts['finished'] {
  if (finished.length === 0) return null
  const ids = new Set(finished.flatMap(idsOf))
  const unnamed = finished.reduce(
    (sum, { files, filesTotal }) => sum + Math.max(0, (filesTotal ?? 0) - (files?.length ?? 0)),
    0,
  )
  const count = ids.size + unnamed
  const isAll = files.size > 0 && (unnamed === 0 ? [...files].every((id) => ids.has(id)) : count === files.size)
  const evidence = weakestOnRecord(finished.map((entry) => entry.evidence))
  return { count, isAll, name: nameOf(finished, count), evidence }
}

/** Bytes that arrived of files that were not finished in the same visit. */
function partOf(entries: readonly LedgerEntry[], finished: readonly LedgerEntry[]): VisitFacts['part'] {
  const done = new Set(finished.flatMap(idsOf))
  // An archive names no files: its bytes are those of the finished ones, where there are any.
  const isPart = (ids: readonly string[]) => (ids.length === 0 ? done.size === 0 : !ids.every((id) => done.has(id)))
  const parts = entries.filter((entry) => entry.kind === 'delivered' && !isRepeat(entry) && isPart(idsOf(entry)))
  const bytes = parts.reduce((sum, entry) => sum + (entry.bytes ?? 0), 0)
  if (bytes === 0) return null
  const ids = new Set(parts.flatMap(idsOf).filter((id) => !done.has(id)))
  const isProxys = parts.some(({ evidence }) => isByProxy(evidence))
  return { bytes, count: ids.size, name: nameOf(parts, ids.size), isByProxy: isProxys }
}

function againOf(entries: readonly LedgerEntry[]): VisitFacts['again'] {
  const repeats = entries.filter(isRepeat)
  if (repeats.length === 0) return null
  const named = new Set(repeats.flatMap(({ file }) => file?._id ?? []))
  const inZips = repeats.map(({ detail }) => Number(/^again (\d+)$/.exec(detail ?? '')?.[1] ?? 0))
  return { count: Math.max(named.size, ...inZips, 1) }
}

/** The name of the only file. */
function nameOf(entries: readonly LedgerEntry[], count: number): string | null {
  if (count !== 1) return null
  const [path] = entries.flatMap(({ file, files }) => file?.fileName ?? files?.map((one) => one.path) ?? [])
  return path?.split('/').at(-1) ?? null
}

/** How often bots looked, by what the entries count: 'times 5' is five looks, 'more 3' three more. */
export const looksOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { detail }) => sum + Number(/^(?:times|more) (\d+)$/.exec(detail ?? '')?.[1] ?? 1), 0)
