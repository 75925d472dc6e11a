import { checkReceipt } from '@waybill/contract/tracking/receipt-check'
import type { SignedReceipt } from '@waybill/contract/tracking/receipt-endpoints'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { changeAccount } from '#test/people/put-account'
import { halves } from '#test/storage/picture-files'
import { edit } from '#test/transfers/own-transfers'
import { type Delivered, download, FILES, fetchPdf, fetchReceipt, keysOf, sendFor } from '#test/transfers/receipts'
import { printPage } from './page/print-page.ts'
import type { WrittenReceipt } from './write-receipt.ts'

let app: TestApp
let delivered: Delivered
beforeAll(async () => {
  app = await makeTestApp()
  delivered = await sendFor(app)
  await download(app, delivered)
})
afterAll(() => app?.close())

const speak = (language: 'en' | 'zh') =>
  app.ctx.db.updateTable('accounts').set({ language }).where('id', '=', delivered.owner.accountId).execute()

/** The text of a PDF, page by page without spaces, and its attachments. */
async function read(pdf: Uint8Array) {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    pages.push(text.replaceAll(/\s+/g, ''))
  }
  const attached: Array<{ name: string; content: string }> = []
  for (const [id, { filename: name }] of (await document.getAttachments()) ?? []) {
    const content = await document.getAttachmentContent(id)
    attached.push({ name, content: Buffer.from(content ?? []).toString() })
  }
  const { info } = await document.getMetadata()
  return { pages, text: pages.join(''), attached, info: info as Record<string, string> }
}

