import { createHash } from 'node:crypto'
import { isTimeZone, offsetTimeAt } from '@waybill/contract/core/zoned-time'
import { weakestOf } from '@waybill/contract/tracking/evidence'
import { RECEIPT_FORMAT } from '@waybill/contract/tracking/receipt-check'
import type {
  EntryMoment,
  Receipt,
  ReceiptEntry,
  ReceiptFile,
  ReceiptMoment,
} from '@waybill/contract/tracking/receipt-endpoints'
import type { EntryFacts, EntryTime } from './entry-facts.ts'
import { deliveredOnRecord } from './judge-soundness.ts'
import type { ReceiptEntryRow, ReceiptFileRow, ReceiptRows } from './receipt-store.ts'

type Clocks = (at: Date) => ReceiptMoment

/**
 * The receipt that `issuer` signs, from consistent rows of one moment; its times are those of the ledger's entries.
 * Pure.
 */
export function presentReceipt(rows: ReceiptRows, issuer: string): Receipt {
  const { transfer, recipient, facts } = rows
  const seen = rows.entries.findLast((row) => isVisit(row) && row.country !== null)
  const theirZone = rows.entries.findLast((row) => isVisit(row) && row.time_zone !== null)?.time_zone ?? null
  const clocks: Clocks = (at) => ({
    utc: at.toISOString(),
    sender: onClock(at, transfer.timeZone),
    recipient: onClock(at, theirZone),
  })
  const files = presentFiles(rows.files, facts, clocks)
  const { id, slug, title, sendAs } = transfer
  const [sentAt, expiresAt] = [byEntry(facts.sent, clocks), orNull(transfer.expiresAt, clocks)]
  return {
    format: RECEIPT_FORMAT,
    issuer,
    issuedAt: clocks(transfer.issuedAt),
    transfer: {
      ...{ id, slug, title, sendAs, sentAt, expiresAt },
      whileUploading: facts.isSentWhileUploading,
      wholeAt: byEntry(facts.whole, clocks),
    },
    sender: { ...partyOf(transfer, transfer), isProven: transfer.isProven },
    recipient: {
      id: recipient.id,
      ...partyOf(recipient, { country: seen?.country ?? null, city: seen?.city ?? null, timeZone: theirZone }),
      addedAt: clocks(recipient.addedAt),
      isRemoved: recipient.isRemoved,
    },
    identity: identityOf(rows, clocks),
    files,
    delivery: deliveryOf(files, byEntry(facts.opened, clocks)),
    chain: {
      start: rows.start.toString('hex'),
      length: transfer.ledgerLength,
      head: (transfer.ledgerHead ?? rows.start).toString('hex'),
      entries: rows.entries.map((row) => presentEntry(row, clocks)),
      leftOut: rows.leftOut,
    },
  }
}

const byEntry = (time: EntryTime | null | undefined, clocks: Clocks): EntryMoment | null =>
  time ? { ...clocks(time.at), entry: time.place } : null

const orNull = (at: Date | null, clocks: Clocks): ReceiptMoment | null => (at === null ? null : clocks(at))

/** A person's action as this recipient. */
const isVisit = (row: ReceiptEntryRow): boolean => row.recipient_id !== null && row.actor_kind === 'human'

interface Person {
  address: string | null
  name: string | null
  company: string | null
  salt: Buffer | null
  digest: Buffer | null
}

function partyOf(
  { address, name, company, salt, digest }: Person,
  { country, city, timeZone }: { country: string | null; city: string | null; timeZone: string | null },
) {
  // The salt of another address than the shown one would prove nothing.
  const isTheirs = address !== null && salt !== null && digest?.equals(sha256(Buffer.concat([salt, utf8(address)])))
  const told = isTheirs ? salt.toString('hex') : null
  return { name: name || null, company: company || null, email: address, salt: told, country, city, timeZone }
}

const utf8 = (text: string): Buffer => Buffer.from(text)
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** How the recipient was identified: by their proof, else by the link alone. */
function identityOf({ transfer, facts: { proof, visit } }: ReceiptRows, clocks: Clocks): Receipt['identity'] {
  const first = proof ?? visit
  if (first === null) return null
  const byLink = transfer.sendAs === 'email' ? 'personal link' : 'open link'
  const byProof = proof?.detail === 'account' ? 'account' : 'code'
  return { by: proof === null ? byLink : byProof, at: clocks(first.at), entry: first.place }
}

