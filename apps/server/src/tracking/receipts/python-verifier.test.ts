/**
 * A verifier written from docs/receipts.md alone, and our own, over real receipts and over forged ones with a valid
 * signature.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { canonicalJson } from '@waybill/contract/core/canonical-json'
import { checkReceipt } from '@waybill/contract/tracking/receipt-check'
import type { Receipt, ReceiptEntry, ReceiptKey, SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { receiptCases } from '#test/transfers/receipt-cases'
import { type FetchedReceipt, fetchReceipt, keysOf } from '#test/transfers/receipts'

/** Answers each line of two paths with a line; one process, since Python takes longer to start than to verify. */
const DRIVER = `
import sys
from contextlib import redirect_stdout
from io import StringIO
from verify_receipt import main
for line in sys.stdin:
    with redirect_stdout(StringIO()) as said:
        code = main(*line.rstrip("\\n").split("\\t"))
    print("%d %s" % (code, said.getvalue().strip()), flush=True)
`
const pair = generateKeyPairSync('ed25519')
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12)
const id = createHash('sha256').update(publicKey).digest('hex').slice(0, 20)
const ownKey: ReceiptKey = {
  algorithm: 'Ed25519',
  id,
  publicKey: publicKey.toString('base64'),
  pem: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  retiredAt: null,
}

let app: TestApp
let folder: string
let keys: ReceiptKey[]
const receipts = new Map<string, FetchedReceipt>()
beforeAll(async () => {
  // Without a trusted proxy bytes count as received; a request that names a proxy hands them over.
  app = await makeTestApp({ env: { TRUSTED_PROXIES: '' } })
  folder = await mkdtemp(join(tmpdir(), 'waybill-verifier-'))
  for (const [name, make] of Object.entries(receiptCases)) receipts.set(name, await fetchReceipt(await make(app)))
  keys = await keysOf(app)
}, 300_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app?.close()
})

const python = spawn('python3', ['-B', '-c', DRIVER], {
  cwd: import.meta.dirname,
  stdio: ['pipe', 'pipe', 'inherit'],
})
const answers = createInterface(python.stdout)[Symbol.asyncIterator]()
afterAll(() => python.stdin.end())

let files = 0
/** The verifier's output: 'holds', or why not. */
async function verify(file: string, known: readonly ReceiptKey[]): Promise<string> {
  files += 1
  const [receipt, list] = [join(folder, `${files}.json`), join(folder, `${files}-keys.json`)]
  await Promise.all([writeFile(receipt, file), writeFile(list, JSON.stringify({ keys: known }))])
  python.stdin.write(`${receipt}\t${list}\n`)
  const [, code, said] = /^(\d) (.*)$/.exec((await answers.next()).value ?? '') ?? []
  expect(said === 'holds').toBe(code === '0')
  return said ?? 'the verifier has died'
}

const of = (name: string): FetchedReceipt => {
  const found = receipts.get(name)
  if (!found) throw new Error(`No receipt ${name}`)
  return found
}

function signed(receipt: Receipt): string {
  const signature = sign(null, Buffer.from(canonicalJson(receipt)), pair.privateKey).toString('base64')
  return canonicalJson({ key: id, receipt, signature })
}

