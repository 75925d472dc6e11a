import { WHILE_UPLOADING } from '@waybill/contract/tracking/receipt-facts'
import type { EventRow } from '../ledger/index.ts'

/** When something happened, from the ledger's entry about it. */
export interface EntryTime {
  at: Date
  place: number
}

/** The end of a file's delivery, and its evidence. */
export interface FinishEntry extends EntryTime {
  evidence: EventRow['evidence']
  doubtBytes: number
  /** As in the entry's list; null where it names one file alone. */
  bytes: number | null
}

/** What the server read of a file's stored bytes. */
export interface SumEntry extends EntryTime {
  sha256: string
  bytes: number
}

/** The content of all entries about one recipient, even those that the receipt has no room for. */
export interface EntryFacts {
  sent: EntryTime | null
  isSentWhileUploading: boolean
  /** The end of such an upload, with all files or without some. */
  whole: EntryTime | null
  /** Its files that had not arrived left the transfer. */
  isDropped: boolean
  opened: EntryTime | null
  /** A person's first action as the recipient, and the first proof of their identity. */
  visit: EntryTime | null
  proof: (EntryTime & { detail: string | null }) | null
  /** For all files of the transfer. */
  sums: Map<string, SumEntry>
  began: Map<string, EntryTime>
  finished: Map<string, FinishEntry>
  /** Bytes of ended answers: for each file, and for archives, whose entries name none. */
  deliveredOf: Map<string, number>
  deliveredInArchives: number
}

/** The server's own observations about a recipient are not visits. */
const NOTICED: readonly string[] = ['mailed', 'bounced', 'stalled']

export const noFacts = (): EntryFacts => ({
  sent: null,
  isSentWhileUploading: false,
  whole: null,
  isDropped: false,
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
  if (row.recipient_id === null) addArrival(facts, row)
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

/** Those sent before entries `sent` had a detail are known by what followed. */
function addArrival(facts: EntryFacts, { kind, detail, at, place }: EventRow): void {
  const isEnd = kind === 'arrived' || kind === 'dropped'
  if (isEnd) facts.whole ??= { at, place }
  if (kind === 'dropped') facts.isDropped = true
  if (isEnd || kind === 'broke_off' || (kind === 'sent' && detail === WHILE_UPLOADING))
    facts.isSentWhileUploading = true
}

/** The first checksum recorded for a file is valid: a file is read once. */
function addSums({ sums }: EntryFacts, { at, place, files }: EventRow): void {
  for (const { id, bytes, sha256 } of files ?? []) {
    if (sha256 !== undefined && !sums.has(id)) sums.set(id, { at, place, bytes, sha256 })
  }
}

function addDelivered(facts: EntryFacts, { file_id: id, bytes }: EventRow): void {
  if (id === null) facts.deliveredInArchives += bytes ?? 0
  else facts.deliveredOf.set(id, (facts.deliveredOf.get(id) ?? 0) + (bytes ?? 0))
}

/** The files that an entry names, directly or in its list. */
function namedBy({ file_id, files }: EventRow): ReadonlyArray<{ id: string; bytes: number | null }> {
  return files ?? (file_id === null ? [] : [{ id: file_id, bytes: null }])
}