describe.each([
  // The recipient's browser comes through a proxy.
  ['en', 'Deliveryreceipt', 'HANDEDTOAPROXY', 'HowtherecipientwasidentifiedUsedthisrecipient’spersonallink'],
  ['zh', '送达回执', '已交给代理', '收件人身份的依据通过此收件人的专属链接'],
] as const)('a printed receipt in %s', (language, title, stamp, identity) => {
  test('states the same facts in plain words, Chinese names included', async () => {
    await speak(language)
    const answer = await fetchPdf(delivered)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="waybill-${delivered.sent.slug}-receipt.pdf"`,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const { text, info, attached } = await read(await answer.bytes())
    // The one it was printed from: another may have an additional entry.
    const { receipt, key }: SignedReceipt = JSON.parse(attached[0]?.content ?? '')
    const sums = receipt.files.flatMap(({ sha256 }) => sha256 ?? [])
    const hashes = receipt.chain.entries.map(({ hash }) => hash)
    expect(sums).toHaveLength(3)
    const facts = [title, stamp, identity, delivered.sent.slug, delivered.owner.address, delivered.address, key]
    for (const fact of [
      ...facts,
      '李伟',
      '伟业齿轮',
      'Bengaluru',
      ...FILES.map(({ path }) => path),
      ...sums,
      ...hashes,
    ])
      expect(text).toContain(fact)
    expect(text).not.toContain('□')
    expect(info.Title).toContain(delivered.sent.slug)
  })

  test('states the title that the sender gave, however long it is', async () => {
    await speak(language)
    const title = 'Drawings of the gearbox housing, revision 7, 变速箱壳体图纸'
    expect((await edit(delivered.owner, delivered.sent.id, { title })).status).toBe(200)
    const { text, attached } = await read(await (await fetchPdf(delivered)).bytes())
    const { receipt }: SignedReceipt = JSON.parse(attached[0]?.content ?? '')
    expect(receipt.transfer.title).toBe(title)
    expect(text).toContain(title.replaceAll(' ', ''))
    expect(text).not.toContain('□')
    await edit(delivered.owner, delivered.sent.id, { title: '' })
    expect((await fetchReceipt(delivered)).signed.receipt.transfer.title).toBeNull()
  })

  test('carries the signed facts', async () => {
    await speak(language)
    const { attached } = await read(await (await fetchPdf(delivered)).bytes())
    expect(attached.map(({ name }) => name)).toEqual(['receipt.json'])
    const file = attached[0]?.content ?? ''
    expect(await checkReceipt(file, await keysOf(app))).toMatchObject({ isGenuine: true, isChainWhole: true })
  })
})

describe('a receipt that is', () => {
  const printed = async (change: (written: WrittenReceipt) => void) => {
    const { file, signed } = await fetchReceipt(delivered)
    const written = { ...structuredClone(signed), file }
    change(written)
    const { file: _file, ...changed } = written
    return read(await printPage({ signed: changed, file, language: 'en' }))
  }

  test('long has all files and the first entries, on numbered pages', async () => {
    const { pages, text } = await printed(({ receipt }) => {
      const [file, entry] = [receipt.files[0], receipt.chain.entries[4]]
      if (!file || !entry) throw new Error('Nothing to repeat')
      receipt.files = Array.from({ length: 200 }, (_, i) => ({ ...file, id: `f${i}`, name: `图纸/sheet-${i}-.dwg` }))
      receipt.chain.entries = Array.from({ length: 340 }, (_, i) => ({ ...entry, place: i + 1 }))
    })
    for (let i = 0; i < 200; i += 1) expect(text).toContain(`图纸/sheet-${i}-.dwg`)
    expect(text).toContain('40moreareinreceipt.json.')
    expect(pages.length).toBeGreaterThan(10)
    for (const [i, page] of pages.entries()) expect(page).toContain(`Page${i + 1}of${pages.length}`)
  })

  test('full of names that no font covers says so, and control characters reverse nothing', async () => {
    const { text } = await printed(({ receipt }) => {
      for (const file of receipt.files) file.name = `\u202etxt.한글-${'long'.repeat(80)}.pdf`
      receipt.recipient.name = 'آشا راو'
    })
    expect(text).toContain('□□')
    expect(text).toContain('cannotbeprintedhere')
    expect(text).toContain(`txt.□□-${'long'.repeat(80)}.pdf`)
  })

  test.each([
    ['received', 'DELIVERED', 'receivedall3files', 'receivedbytheirdevice,finished'],
    ['handed-over', 'HANDEDTOAPROXY', 'Whattheproxydidwithitisnotknown', 'handedtoaproxy,finished'],
    ['sent-by-proxy', 'SENTONBYAPROXY', 'Theproxyhasreportedthatitsentiton', 'sentonbyaproxy,finished'],
  ] as const)('%s claims no more than that', async (evidence, stamp, sentence, line) => {
    const { text } = await printed(({ receipt }) => {
      for (const one of [...receipt.files, receipt.delivery]) one.evidence = evidence
    })
    for (const told of [stamp, sentence, line]) expect(text).toContain(told)
    if (evidence !== 'received') expect(text).not.toMatch(/DELIVERED|Raohasreceived|receivedbytheirdevice,finished/)
  })

  test('received in part, and in part handed to a proxy, says both', async () => {
    const { text } = await printed(({ receipt }) => {
      for (const [nth, one] of receipt.files.entries()) one.evidence = nth === 0 ? 'handed-over' : 'received'
      receipt.delivery.evidence = 'handed-over'
    })
    for (const told of [
      'HANDEDTOAPROXY',
      'Someofitwenttoaproxyontheway',
      'receivedbytheirdevice,finished',
      'handedtoaproxy,finished',
    ])
      expect(text).toContain(told)
  })

  test('in transit through a proxy does not say that they have it', async () => {
    const underWay = (evidence: 'received' | 'handed-over') =>
      printed(({ receipt }) => {
        Object.assign(receipt.files[0] ?? {}, { evidence: null, finishedAt: null, deliveredBytes: 4_000 })
        Object.assign(receipt.delivery, { finishedAt: null, deliveredBytes: 94_000 })
        for (const entry of receipt.chain.entries) if (entry.evidence !== null) entry.evidence = evidence
      })
    expect((await underWay('received')).text).toContain('hasreceived94kBof210kBsofar')
    const { text } = await underWay('handed-over')
    expect(text).toContain('94kBof210kBfor')
    expect(text).not.toContain('hasreceived')
  })

  test('about nothing yet says that it was sent', async () => {
    const own = await sendFor(app, FILES.slice(2))
    const { text } = await read(await (await fetchPdf(own)).bytes())
    expect(text).toContain('SENT')
    expect(text).toContain('hasnotbeenopenedyet')
  })
})

describe('a company’s receipt', () => {
  const brand = (body: Record<string, unknown>) => delivered.owner.call('editBranding', { body })
  const print = async () => read(await (await fetchPdf(delivered)).bytes())

  test('has its name, or its logo, in place of our mark, and the same signed facts', async () => {
    await speak('en')
    await changeAccount(app.ctx.db, delivered.owner.accountId, { role: 'business', subscription: 'active' })
    await brand({ name: 'Lovelace 引擎', accent: '#0b5cad' })
    const named = await print()
    expect(named.pages[0]).toMatch(/^Lovelace引擎/)
    expect(await checkReceipt(named.attached[0]?.content ?? '', await keysOf(app))).toMatchObject({ isGenuine: true })
    await brand({ name: 'A very long company name that would run into the number' })
    expect((await print()).pages[0]).toMatch(/^Averylongcompanyname.*…No/)
    const png = await halves(300, 100).png().toBuffer()
    const request = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(png) }
    expect((await delivered.owner.fetch('/branding/pictures/logo', request)).status).toBe(200)
    const pdf = await (await fetchPdf(delivered)).bytes()
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Subtype \/Image/)
    expect((await read(pdf)).pages[0]).not.toMatch(/^Averylong|^Waybill/)
  })

  test('has its name where its logo cannot be read', async () => {
    await app.ctx.db
      .updateTable('branding_pictures')
      .set({ mail: Buffer.from('no picture') })
      .execute()
    expect((await print()).pages[0]).toMatch(/^Averylongcompanyname/)
  })

  test('is ours again with a plan that shows none', async () => {
    await changeAccount(app.ctx.db, delivered.owner.accountId, { role: 'pro' })
    expect((await print()).pages[0]).toMatch(/^Waybill/)
  })
})
