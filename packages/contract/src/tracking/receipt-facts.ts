/**
 * Whether a receipt's own statements match its entries: times, sizes, and evidence. Pure. `receipt-check.ts` checks the
 * entries themselves; docs/receipts.md has the same rules in sentences.
 */
import { weakestOf } from './evidence.ts'
import type { EntryMoment, Receipt, ReceiptEntry, ReceiptFile, ReceiptMoment } from './receipt-endpoints.ts'

export interface FactsCheck {
  /** The path of the first fact that no entry supports, such as 'files[2].finishedAt'; null where there is none. */
  wrongFact: string | null
  /** How many times belong to entries that the receipt had no room for: nobody can check these here. */
  unshownTimes: number
}

const NOTICED: readonly string[] = ['mailed', 'bounced', 'stalled']
/** What an entry `sent` says of a transfer that was sent while it uploaded. */
export const WHILE_UPLOADING = 'while-uploading'

const ENDS_OF_ARRIVAL: readonly string[] = ['arrived', 'dropped']
const ARRIVALS: readonly string[] = ['broke_off', ...ENDS_OF_ARRIVAL]

/** The first entry of each thing that the recipient did, and of the sending. */
interface Told {
  byPlace: Map<number, ReceiptEntry>
  sent: ReceiptEntry | undefined
  /** Each only of a transfer that was sent while it uploaded. */
  uploading: ReceiptEntry | undefined
  whole: ReceiptEntry | undefined
  dropped: ReceiptEntry | undefined
  opened: ReceiptEntry | undefined
  checked: Map<string, ReceiptEntry>
  visit: ReceiptEntry | undefined
  proof: ReceiptEntry | undefined
  begun: Map<string, ReceiptEntry>
  finished: Map<string, ReceiptEntry>
  deliveredOf: Map<string, number>
  deliveredInArchives: number
}

export function checkFacts(receipt: Receipt): FactsCheck {
  const told = tellEntries(receipt)
  const [wrongFact = null] = [
    ...wrongMoments(receipt),
    ...wrongTimes(receipt, told),
    ...wrongSizes(receipt, told),
    ...wrongVersions(receipt.files),
    ...wrongArrival(receipt, told),
  ]
  const times = timesOf(receipt, told).flatMap(({ time }) => time ?? [])
  return { wrongFact, unshownTimes: times.filter(({ entry }) => !told.byPlace.has(entry)).length }
}

/** The recipient of an entry, which only its text names. */
function lineEight(text: string): string | null {
  const line = text.split('\n')[7] ?? '-'
  return line === '-' ? null : line.slice(1)
}

function tellEntries({ recipient, chain }: Receipt): Told {
  const theirs = chain.entries.filter(
    ({ actorKind, text }) => actorKind === 'human' && lineEight(text) === recipient.id,
  )
  const others = chain.entries.filter(({ actorKind, text }) => actorKind === 'human' && lineEight(text) === null)
  const deliveredOf = new Map<string, number>()
  let deliveredInArchives = 0
  for (const { kind, file, bytes } of theirs) {
    if (kind !== 'delivered') continue
    if (file === null) deliveredInArchives += bytes ?? 0
    else deliveredOf.set(file, (deliveredOf.get(file) ?? 0) + (bytes ?? 0))
  }
  return {
    byPlace: new Map(chain.entries.map((entry) => [entry.place, entry])),
    sent: others.find(({ kind }) => kind === 'sent'),
    uploading: others.find(
      ({ kind, detail }) => (kind === 'sent' && detail === WHILE_UPLOADING) || ARRIVALS.includes(kind),
    ),
    whole: others.find(({ kind }) => ENDS_OF_ARRIVAL.includes(kind)),
    dropped: others.find(({ kind }) => kind === 'dropped'),
    checked: firstOfFiles(others, 'checked'),
    opened: theirs.find(({ kind }) => kind === 'opened'),
    visit: theirs.find(({ kind }) => !NOTICED.includes(kind)),
    proof: theirs.find(({ kind }) => kind === 'proven'),
    begun: firstOfFiles(theirs, 'begun'),
    finished: firstOfFiles(theirs, 'finished'),
    deliveredOf,
    deliveredInArchives,
  }
}

