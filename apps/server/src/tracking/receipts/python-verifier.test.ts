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
import type { Receipt, ReceiptKey, SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { receiptCases } from '#test/transfers/receipt-cases'
import { archive, lies, short, whole } from '#test/transfers/receipt-lies'
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

  test('is valid in the former formats too, without title and upload; no format mixes them', async () => {
    const { receipt } = of(archive).signed
    const { title: _title, whileUploading: _is, wholeAt: _at, ...untitled } = receipt.transfer
    const upload = { whileUploading: false, wholeAt: null }
    const titled = { ...untitled, title: 'Drawings 图纸 "7"' }
    const judged: Array<[Receipt['format'], object, string | null]> = [
      ['waybill receipt 5', { ...titled, ...upload }, null],
      ['waybill receipt 5', { ...untitled, title: null, ...upload }, null],
      ['waybill receipt 4', titled, null],
      ['waybill receipt 4', { ...untitled, title: null }, null],
      ['waybill receipt 3', untitled, null],
      ['waybill receipt 3', { ...untitled, title: null }, 'transfer.title'],
      ['waybill receipt 4', untitled, 'transfer.title'],
      ['waybill receipt 4', { ...untitled, title: 7 }, 'transfer.title'],
      ['waybill receipt 5', titled, 'transfer.whileUploading'],
      ['waybill receipt 5', { ...titled, whileUploading: false }, 'transfer.wholeAt'],
      ['waybill receipt 4', { ...titled, whileUploading: false }, 'transfer.whileUploading'],
      ['waybill receipt 3', { ...untitled, wholeAt: null }, 'transfer.wholeAt'],
    ]
    for (const [format, transfer, wrongFact] of judged) {
      const file = signed({ ...receipt, format, transfer } as Receipt)
      const told = await verify(file, [ownKey])
      expect(told === 'holds', `${format}: ${told}`).toBe(wrongFact === null)
      expect(await checkReceipt(file, [ownKey])).toMatchObject({ isGenuine: true, isChainSound: true, wrongFact })
    }
    const other = signed({ ...receipt, format: 'waybill receipt 6' as Receipt['format'] })
    expect(await verify(other, [ownKey])).not.toBe('holds')
    expect((await checkReceipt(other, [ownKey])).receipt).toBeNull()
  })

  test('states when a transfer that was sent while it uploaded was whole, and which files did not arrive', () => {
    const told = (name: string) => {
      const { transfer, files, chain } = of(name).signed.receipt
      const end = chain.entries.find(({ place }) => place === transfer.wholeAt?.entry)
      return [transfer.whileUploading, end?.kind, ...files.map(({ state }) => state)]
    }
    expect(told(archive).slice(0, 2)).toEqual([false, undefined])
    expect(told(whole)).toEqual([true, 'arrived', 'checked', 'checked'])
    expect(told(short)).toEqual([true, 'dropped', 'checked', 'not arrived'])
    expect(told('still on its way').slice(0, 2)).toEqual([true, undefined])
    const former = signed({ ...of(short).signed.receipt, format: 'waybill receipt 4' })
    return expect(verify(former, [ownKey])).resolves.not.toBe('holds')
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