describe('a real receipt', () => {
  test.each(Object.keys(receiptCases))('%s is valid', async (name) => {
    const { file } = of(name)
    expect(await verify(file, keys)).toBe('holds')
    const ours = { isGenuine: true, isChainSound: true, wrongFact: null, unshownTimes: 0 }
    expect(await checkReceipt(file, keys)).toMatchObject(ours)
  })

  test('is verified by the command on the page', async () => {
    const paths = [join(folder, 'one.json'), join(folder, 'one-keys.json')]
    await Promise.all(
      [of(archive).file, JSON.stringify({ keys })].map((text, nth) => writeFile(paths[nth] ?? '', text)),
    )
    const run = () => spawnSync('python3', ['-B', 'verify_receipt.py', ...paths], { cwd: import.meta.dirname })
    expect(run()).toMatchObject({ status: 0, stdout: Buffer.from('holds\n') })
    await writeFile(paths[0] ?? '', '{}')
    expect(run().status).toBe(1)
  })

  test('is valid in the former format too, which has no title; no format mixes the two', async () => {
    const { receipt } = of(archive).signed
    const { title: _title, ...untitled } = receipt.transfer
    const judged: Array<[Receipt['format'], object, string | null]> = [
      ['waybill receipt 4', { ...untitled, title: 'Drawings 图纸 "7"' }, null],
      ['waybill receipt 4', { ...untitled, title: null }, null],
      ['waybill receipt 3', untitled, null],
      ['waybill receipt 3', { ...untitled, title: null }, 'transfer.title'],
      ['waybill receipt 4', untitled, 'transfer.title'],
      ['waybill receipt 4', { ...untitled, title: 7 }, 'transfer.title'],
    ]
    for (const [format, transfer, wrongFact] of judged) {
      const file = signed({ ...receipt, format, transfer } as Receipt)
      const told = await verify(file, [ownKey])
      expect(told === 'holds', `${format}: ${told}`).toBe(wrongFact === null)
      expect(await checkReceipt(file, [ownKey])).toMatchObject({ isGenuine: true, isChainSound: true, wrongFact })
    }
    const other = signed({ ...receipt, format: 'waybill receipt 5' as Receipt['format'] })
    expect(await verify(other, [ownKey])).not.toBe('holds')
    expect((await checkReceipt(other, [ownKey])).receipt).toBeNull()
  })

  test('states its evidence', () => {
    const delivery = (name: string) => of(name).signed.receipt.delivery
    expect(delivery('fetched file by file')).toMatchObject({ evidence: 'received', doubtBytes: 0 })
    expect(delivery('handed to a proxy')).toMatchObject({ evidence: 'handed-over', doubtBytes: 0 })
    expect(delivery('finished in doubt').doubtBytes).toBeGreaterThan(0)
    expect(delivery('finished in doubt').finishedAt).not.toBeNull()
    expect(delivery('partly fetched')).toMatchObject({ finishedAt: null, evidence: null })
    expect(delivery('partly fetched').deliveredBytes).toBeGreaterThan(0)
    const archive = of('fetched as one archive').signed.receipt
    expect(new Set(archive.files.map(({ finishedAt }) => finishedAt?.entry)).size).toBe(1)
  })
})

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

const archive = 'fetched as one archive'
const lies: Array<[what: string, of: string, change: Change]> = [
  ['opened a millisecond later', 'fetched file by file', (r) => shifted(r.delivery.openedAt)],
  ['finished a millisecond later', 'fetched file by file', (r) => shifted(r.delivery.finishedAt)],
  ['a file finished a millisecond later', 'fetched file by file', (r) => shifted(first(r).finishedAt)],
  ['a file begun a millisecond later', 'fetched file by file', (r) => shifted(first(r).beganAt)],
  ['sent a millisecond later', 'fetched file by file', (r) => shifted(r.transfer.sentAt)],
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

describe('with a valid signature both verifiers find', () => {
  test.each(lies)('%s (%s)', async (_what, name, change) => {
    const honest = of(name).signed.receipt
    expect(await verify(signed(honest), [ownKey])).toBe('holds')
    const receipt = structuredClone(honest)
    change(receipt)
    const file = signed(receipt)
    expect(file).not.toBe(signed(honest))
    expect(await verify(file, [ownKey])).toMatch(/^does not hold: /)
    const { isGenuine, isChainSound, wrongFact } = await checkReceipt(file, [ownKey])
    expect(isGenuine).toBe(true)
    expect(isChainSound && wrongFact === null).toBe(false)
  })
})

type Spoil = (file: string, signed: SignedReceipt) => string
describe('without the key both verifiers find', () => {
  test.each<[string, Spoil]>([
    ['a letter changed', (file) => file.replace('asha-', 'ashi-')],
    ['another signature', (file, { signature }) => file.replace(signature, Buffer.alloc(64, 1).toString('base64'))],
    ['no base64', (file, { signature }) => file.replace(signature, '****')],
    ['a short signature', (file, { signature }) => file.replace(signature, 'AAAA')],
    ['spaces', (file) => JSON.stringify(JSON.parse(file), null, 1)],
    ['a line feed', (file) => `${file}\n`],
    ['a name twice', (file) => file.replace('{"key"', '{"key":"x","key"')],
    ['another key', (file, { key }) => file.replace(key, '0'.repeat(20))],
    ['nothing', () => ''],
    ['another document', () => '{"key":"a","receipt":{},"signature":""}'],
  ])('%s', async (_what, spoil) => {
    const { file, signed: honest } = of(archive)
    const spoilt = spoil(file, honest)
    expect(spoilt).not.toBe(file)
    expect(await verify(spoilt, keys)).toMatch(/^does not hold: /)
    expect((await checkReceipt(spoilt, keys)).isGenuine).toBe(false)
  })
})