function firstOfFiles(entries: readonly ReceiptEntry[], kind: string): Map<string, ReceiptEntry> {
  const firsts = new Map<string, ReceiptEntry>()
  for (const entry of entries) {
    if (entry.kind !== kind) continue
    const named = entry.files?.map(({ id }) => id) ?? (entry.file === null ? [] : [entry.file])
    for (const id of named) if (!firsts.has(id)) firsts.set(id, entry)
  }
  return firsts
}

interface Time {
  fact: string
  time: EntryMoment | null
  /** The entry that the time belongs to; undefined where no shown entry has it. */
  entry: ReceiptEntry | undefined
}

function timesOf({ transfer, identity, delivery, files }: Receipt, told: Told): Time[] {
  const known = identity && { ...identity.at, entry: identity.entry }
  const isProven = identity?.by === 'code' || identity?.by === 'account'
  return [
    { fact: 'transfer.sentAt', time: transfer.sentAt, entry: told.sent },
    ...(transfer.wholeAt === undefined
      ? []
      : [{ fact: 'transfer.wholeAt', time: transfer.wholeAt, entry: told.whole }]),
    { fact: 'delivery.openedAt', time: delivery.openedAt, entry: told.opened },
    { fact: 'identity', time: known, entry: told.proof ?? (isProven ? undefined : told.visit) },
    ...files.flatMap(({ id, checkedAt, beganAt, finishedAt }, i) => [
      { fact: `files[${i}].checkedAt`, time: checkedAt, entry: told.checked.get(id) },
      { fact: `files[${i}].beganAt`, time: beganAt, entry: told.begun.get(id) },
      { fact: `files[${i}].finishedAt`, time: finishedAt, entry: told.finished.get(id) },
    ]),
  ]
}

/**
 * A time is that of the first entry about it. Where entries were left out it may belong to one of those: the latest of
 * what people did are missing then, so it is after all shown ones of these.
 */
function* wrongTimes(receipt: Receipt, told: Told): Generator<string> {
  const { leftOut, entries, length } = receipt.chain
  const lastShown = entries.findLast(({ actorKind }) => actorKind === 'human')?.place ?? 0
  for (const { fact, time, entry } of timesOf(receipt, told)) {
    const isLeftOut = time !== null && entry === undefined && leftOut > 0
    if (isLeftOut && time.entry > lastShown && time.entry <= length) continue
    if (time?.entry !== entry?.place || time?.utc !== entry?.at.utc) yield fact
  }
  const { identity, transfer } = receipt
  const byLink = transfer.sendAs === 'email' ? 'personal link' : 'open link'
  const byProof = told.proof?.detail === 'account' ? 'account' : 'code'
  const isShown = identity !== null && told.byPlace.has(identity.entry)
  if (isShown && identity.by !== (told.proof === undefined ? byLink : byProof)) yield 'identity.by'
  if (entries.length + leftOut > length) yield 'chain.leftOut'
}

function* wrongSizes({ files, delivery, chain }: Receipt, told: Told): Generator<string> {
  for (const [i, file] of files.entries()) {
    const entry = told.finished.get(file.id)
    if (file.finishedAt === null || entry !== undefined) {
      if (file.evidence !== (entry?.evidence ?? null)) yield `files[${i}].evidence`
      if (file.doubtBytes !== (entry?.doubtBytes ?? 0)) yield `files[${i}].doubtBytes`
    }
    const summed = told.checked.get(file.id)?.files?.find(({ id }) => id === file.id)
    const listed = entry?.files?.find(({ id }) => id === file.id)
    if ([summed, listed].some((one) => one && one.bytes !== file.bytes)) yield `files[${i}].bytes`
    if (summed && file.sha256 !== null && summed.sha256 !== file.sha256) yield `files[${i}].sha256`
    if (!isDeliveredSo(file, told, chain.leftOut > 0)) yield `files[${i}].deliveredBytes`
  }
  const standing = files.filter(({ removedAt, state }) => removedAt === null && state !== 'withdrawn')
  const sum = (of: (file: ReceiptFile) => number) => standing.reduce((total, file) => total + of(file), 0)
  if (delivery.bytes !== sum(({ bytes }) => bytes)) yield 'delivery.bytes'
  if (delivery.deliveredBytes !== sum(({ deliveredBytes }) => deliveredBytes)) yield 'delivery.deliveredBytes'
  if (delivery.doubtBytes !== sum(({ doubtBytes }) => doubtBytes)) yield 'delivery.doubtBytes'
  const weakest = weakestOf(standing.map(({ evidence }) => evidence))
  if (delivery.evidence !== weakest) yield 'delivery.evidence'
  const end = lastEnd(standing)
  if (delivery.finishedAt?.entry !== end?.entry || delivery.finishedAt?.utc !== end?.utc) yield 'delivery.finishedAt'
}

