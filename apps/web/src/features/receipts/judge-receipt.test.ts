import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { canonicalJson, type Json } from '@waybill/contract/core/canonical-json'
import type { ReceiptKey } from '@waybill/contract/tracking/receipt-endpoints'
import { describe, expect, test } from 'vitest'
import { compareFile } from './compare-file.ts'
import { judgeReceipt, MAX_RECEIPT_BYTES } from './judge-receipt.ts'

const pair = generateKeyPairSync('ed25519')
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')
const key: ReceiptKey = {
  algorithm: 'Ed25519',
  id: 'ab12',
  publicKey,
  pem: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  retiredAt: null,
}
const retired = { ...key, retiredAt: '2026-12-01T00:00:00.000Z' }
const start = createHash('sha256').update('waybill ledger 2\nT').digest('hex')
const at = { utc: '2026-11-20T10:00:00.000Z', sender: null, recipient: null }

const receiptOf = (change: Record<string, Json> = {}): Json => ({
  format: 'waybill receipt 3',
  issuer: 'https://waybill.example',
  issuedAt: at,
  transfer: { id: 'T', slug: 'aaaaaaa' },
  sender: { email: 'ada@example.com', salt: null },
  recipient: { id: 'R', email: 'asha@example.com', salt: null },
  files: [],
  chain: { start, head: start, length: 0, entries: [], leftOut: 0 },
  ...change,
})

/** As the server writes it. */
function written(receipt = receiptOf(), id = key.id): string {
  const signature = sign(null, Buffer.from(canonicalJson(receipt)), pair.privateKey).toString('base64')
  return canonicalJson({ key: id, receipt, signature })
}

type Content = string | Uint8Array<ArrayBuffer>
const judge = (content: Content, keys = [key]) => judgeReceipt(new Blob([content]), async () => keys)

/** A page with `attached`, as a PDF program writes it. */
function pdfWith(attached: string, filter = '/Filter /FlateDecode'): Uint8Array<ArrayBuffer> {
  const stream = filter === '' ? Buffer.from(attached) : deflateSync(attached)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('%PDF-1.7\n%ÿÿÿÿ\n3 0 obj\n<<\n/Length 4\n>>\nstream\n(Hi)\nendstream\nendobj\n8 0 obj\n<<\n'),
      Buffer.from(`/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <<\n/Size 3\n>>\n`),
      Buffer.from(`/Length ${stream.length}\n${filter}\n>>\nstream\n`),
      stream,
      Buffer.from('\nendstream\nendobj\n%%EOF\n'),
    ]),
  )
}

describe('a receipt from the server', () => {
  test('is genuine, with its contents and its signer', async () => {
    const verdict = await judge(written())
    expect(verdict).toMatchObject({ is: 'genuine', key: { id: 'ab12' }, brokenPlace: null, isChainWhole: true })
  })

  test('is genuine inside its PDF too, compressed or not', async () => {
    for (const pdf of [pdfWith(written()), pdfWith(written(), '')]) {
      expect(await judge(pdf)).toMatchObject({ is: 'genuine' })
    }
  })

  test('stays valid when its key is retired later, and is doubted when its date is after that', async () => {
    expect(await judge(written(), [retired])).toMatchObject({ is: 'genuine', key: { retiredAt: retired.retiredAt } })
    const late = receiptOf({ issuedAt: { ...at, utc: '2026-12-02T00:00:00.000Z' } })
    expect(await judge(written(late), [retired])).toMatchObject({ is: 'doubted', why: 'late-key' })
  })

  test('is genuine with an invalid ledger, and the page says so', async () => {
    const chain = { start, head: 'ff', length: 0, entries: [], leftOut: 0 }
    expect(await judge(written(receiptOf({ chain })))).toMatchObject({ is: 'genuine', brokenPlace: 0 })
  })
})

const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const bomb = () => pdfWith(' '.repeat(MAX_RECEIPT_BYTES + 1))

describe('anything else', () => {
  test.each<[name: string, content: () => Content, why: string]>([
    ['a word changed', () => written().replace('asha@', 'ashi@'), 'changed'],
    ['a signature of another receipt', () => written().replace(/"receipt":\{/, '"receipt":{"also":1,'), 'changed'],
    ['no signature', () => written().replace(/,"signature":"[^"]*"/, ''), 'changed'],
    ['a signature that is none', () => written().replace(/"signature":"[^"]*"/, '"signature":"****"'), 'changed'],
    ['written anew with spaces', () => JSON.stringify(JSON.parse(written()), null, 2), 'rewritten'],
    ['a line feed at its end', () => `${written()}\n`, 'rewritten'],
    ['a name that stands twice', () => written().replace('{"key"', '{"key":"x","key"'), 'rewritten'],
    ['signed with a key of somebody else', () => written(receiptOf(), 'ffff'), 'unknown-key'],
    ['nested too deep', () => `{"key":"ab12","receipt":{"format":"waybill receipt 3","x":${nested}}}`, 'no-receipt'],
    ['changed in the PDF', () => pdfWith(written().replace('asha@', 'ashi@')), 'changed'],
    ['a PDF without one', () => pdfWith('{"some":"file"}'), 'pdf-without'],
    ['a PDF that unfolds without end', bomb, 'pdf-without'],
    ['a PDF with a broken attachment', () => pdfWith(written()).fill(0, 190), 'pdf-without'],
    ['nothing', () => '', 'empty'],
    ['no JSON', () => 'Dear Asha, ...', 'no-json'],
    ['no text', () => new Uint8Array([0xff, 0xfe, 0x00]), 'no-json'],
    ['a mark before the text', () => `\uFEFF${written()}`, 'no-json'],
    ['other JSON', () => '{"receipt":null}', 'no-receipt'],
    ['null', () => 'null', 'no-receipt'],
    ['a list of nothing', () => '{"keys":[]}', 'no-receipt'],
    ['far too much', () => new Uint8Array(MAX_RECEIPT_BYTES + 1), 'too-large'],
  ])('%s', async (_name, content, why) => {
    expect(await judge(content())).toMatchObject({ why })
  })

  test('a list of keys is recognised', async () => {
    expect(await judge(JSON.stringify({ keys: [key] }))).toEqual({ is: 'keys', keys: [key] })
  })

  test('the page reports keys that do not load', async () => {
    const reading = judgeReceipt(new Blob([written()]), () => Promise.reject(new Error('no line')))
    await expect(reading).rejects.toThrow('no line')
  })
})

test('a file is compared with the checksums of a receipt, whatever its name', async () => {
  const sha256 = createHash('sha256').update('plans').digest('hex')
  const file = { name: 'a.bin', sha256 } as never
  const unsummed = { name: 'b.bin', sha256: null, state: 'in preparation' } as never
  const withdrawn = { name: 'c.bin', sha256: null, state: 'withdrawn' } as never
  expect(await compareFile(new Blob(['plans']), [unsummed, file])).toEqual({ is: 'same', files: [file], sha256 })
  expect(await compareFile(new Blob(['plan']), [unsummed, file])).toMatchObject({ is: 'unknown', files: [unsummed] })
  expect(await compareFile(new Blob(['plan']), [withdrawn, file])).toMatchObject({ is: 'other' })
})
