import { checkReceipt } from '@waybill/contract/tracking/receipt-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type Delivered, download, FILES, fetchReceipt, keysOf, sendFor } from '#test/transfers/receipts'
import { recordEvent } from '../ledger/index.ts'
import { addFact, noFacts } from './entry-facts.ts'
import { presentReceipt } from './present-receipt.ts'
import { type ReceiptRows, readReceiptRows } from './receipt-store.ts'

/** Rows of a real transfer, and the receipt after one of them changes. */
let app: TestApp
let delivered: Delivered
beforeAll(async () => {
  app = await makeTestApp()
  delivered = await sendFor(app, FILES.slice(0, 2))
  await download(app, delivered)
})
afterAll(() => app?.close())

async function rowsOf(maxEntries = 1_000): Promise<ReceiptRows> {
  const { owner, sent, recipientId } = delivered
  const rows = await readReceiptRows(app.ctx.db, {
    accountId: owner.accountId,
    transferId: sent.id,
    recipientId,
    maxEntries,
  })
  if (typeof rows === 'string') throw new Error(`no ${rows}`)
  return rows
}
const present = (rows: ReceiptRows) => presentReceipt(rows, 'https://waybill.example')

/** The same with another ledger. */
function withEntries(rows: ReceiptRows, entries: ReceiptRows['entries']): ReceiptRows {
  const facts = noFacts()
  for (const row of entries) addFact(facts, row)
  return { ...rows, entries, facts }
}

test('drops the visits of bots first when there are too many entries, and counts what is left out', async () => {
  const { sent, recipientId } = delivered
  const context = { transferId: sent.id, recipientId, ip: '198.51.100.9', userAgent: 'SafeLinks' }
  const judged = { actorKind: 'bot', reason: 'mail-scanner' } as const
  for (let i = 0; i < 3; i += 1) await recordEvent(app.ctx.db, app.ctx, { ...context, judged, kind: 'visited' })
  const all = present(await rowsOf()).chain
  expect(all.leftOut).toBe(0)
  const { entries, leftOut, length, head } = present(await rowsOf(all.entries.length - 2)).chain
  expect({ leftOut, length, head }).toEqual({ leftOut: 2, length: all.length, head: all.head })
  expect(entries.filter(({ actorKind: of }) => of === 'bot')).toHaveLength(1)
  expect(entries.map(({ place }) => place)).toEqual(entries.map(({ place }) => place).toSorted((a, b) => a - b))
  expect(await checkReceipt((await fetchReceipt(delivered)).file, await keysOf(app))).toMatchObject({
    isChainWhole: true,
  })
})

test.each([null, 'Mars/Olympus'])('shows no clock for a sender in the zone %s', async (timeZone) => {
  const rows = await rowsOf()
  const { issuedAt } = present({ ...rows, transfer: { ...rows.transfer, timeZone } })
  expect(issuedAt.sender).toBeNull()
  const known = present({ ...rows, transfer: { ...rows.transfer, timeZone: 'Asia/Kolkata' } }).issuedAt
  expect(known.sender).toMatch(/\+05:30$/)
  expect(Date.parse(known.sender ?? '')).toBe(Date.parse(issuedAt.utc))
})

test.each([
  [null, 'code'],
  ['account', 'account'],
])('identifies the recipient after proof with detail %s by %s', async (detail, by) => {
  const rows = await rowsOf()
  const [first] = rows.entries.filter(({ kind }) => kind === 'opened')
  if (!first) throw new Error('nothing opened')
  const proven = { ...first, kind: 'proven', detail }
  const entries = [...rows.entries.filter(({ place }) => place < first.place), proven, ...rows.entries]
  expect(present(withEntries(rows, entries)).identity).toMatchObject({ by, entry: first.place })
})

test('identifies the holder of a link by it, and ignores a bot’s visit', async () => {
  const rows = await rowsOf()
  const transfer = { ...rows.transfer, sendAs: 'link' as const }
  expect(present({ ...rows, transfer }).identity?.by).toBe('open link')
  const entries = rows.entries.map((row) => (row.recipient_id ? { ...row, actor_kind: 'bot' as const } : row))
  const { identity, recipient } = present(withEntries(rows, entries))
  expect(identity).toBeNull()
  expect(recipient).toMatchObject({ country: null, city: null, timeZone: null })
})

test('shows a file without a recorded checksum as in preparation, whatever is beside the ledger', async () => {
  const rows = await rowsOf()
  expect(present(rows).files[0]).toMatchObject({ state: 'checked', sha256: rows.files[0]?.sha256?.toString('hex') })
  const early = present(
    withEntries(
      rows,
      rows.entries.filter(({ kind }) => kind !== 'checked'),
    ),
  )
  expect(early.files[0]).toMatchObject({ state: 'in preparation', sha256: null, checkedAt: null })
})

test('shows no checksum for a withdrawn file, and does not call a removed one missing', async () => {
  const rows = await rowsOf()
  const [first, second] = rows.files
  if (!first || !second) throw new Error('no files')
  const withdrawn = present({ ...rows, files: [{ ...first, isWithdrawn: true }, second] })
  expect(withdrawn.files[0]).toMatchObject({ sha256: null, state: 'withdrawn' })
  const finished = new Map([...rows.facts.finished].filter(([id]) => id !== second.id))
  const unfetched = { ...rows, facts: { ...rows.facts, finished } }
  expect(present(unfetched).delivery.finishedAt).toBeNull()
  const gone = { ...second, removedAt: new Date(0) }
  expect(present({ ...unfetched, files: [first, gone] }).delivery).toMatchObject({
    bytes: first.bytes,
    finishedAt: { utc: first.finishedAt?.toISOString(), entry: rows.facts.finished.get(first.id)?.place },
  })
})

test('withholds a salt that belongs to another address', async () => {
  const rows = await rowsOf()
  expect(present(rows).recipient.salt).toEqual(expect.any(String))
  const recipient = { ...rows.recipient, address: 'moved@rao-forge.example' }
  expect(present({ ...rows, recipient }).recipient.salt).toBeNull()
})