/** A finished file was delivered completely; any other has no more bytes than ended answers delivered. */
function isDeliveredSo({ id, bytes, deliveredBytes, finishedAt }: ReceiptFile, told: Told, isCut: boolean): boolean {
  if (finishedAt !== null) return deliveredBytes === bytes
  const most = (told.deliveredOf.get(id) ?? 0) + told.deliveredInArchives
  return deliveredBytes >= 0 && deliveredBytes <= bytes && (isCut || deliveredBytes <= most)
}

/** When the last of these files was finished; null while one is not. */
function lastEnd(files: readonly ReceiptFile[]): EntryMoment | null {
  let last: EntryMoment | null = null
  for (const { finishedAt: end } of files) {
    if (end === null) return null
    const isLater = last === null || end.utc > last.utc || (end.utc === last.utc && end.entry > last.entry)
    if (isLater) last = end
  }
  return last
}

/**
 * A replacement and the file that it replaces name each other; a file has a checksum exactly where the server checked
 * its stored bytes.
 */
function* wrongVersions(files: readonly ReceiptFile[]): Generator<string> {
  const byId = new Map(files.map((file) => [file.id, file]))
  if (byId.size !== files.length) yield 'files'
  for (const [i, { id, replaces, replacedBy, version, sha256, checkedAt, state }] of files.entries()) {
    const [older, newer] = [byId.get(replaces ?? ''), byId.get(replacedBy ?? '')]
    if (replaces !== null && older?.replacedBy !== id) yield `files[${i}].replaces`
    if (replacedBy !== null && newer?.replaces !== id) yield `files[${i}].replacedBy`
    if (version !== (older === undefined ? 1 : older.version + 1)) yield `files[${i}].version`
    if ((sha256 !== null) !== (state === 'checked')) yield `files[${i}].sha256`
    if (state !== 'withdrawn' && (checkedAt !== null) !== (state === 'checked')) yield `files[${i}].state`
  }
}

/** Entries say that it was sent while it uploaded, and that files were dropped; the entry may be left out. */
function* wrongArrival({ transfer, files, chain }: Receipt, told: Told): Generator<string> {
  if (transfer.whileUploading === undefined) return
  const mayBe = (is: boolean, entry: ReceiptEntry | undefined) => (entry === undefined ? !is || chain.leftOut > 0 : is)
  if (!mayBe(transfer.whileUploading, told.uploading)) yield 'transfer.whileUploading'
  for (const [i, { state, removedAt }] of files.entries()) {
    if (state !== 'not arrived') continue
    if (removedAt === null || (told.dropped === undefined && chain.leftOut === 0)) yield `files[${i}].state`
  }
}

/** The clocks of a moment show one instant. */
function* wrongMoments(receipt: Receipt): Generator<string> {
  const { issuedAt, transfer, recipient, identity, delivery, files, chain } = receipt
  const moments: Array<[string, ReceiptMoment | null]> = [
    ['issuedAt', issuedAt],
    ['transfer.sentAt', transfer.sentAt],
    ['transfer.wholeAt', transfer.wholeAt ?? null],
    ['transfer.expiresAt', transfer.expiresAt],
    ['recipient.addedAt', recipient.addedAt],
    ['identity.at', identity?.at ?? null],
    ['delivery.openedAt', delivery.openedAt],
    ['delivery.finishedAt', delivery.finishedAt],
    ...files.flatMap((file, i) =>
      (['addedAt', 'removedAt', 'checkedAt', 'beganAt', 'finishedAt'] as const).map(
        (name): [string, ReceiptMoment | null] => [`files[${i}].${name}`, file[name]],
      ),
    ),
    ...chain.entries.map(({ at }, i): [string, ReceiptMoment] => [`chain.entries[${i}].at`, at]),
  ]
  for (const [fact, moment] of moments) if (moment !== null && !isOneInstant(moment)) yield fact
}

function isOneInstant({ utc, sender, recipient }: ReceiptMoment): boolean {
  const at = Date.parse(utc)
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(utc) || Number.isNaN(at)) return false
  return [sender, recipient].every((clock) => clock === null || Date.parse(clock) === at)
}
