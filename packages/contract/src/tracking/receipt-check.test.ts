import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson } from '../core/canonical-json.ts'
import { checkReceipt } from './receipt-check.ts'
import type { Receipt, ReceiptEntry } from './receipt-endpoints.ts'

const pair = generateKeyPairSync('ed25519')
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')
const keys = [{ id: 'one', publicKey }]
const sha256 = (...parts: Array<string | Buffer>) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const SALT = Buffer.alloc(16, 5)
const PERSON = 'asha@rao-forge.example'
const start = sha256('waybill ledger 2\nT')
const noPlace = { country: null, city: null, timeZone: null }
const moment = { utc: '2026-11-20T10:00:00.000Z', sender: null, recipient: null }

/** Entry `place` about the recipient 'R', after `before`; its fields hold characters that need escapes. */
function entryOn(before: Buffer, place: number, recipient = 'R'): { entry: ReceiptEntry; hash: Buffer } {
  const files = [{ id: 'F', path: 'plans/a.txt', bytes: 12 }]
  const device = 'Back\\slash\nBrowser'
  const person = sha256(SALT, PERSON).toString('hex')
  const told = [
    '-',
    `=${recipient}`,
    '-',
    '=12',
    '-',
    '-',
    '=Bengaluru',
    '-',
    '=Back\\\\slash\\nBrowser',
    '-',
    `=${person}`,
    '-',
    `=${sha256(canonicalJson(files)).toString('hex')}`,
    '=received',
    '=7',
    '=1500',
  ]
  const text = ['T', String(place), moment.utc, `id${place}`, 'opened', 'human', ...told].join('\n')
  const hash = sha256(before, text)
  const about = { reason: null, detail: null, file: null, path: null, files, bytes: 12 }
  const how = { evidence: 'received' as const, doubtBytes: 7, lateMs: 1_500 }
  const shown = { ...noPlace, city: 'Bengaluru', device, ...about, ...how }
  const chained = { text, before: before.toString('hex'), hash: hash.toString('hex') }
  return { entry: { place, at: moment, kind: 'opened', actorKind: 'human', ...shown, ...chained }, hash }
}

function receiptOf(places: readonly number[], length: number): Receipt {
  let head: Buffer = start
  const entries: ReceiptEntry[] = []
  for (let place = 1; place <= length; place += 1) {
    const next = entryOn(head, place)
    if (places.includes(place)) entries.push(next.entry)
    head = next.hash
  }
  const party = { name: null, company: null, email: PERSON, salt: SALT.toString('hex'), ...noPlace }
  return {
    format: 'waybill receipt 5',
    issuer: 'https://waybill.example',
    issuedAt: moment,
    transfer: {
      ...{ id: 'T', slug: 'aaaaaaa', title: null, sendAs: 'email', sentAt: null, expiresAt: null },
      ...{ whileUploading: false, wholeAt: null },
    },
    sender: { ...party, isProven: true },
    recipient: { ...party, id: 'R', addedAt: moment, isRemoved: false },
    identity: null,
    files: [],
    delivery: { bytes: 0, deliveredBytes: 0, openedAt: null, finishedAt: null, evidence: null, doubtBytes: 0 },
    chain: { start: start.toString('hex'), length, head: head.toString('hex'), entries, leftOut: 0 },
  }
}

function write(receipt: Receipt, key = 'one'): string {
  const signature = sign(null, Buffer.from(canonicalJson(receipt)), pair.privateKey).toString('base64')
  return canonicalJson({ key, receipt, signature })
}
const judge = async (receipt: Receipt) => {
  const { isGenuine, isChainSound, isChainWhole, brokenPlace } = await checkReceipt(write(receipt), keys)
  expect(isGenuine).toBe(true)
  return isChainSound ? (isChainWhole ? 'whole' : 'sound') : brokenPlace
}

test.each<[string, number[], number, string]>([
  ['all entries', [1, 2, 3], 3, 'whole'],
  ['none, of an empty ledger', [], 0, 'whole'],
  ['a gap at the start', [2, 3], 3, 'sound'],
  ['a gap between', [1, 3], 3, 'sound'],
  ['a gap at the end', [1, 2], 3, 'sound'],
  ['none of them', [], 3, 'sound'],
])('%s', async (_what, places, length, expected) => expect(await judge(receiptOf(places, length))).toBe(expected))

test.each<[string, (receipt: Receipt, entries: ReceiptEntry[]) => unknown, number | string]>([
  ['some left out', ({ chain }) => Object.assign(chain, { leftOut: 1 }), 'sound'],
  ['another start', ({ chain }) => Object.assign(chain, { start: '0'.repeat(64) }), 0],
  ['another head', ({ chain }) => Object.assign(chain, { head: '0'.repeat(64) }), 3],
  ['a shorter ledger', ({ chain }) => Object.assign(chain, { length: 2 }), 2],
  ['two entries turned round', ({ chain }) => chain.entries.reverse(), 2],
  ['an entry twice', ({ chain }, [one]) => one && chain.entries.unshift(one), 1],
  ['a hash before that is none', (_receipt, [, two]) => Object.assign(two ?? {}, { before: 'xyz' }), 0],
  ['a time that was not hashed', (_receipt, [, two]) => Object.assign(two ?? {}, { at: { ...moment, utc: 'now' } }), 2],
  ['a device that was not hashed', (_receipt, [, two]) => Object.assign(two ?? {}, { device: 'Other' }), 2],
  ['bytes that were not hashed', (_receipt, [, two]) => Object.assign(two ?? {}, { bytes: 13 }), 2],
  ['another recipient', ({ recipient }) => Object.assign(recipient, { id: 'Q' }), 1],
  ['another address', ({ recipient }) => Object.assign(recipient, { email: 'mallory@rao-forge.example' }), 1],
  ['an erased address', ({ recipient }) => Object.assign(recipient, { email: null, salt: null }), 'whole'],
])('%s, under a valid signature', async (_what, change, expected) => {
  const receipt = receiptOf([1, 2, 3], 3)
  change(receipt, receipt.chain.entries)
  expect(await judge(receipt)).toBe(expected)
})

test('another key, an unknown key, and another encoding of the signature are refused', async () => {
  const file = write(receiptOf([1], 1))
  expect(await checkReceipt(file, keys)).toMatchObject({ isGenuine: true, key: { id: 'one' } })
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  const wrong = [{ id: 'one', publicKey: other.subarray(12).toString('base64') }]
  expect((await checkReceipt(file, wrong)).isGenuine).toBe(false)
  expect((await checkReceipt(file, [{ id: 'one', publicKey: 'short' }])).isGenuine).toBe(false)
  expect(await checkReceipt(write(receiptOf([1], 1), 'two'), keys)).toMatchObject({ isGenuine: false, key: null })
  // 64 bytes leave four bits of the last letter unused: another letter may encode the same bytes.
  const last = file.charAt(file.length - 5)
  const next = String.fromCharCode(last.charCodeAt(0) + 1)
  expect((await checkReceipt(`${file.slice(0, -5)}${next}${file.slice(-4)}`, keys)).isGenuine).toBe(false)
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"key":"one","receipt":null,"signature":""}',
  '{"key":1,"receipt":{},"signature":""}',
])('%j is no receipt', async (file) =>
  expect(await checkReceipt(file, keys)).toMatchObject({ isGenuine: false, receipt: null }),
)
