import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkReceipt } from '@waybill/contract/tracking/receipt-check'
import { receipt as receiptSchema } from '@waybill/contract/tracking/receipt-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import {
  check,
  type Delivered,
  download,
  type FetchedReceipt,
  FILES,
  fetchReceipt,
  forged,
  keysOf,
  replaceFile,
  sendFor,
} from '#test/transfers/receipts'
import { renewReceiptKey, rotateReceiptKey } from '../../platform/signing/index.ts'
import { forgetAddresses } from '../ledger/event-tasks.ts'
import { forgetIdentities } from '../ledger/index.ts'

let app: TestApp
let folder: string
let delivered: Delivered
let fetched: FetchedReceipt
beforeAll(async () => {
  app = await makeTestApp({ env: { IP_RETENTION_DAYS: '0' } })
  folder = await mkdtemp(join(tmpdir(), 'waybill-receipt-'))
  delivered = await sendFor(app)
  await download(app, delivered)
  fetched = await fetchReceipt(delivered)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app?.close()
})

const YEAR_MS = 366 * 86_400_000

/** The result of openssl for a receipt: the guide's own commands, with nothing of ours but the published keys. */
async function openssl({ file }: FetchedReceipt): Promise<boolean> {
  const guide = await readFile(join(import.meta.dirname, '../../../../../docs/receipts.md'), 'utf8')
  const lines = /```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? 'false'
  await writeFile(join(folder, 'receipt.json'), file)
  await writeFile(join(folder, 'receipt-keys.json'), await (await app.fetch('/-/receipt-keys.json')).text())
  return promisify(execFile)('sh', ['-c', lines], { cwd: folder }).then(
    ({ stdout }) => stdout.includes('Verified Successfully'),
    () => false,
  )
}

describe('a receipt of a transfer that was downloaded', () => {
  test('says who, what, when, where, with which device, and how they were identified', () => {
    const { receipt } = fetched.signed
    expect(receiptSchema.safeParse(receipt).error).toBeUndefined()
    expect(receipt).toMatchObject({
      format: 'waybill receipt 5',
      issuer: app.origin,
      transfer: { id: delivered.sent.id, slug: delivered.sent.slug, title: null, sendAs: 'email', wholeAt: null },
      sender: { name: 'Li Wei 李伟', email: delivered.owner.address, city: 'Hong Kong', timeZone: 'Asia/Hong_Kong' },
      recipient: { id: delivered.recipientId, email: delivered.address, country: 'IN', city: 'Bengaluru' },
      identity: { by: 'personal link' },
      delivery: { bytes: 210_000, deliveredBytes: 210_000 },
    })
    const { finishedAt } = receipt.delivery
    expect(finishedAt?.utc).toMatch(/Z$/)
    expect(finishedAt?.sender).toMatch(/\+08:00$/)
    expect(finishedAt?.recipient).toMatch(/\+05:30$/)
    for (const time of [finishedAt?.sender, finishedAt?.recipient])
      expect(new Date(time ?? '').toISOString()).toBe(finishedAt?.utc)
    const finished = receipt.chain.entries.find(({ kind }) => kind === 'finished')
    expect(finished?.device).toContain('Chrome')
  })

  test('names every file with the checksum of the stored bytes, and how much of it was delivered', () => {
    const { files } = fetched.signed.receipt
    expect(files.map(({ name }) => name)).toEqual(FILES.map(({ path }) => path))
    for (const [i, file] of files.entries()) {
      const content = FILES[i]?.content ?? Buffer.alloc(1)
      const sum = content.length === 0 ? file.sha256 : sha256(content)
      expect(file).toMatchObject({ sha256: sum, bytes: content.length, deliveredBytes: content.length, version: 1 })
    }
    expect(files.slice(0, 2).every(({ state, finishedAt }) => state === 'checked' && finishedAt !== null)).toBe(true)
  })

  test('is genuine with a whole chain, by our own check and by openssl', async () => {
    expect(await check(app, fetched)).toMatchObject({ isGenuine: true, isChainSound: true, isChainWhole: true })
    expect(await openssl(fetched)).toBe(true)
  })

  test('explains by its salts whose digests are in the chain', () => {
    const { receipt } = fetched.signed
    for (const person of [receipt.sender, receipt.recipient]) {
      const digest = createHash('sha256')
        .update(Buffer.from(person.salt ?? '', 'hex'))
        .update(person.email ?? '')
        .digest('hex')
      expect(receipt.chain.entries.some(({ text }) => text.split('\n')[16] === `=${digest}`)).toBe(true)
    }
  })
})

describe('changes', () => {
  test('refuses a change of any byte', async () => {
    const { file } = fetched
    const keys = await keysOf(app)
    const places = Array.from({ length: 160 }, (_, i) => Math.floor((i * file.length) / 160))
    for (const at of [...places, file.length - 1, 9, file.indexOf('signature') + 14]) {
      const changed = file.slice(0, at) + (file[at] === '7' ? '8' : '7') + file.slice(at + 1)
      expect((await checkReceipt(changed, keys)).isGenuine, `byte ${at}`).toBe(false)
    }
  })

  test.each<[string, Parameters<typeof forged>[1]]>([
    ['a size', ({ receipt }) => Object.assign(receipt.delivery, { deliveredBytes: 1 })],
    ['a name', ({ receipt }) => Object.assign(receipt.recipient, { email: 'mallory@rao-forge.example' })],
    ['a hash', ({ receipt }) => Object.assign(receipt.chain, { head: 'f'.repeat(64) })],
    [
      'the signature',
      (signed) => Object.assign(signed, { signature: Buffer.alloc(64, signed.signature).toString('base64') }),
    ],
  ])('refuses %s by openssl and by our own check', async (_what, change) => {
    const changed = forged(fetched, change)
    expect(changed.file).not.toBe(fetched.file)
    expect(await openssl(changed)).toBe(false)
    expect((await check(app, changed)).isGenuine).toBe(false)
  })

  test('refuses the same facts in another notation, and a name that occurs twice', async () => {
    const keys = await keysOf(app)
    const { file } = fetched
    const spaced = JSON.stringify(JSON.parse(file), null, 1)
    const twice = file.replace('"receipt":{', '"receipt":{"chain":null,')
    for (const text of [spaced, twice, `${file}\n`, '{}', '', 'null'])
      expect((await checkReceipt(text, keys)).isGenuine).toBe(false)
    expect((await checkReceipt(file, [])).isGenuine).toBe(false)
  })

  test('finds an entry with a matching hash by the chain, even under a valid signature', async () => {
    const nth = fetched.signed.receipt.chain.entries.findIndex(({ kind }) => kind === 'opened')
    const liar = forged(fetched, ({ receipt }) => {
      const entry = receipt.chain.entries[nth]
      if (entry) entry.text = entry.text.replace('opened', 'finished')
    })
    expect(await check(app, liar)).toMatchObject({ isChainSound: false, brokenPlace: nth + 1 })
    const mute = forged(fetched, ({ receipt }) => receipt.chain.entries.splice(nth, 1))
    expect(await check(app, mute)).toMatchObject({ isChainWhole: false })
    const elsewhere = forged(fetched, ({ receipt }) =>
      Object.assign(receipt.chain.entries[nth] ?? {}, { city: 'Delhi' }),
    )
    expect(await check(app, elsewhere)).toMatchObject({ isChainSound: false, brokenPlace: nth + 1 })
    const other = forged(fetched, ({ receipt }) =>
      Object.assign(receipt.recipient, { email: 'mallory@rao-forge.example' }),
    )
    expect(await check(app, other)).toMatchObject({ isChainSound: false })
  })
})

describe('later', () => {
  test('verifies old and new receipts after a rotation, and signs no more with the old key', async () => {
    const { id, retiredId } = await rotateReceiptKey(app.ctx)
    expect(retiredId).toBe(fetched.signed.key)
    const later = await fetchReceipt(delivered)
    expect(later.signed.key).toBe(id)
    for (const one of [fetched, later]) {
      expect(await check(app, one)).toMatchObject({ isGenuine: true, key: { id: one.signed.key } })
      expect(await openssl(one)).toBe(true)
    }
    const sealed = await app.ctx.db.selectFrom('receipt_keys').select('sealed').where('id', '=', retiredId).execute()
    expect(sealed).toEqual([{ sealed: null }])
  })

  test('renews a key when it is a year old, not before', async () => {
    const fresh = await sendFor(app)
    const before = await fetchReceipt(fresh)
    expect(await renewReceiptKey(app.ctx, 365)).toBeNull()
    await app.ctx.db
      .updateTable('receipt_keys')
      .set({ created_at: new Date(Date.parse(before.signed.receipt.issuedAt.utc) - YEAR_MS) })
      .where('id', '=', before.signed.key)
      .execute()
    expect(await renewReceiptKey(app.ctx, 365)).toEqual(expect.any(String))
    expect((await fetchReceipt(fresh)).signed.key).not.toBe(before.signed.key)
    expect(await check(app, before)).toMatchObject({ isGenuine: true })
  })

  test('keeps the chain valid after addresses are deleted and the recipient is erased', async () => {
    const own = await sendFor(app, FILES.slice(1))
    await download(app, own)
    const before = await fetchReceipt(own)
    await forgetAddresses(app.ctx)
    expect(await app.ctx.db.selectFrom('event_ips').select('ip').execute()).toEqual([])
    await app.ctx.db.updateTable('recipients').set({ address: '' }).where('id', '=', own.recipientId).execute()
    await forgetIdentities(app.ctx.db, [own.sent.id])
    const after = await fetchReceipt(own)
    expect(after.signed.receipt.recipient).toMatchObject({ email: null, salt: null })
    expect(after.file).not.toContain(own.address)
    for (const one of [before, after])
      expect(await check(app, one)).toMatchObject({ isGenuine: true, isChainSound: true, isChainWhole: true })
  })
})

describe('files that change', () => {
  test('lists a replaced file with its versions, each with the checksum in the ledger', async () => {
    const own = await sendFor(app, FILES.slice(0, 2))
    await download(app, own)
    await replaceFile(app, own, own.fileIds[1] ?? '', { path: 'gearbox-housing-r8.dwg', content: noise(400, 3) })
    const { receipt } = (await fetchReceipt(own)).signed
    const [first, old, next] = receipt.files
    expect(first).toMatchObject({ version: 1, replaces: null, replacedBy: null, removedAt: null })
    expect(old).toMatchObject({ version: 1, replacedBy: next?.id, deliveredBytes: 90_000 })
    expect(old?.removedAt?.utc).toEqual(expect.any(String))
    expect(next).toMatchObject({ version: 2, replaces: old?.id, deliveredBytes: 0, finishedAt: null })
    expect(receipt.delivery).toMatchObject({ bytes: 120_400, deliveredBytes: 120_000, finishedAt: null })
    const checked = receipt.chain.entries.filter(({ kind }) => kind === 'checked')
    expect(checked.map(({ files }) => files?.length)).toEqual([2, 1])
    expect(next).toMatchObject({
      state: 'checked',
      sha256: sha256(noise(400, 3)),
      checkedAt: { entry: checked[1]?.place },
    })
  })

  test('lists a file that its sender deleted as removed, with its checksum, and not as damaged', async () => {
    const own = await sendFor(app, FILES.slice(0, 2))
    await download(app, own)
    await own.owner.call('deleteFiles', { body: { ids: [own.fileIds[0]] } })
    const { receipt } = (await fetchReceipt(own)).signed
    const sum = sha256(FILES[0]?.content ?? Buffer.alloc(0))
    expect(receipt.files[0]).toMatchObject({ state: 'checked', sha256: sum, deliveredBytes: 120_000 })
    expect(receipt.files[0]?.removedAt?.utc).toEqual(expect.any(String))
    expect(receipt.delivery).toMatchObject({ bytes: 90_000, deliveredBytes: 90_000 })
    await app.ctx.db
      .updateTable('files')
      .set({ withdrawn_at: new Date(), withdrawn_because: 'damaged' })
      .where('id', '=', own.fileIds[1] ?? '')
      .execute()
    const damaged = (await fetchReceipt(own)).signed.receipt.files[1]
    expect(damaged).toMatchObject({ state: 'withdrawn', sha256: null, removedAt: null })
  })
})

describe('other people', () => {
  test('leaves out what is about another recipient, and calls the chain sound but not whole', async () => {
    const own = await sendFor(app, FILES.slice(1), ['someone-else@rao-forge.example'])
    await download(app, own)
    const one = await fetchReceipt(own)
    expect(one.file).not.toContain('someone-else')
    expect(one.signed.receipt.chain.entries.length).toBeLessThan(one.signed.receipt.chain.length)
    expect(await check(app, one)).toMatchObject({ isGenuine: true, isChainSound: true, isChainWhole: false })
  })

  test('refuses another account, a visitor, and a caller who names a recipient of another transfer', async () => {
    const params = { transfer: delivered.sent.id, recipient: delivered.recipientId }
    const [stranger, visitor] = [await makeAccount(app), makePerson(app)]
    const other = await sendFor(app)
    const mixed = { transfer: delivered.sent.id, recipient: other.recipientId }
    for (const name of ['readReceipt', 'printReceipt'] as const) {
      const of = { body: { code: 'transfer-not-found' }, status: 404 }
      expect(await stranger.call(name, { params })).toMatchObject(of)
      expect(await visitor.call(name, { params })).toMatchObject({ status: 401 })
      expect(await delivered.owner.call(name, { params: mixed })).toMatchObject({
        body: { code: 'recipient-not-found' },
      })
    }
  })
})
