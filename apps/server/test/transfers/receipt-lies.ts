/** Statements that a real receipt does not make, each of a case of `receipt-cases`; its signature is made again. */
import { createHash } from 'node:crypto'
import type { Receipt, ReceiptEntry } from '@waybill/contract/tracking/receipt-endpoints'

type Change = (receipt: Receipt) => unknown
const first = (receipt: Receipt) => receipt.files[0] as Receipt['files'][number]
const entryOf = (receipt: Receipt, kind: string) =>
  receipt.chain.entries.find((entry) => entry.kind === kind) as ReceiptEntry
const later = (utc: string, ms = 1) => new Date(Date.parse(utc) + ms).toISOString()
const shifted = (moment: { utc: string } | null) =>
  moment && Object.assign(moment, { utc: later(moment.utc), sender: null, recipient: null })

/** Hashes the chain again over the texts, as anybody with the database can. */
function rechain({ chain }: Receipt): void {
  let before = chain.start
  for (const entry of chain.entries) {
    entry.before = before
    entry.hash = createHash('sha256').update(Buffer.from(before, 'hex')).update(entry.text).digest('hex')
    before = entry.hash
  }
  chain.head = before
}
/** Replaces a line in an entry's text, with a matching chain. */
function reworded(
  receipt: Receipt,
  kind: string,
  line: number,
  value: string,
  shown: Partial<ReceiptEntry> = {},
): void {
  const entry = entryOf(receipt, kind)
  entry.text = entry.text
    .split('\n')
    .map((old, i) => (i === line - 1 ? value : old))
    .join('\n')
  Object.assign(entry, shown)
  rechain(receipt)
}