function presentFiles(rows: readonly ReceiptFileRow[], facts: EntryFacts, clocks: Clocks): ReceiptFile[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const replacedBy = new Map(rows.flatMap(({ id, replacesId }) => (replacesId === null ? [] : [[replacesId, id]])))
  const versionOf = ({ replacesId }: ReceiptFileRow): number => {
    const older = replacesId === null ? undefined : byId.get(replacesId)
    return older === undefined ? 1 : versionOf(older) + 1
  }
  return rows.map((row) => ({
    id: row.id,
    name: row.path,
    bytes: row.bytes,
    ...presentSum(row, facts, clocks),
    version: versionOf(row),
    replaces: row.replacesId,
    replacedBy: replacedBy.get(row.id) ?? null,
    addedAt: clocks(row.addedAt),
    removedAt: orNull(row.removedAt, clocks),
    ...presentDelivery(row, facts, clocks),
  }))
}

/** For an unfinished file only what the ledger has: bytes in transit have no entry yet. */
function presentDelivery({ id, bytes, deliveredBytes }: ReceiptFileRow, facts: EntryFacts, clocks: Clocks) {
  const finished = facts.finished.get(id)
  return {
    deliveredBytes: finished === undefined ? Math.min(deliveredBytes, deliveredOnRecord(id, facts)) : bytes,
    beganAt: byEntry(facts.began.get(id), clocks),
    finishedAt: byEntry(finished, clocks),
    evidence: finished?.evidence ?? null,
    doubtBytes: finished?.doubtBytes ?? 0,
  }
}

/** As in the ledger, whatever the server has read since. */
function presentSum({ id, isWithdrawn, isMissing }: ReceiptFileRow, { sums, isDropped }: EntryFacts, clocks: Clocks) {
  const sum = sums.get(id)
  // The entry that says so follows a moment after the upload has ended.
  const unread = isMissing && isDropped ? ('not arrived' as const) : ('in preparation' as const)
  const known = sum === undefined ? unread : ('checked' as const)
  return {
    sha256: isWithdrawn ? null : (sum?.sha256 ?? null),
    state: isWithdrawn ? ('withdrawn' as const) : known,
    checkedAt: byEntry(sum, clocks),
  }
}

/** For the current files: finished with the last of them, once none is unfinished. */
function deliveryOf(files: readonly ReceiptFile[], openedAt: EntryMoment | null): Receipt['delivery'] {
  const standing = files.filter(({ removedAt, state }) => removedAt === null && state !== 'withdrawn')
  const ends = standing.flatMap(({ finishedAt }) => finishedAt ?? [])
  const last = ends.reduce<EntryMoment | null>((latest, end) => (latest && !isAfter(end, latest) ? latest : end), null)
  return {
    bytes: standing.reduce((sum, { bytes }) => sum + bytes, 0),
    deliveredBytes: standing.reduce((sum, { deliveredBytes }) => sum + deliveredBytes, 0),
    openedAt,
    finishedAt: ends.length === standing.length ? last : null,
    evidence: weakestOf(standing.map(({ evidence }) => evidence)),
    doubtBytes: standing.reduce((sum, { doubtBytes }) => sum + doubtBytes, 0),
  }
}

/** '2026-11-20T19:32:05.120+05:30'; null for no zone, or one unknown to this runtime. */
const onClock = (at: Date, timeZone: string | null): string | null =>
  timeZone !== null && isTimeZone(timeZone) ? offsetTimeAt(at.getTime(), timeZone) : null

const isAfter = (one: EntryMoment, other: EntryMoment): boolean =>
  one.utc === other.utc ? one.entry > other.entry : one.utc > other.utc

function presentEntry(row: ReceiptEntryRow, clocks: Clocks): ReceiptEntry {
  return {
    place: row.place,
    at: clocks(row.at),
    kind: row.kind,
    actorKind: row.actor_kind,
    reason: row.reason,
    detail: row.detail,
    file: row.file_id,
    path: row.path,
    files: row.files,
    bytes: row.bytes,
    country: row.country,
    city: row.city,
    timeZone: row.time_zone,
    device: row.device,
    evidence: row.evidence,
    doubtBytes: row.doubt_bytes,
    lateMs: row.late_ms,
    text: row.text,
    before: row.before.toString('hex'),
    hash: row.hash.toString('hex'),
  }
}
