import type { EventRow } from '../ledger/index.ts'

/** When something happened, by the entry of the ledger that says so. */
export interface EntryTime {
  at: Date
  place: number
}

/** The end of a file's delivery, and on what it rests. */
export interface FinishEntry extends EntryTime {
  evidence: EventRow['evidence']
  doubtBytes: number
  /** As the entry's list has it; null where it names one file alone. */
  bytes: number | null
}

/** What the server has read of a file's stored bytes. */
export interface SumEntry extends EntryTime {
  sha256: string
  bytes: number
}

/** What the entries about one recipient say, whether or not a receipt has room to show them. */
export interface EntryFacts {
  sent: EntryTime | null
  opened: EntryTime | null
  /** The first that a person did as the recipient, and the first proof of who they are. */
  visit: EntryTime | null
  proof: (EntryTime & { detail: string | null }) | null
  /** Of the whole transfer's files. */
  sums: Map<string, SumEntry>
  began: Map<string, EntryTime>
  finished: Map<string, FinishEntry>
  /** Bytes of answers that are over: of each file, and of archives, whose entries name none. */
  deliveredOf: Map<string, number>
  deliveredInArchives: number
}

/** What the server notices of a recipient is nobody's visit. */
const NOTICED: readonly string[] = ['mailed', 'bounced', 'stalled']

export const noFacts = (): EntryFacts => ({
  sent: null,
  opened: null,
  visit: null,
  proof: null,
  sums: new Map(),
  began: new Map(),
  finished: new Map(),
  deliveredOf: new Map(),
  deliveredInArchives: 0,
})

/** Adds the next entry, of this recipient or of the whole transfer. */
export function addFact(facts: EntryFacts, row: EventRow): void {
  const { place, at, kind, detail } = row
  const time = { at, place }
  if (row.recipient_id === null && kind === 'sent') facts.sent ??= time
  if (row.recipient_id === null && kind === 'checked') addSums(facts, row)
  if (row.recipient_id === null || row.actor_kind !== 'human') return
  if (kind === 'opened') facts.opened ??= time
  if (!NOTICED.includes(kind)) facts.visit ??= time
  if (kind === 'proven') facts.proof ??= { ...time, detail }
  if (kind === 'delivered') addDelivered(facts, row)
  for (const { id, bytes } of namedBy(row)) {
    if (kind === 'begun' && !facts.began.has(id)) facts.began.set(id, time)
    if (kind !== 'finished' || facts.finished.has(id)) continue
    facts.finished.set(id, { ...time, evidence: row.evidence, doubtBytes: row.doubt_bytes ?? 0, bytes })
  }
}

/** The first that was told of a file holds: it is read once. */
function addSums({ sums }: EntryFacts, { at, place, files }: EventRow): void {
  for (const { id, bytes, sha256 } of files ?? []) {
    if (sha256 !== undefined && !sums.has(id)) sums.set(id, { at, place, bytes, sha256 })
  }
}

function addDelivered(facts: EntryFacts, { file_id: id, bytes }: EventRow): void {
  if (id === null) facts.deliveredInArchives += bytes ?? 0
  else facts.deliveredOf.set(id, (facts.deliveredOf.get(id) ?? 0) + (bytes ?? 0))
}

/** The files an entry names, by itself or in its list. */
function namedBy({ file_id, files }: EventRow): ReadonlyArray<{ id: string; bytes: number | null }> {
  return files ?? (file_id === null ? [] : [{ id: file_id, bytes: null }])
}