export const archive = 'fetched as one archive'
export const whole = 'sent while it uploaded'
export const short = 'sent while it uploaded, and cut short'
export const lies: Array<[what: string, of: string, change: Change]> = [
  ['opened a millisecond later', 'fetched file by file', (r) => shifted(r.delivery.openedAt)],
  ['finished a millisecond later', 'fetched file by file', (r) => shifted(r.delivery.finishedAt)],
  ['a file finished a millisecond later', 'fetched file by file', (r) => shifted(first(r).finishedAt)],
  ['a file begun a millisecond later', 'fetched file by file', (r) => shifted(first(r).beganAt)],
  ['sent a millisecond later', 'fetched file by file', (r) => shifted(r.transfer.sentAt)],
  ['whole a millisecond later', whole, (r) => shifted(r.transfer.wholeAt ?? null)],
  ['not whole', whole, (r) => Object.assign(r.transfer, { wholeAt: null })],
  ['whole at the sending', whole, (r) => Object.assign(r.transfer, { wholeAt: r.transfer.sentAt })],
  ['sent whole', whole, (r) => Object.assign(r.transfer, { whileUploading: false })],
  ['sent while it uploaded', archive, (r) => Object.assign(r.transfer, { whileUploading: true })],
  ['a file that did not arrive and is there', short, (r) => Object.assign(r.files[1] ?? {}, { removedAt: null })],
  ['a file that did not arrive', archive, (r) => lost(first(r))],
  ['known a millisecond later', 'fetched file by file', (r) => shifted(r.identity?.at ?? null)],
  ['a time of another entry', archive, (r) => Object.assign(first(r).finishedAt ?? {}, { entry: 1 })],
  ['a time of no entry', archive, (r) => Object.assign(first(r).finishedAt ?? {}, { entry: 999 })],
  ['not opened', 'fetched file by file', (r) => Object.assign(r.delivery, { openedAt: null })],
  ['not begun', archive, (r) => Object.assign(first(r), { beganAt: null })],
  ['not known', archive, (r) => Object.assign(r, { identity: null })],
  ['known by a code', archive, (r) => Object.assign(r.identity ?? {}, { by: 'code' })],
  ['known by an open link', archive, (r) => Object.assign(r.identity ?? {}, { by: 'open link' })],
  ['finished though it is not', 'partly fetched', (r) => Object.assign(first(r), { finishedAt: first(r).beganAt })],
  ['all of it finished', 'partly fetched', (r) => Object.assign(r.delivery, { finishedAt: first(r).beganAt })],
  ['more delivered than is on record', 'partly fetched', (r) => more(r, 5_900_000)],
  ['more delivered than there is', 'partly fetched', (r) => more(r, 7_000_000)],
  ['received, not handed over', 'handed to a proxy', (r) => Object.assign(first(r), { evidence: 'received' })],
  ['all received', 'handed to a proxy', (r) => Object.assign(r.delivery, { evidence: 'received' })],
  ['no doubt', 'finished in doubt', (r) => Object.assign(first(r), { doubtBytes: 0 })],
  ['no doubt of all', 'finished in doubt', (r) => Object.assign(r.delivery, { doubtBytes: 0 })],
  ['a smaller file', archive, (r) => smaller(r)],
  ['a wrong sum of sizes', archive, (r) => Object.assign(r.delivery, { bytes: 1 })],
  ['a file twice', archive, (r) => r.files.push(structuredClone(first(r)))],
  ['a version too many', 'with a replaced file', (r) => Object.assign(first(r), { version: 2 })],
  ['replaced by nothing', 'with a replaced file', (r) => Object.assign(first(r), { replacedBy: 'F' })],
  ['another sum of a checked file', archive, (r) => Object.assign(first(r), { sha256: '0'.repeat(64) })],
  ['checked a millisecond later', archive, (r) => shifted(first(r).checkedAt)],
  ['a checked file called unread', archive, (r) => Object.assign(first(r), { sha256: null, state: 'in preparation' })],
  ['no sum of a checked file', archive, (r) => Object.assign(first(r), { sha256: null })],
  ['a sum of a withdrawn file', archive, (r) => Object.assign(first(r), { state: 'withdrawn' })],
  ['clocks that differ', archive, (r) => Object.assign(r.issuedAt, { sender: '2020-01-01T00:00:00.000+00:00' })],
  ['an entry taken out', archive, (r) => r.chain.entries.splice(2, 1)],
  ['the last entry taken out', archive, (r) => r.chain.entries.pop()],
  ['the ledger cut', archive, (r) => cut(r)],
  ['entries turned round', archive, (r) => r.chain.entries.reverse()],
  ['another start', archive, (r) => Object.assign(r.chain, { start: '0'.repeat(64) })],
  ['another head', archive, (r) => Object.assign(r.chain, { head: '0'.repeat(64) })],
  ['a shorter ledger', archive, (r) => Object.assign(r.chain, { length: 1 })],
  ['more left out than there are', archive, (r) => Object.assign(r.chain, { leftOut: 1 })],
  ['another path in a list', archive, (r) => Object.assign(entryOf(r, 'finished').files?.[0] ?? {}, { path: 'x' })],
  ['a file fewer in a list', archive, (r) => entryOf(r, 'finished').files?.pop()],
  ['no list', archive, (r) => Object.assign(entryOf(r, 'finished'), { files: null })],
  ['another text', archive, (r) => Object.assign(entryOf(r, 'finished'), { text: 'x' })],
  ['another kind beside the text', archive, (r) => Object.assign(entryOf(r, 'begun'), { kind: 'finished' })],
  ['saved at once', archive, (r) => Object.assign(entryOf(r, 'finished'), { lateMs: 5_000 })],
  ['another transfer', archive, (r) => Object.assign(r.transfer, { id: 'T' })],
  ['another recipient', archive, (r) => Object.assign(r.recipient, { id: 'R' })],
  ['another address', archive, (r) => Object.assign(r.recipient, { email: 'mallory@rao-forge.example' })],
  ['another sender', archive, (r) => Object.assign(r.sender, { email: 'mallory@rao-forge.example' })],
  ['a kind rehashed', archive, (r) => reworded(r, 'finished', 5, 'visited', { kind: 'visited' })],
  ['a machine made a person', 'sent and looked at by a machine', (r) => opened(r)],
  ['evidence rehashed', 'handed to a proxy', (r) => reworded(r, 'finished', 20, '=received', { evidence: 'received' })],
  ['an escape that is none', archive, (r) => reworded(r, 'finished', 15, '=\\x', { device: 'x' })],
  ['a line too many', archive, (r) => reworded(r, 'finished', 22, '-\n-')],
]

function more({ files: [file], delivery }: Receipt, deliveredBytes: number): void {
  Object.assign(file ?? {}, { deliveredBytes })
  Object.assign(delivery, { deliveredBytes })
}
function lost(file: Receipt['files'][number]): void {
  Object.assign(file, { state: 'not arrived', sha256: null, removedAt: file.addedAt })
}
function smaller(receipt: Receipt): void {
  const [file, { delivery }] = [first(receipt), receipt]
  Object.assign(file, { bytes: file.bytes - 1, deliveredBytes: file.bytes - 1 })
  Object.assign(delivery, { bytes: delivery.bytes - 1, deliveredBytes: delivery.deliveredBytes - 1 })
}
/** Drops the end, and sets the head and length back: what was finished has no entry then. */
function cut({ chain }: Receipt): void {
  chain.entries.pop()
  Object.assign(chain, { length: chain.length - 1, head: chain.entries.at(-1)?.hash ?? chain.start })
}
function opened(receipt: Receipt): void {
  const look = entryOf(receipt, 'visited')
  const shown = { kind: 'opened', actorKind: 'human', reason: null }
  reworded(receipt, 'visited', 5, 'opened', shown)
  look.text = look.text.split('\n').with(5, 'human').with(6, '-').join('\n')
  rechain(receipt)
}
