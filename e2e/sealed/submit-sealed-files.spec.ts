import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { fingerprintOf } from '@waybill/sealing'
import { auditNow } from '../fixtures/accessibility-audit.ts'
import { limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, makeFile, sha256, test } from '../fixtures/journey.ts'
import { askSealed, leaveHalfWay, openAll, type SealedAsk, sealedNote } from '../fixtures/sealed-requests.ts'
import { bytesOf, bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'
import { choose, itemNamed, makeRequester, pressSend, receiptAt, sendButton } from '../pages/request-page.ts'

test.describe.configure({ timeout: 300_000 })

const MB = 1_000_000
const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
}
const papers = [
  { name: 'Film of the line' },
  { name: 'Certificate', types: ['pdf'], maxBytes: 65_536 },
  { name: 'Packing list' },
  { name: 'List for customs', isRequired: false },
]

/** A PDF of this size, as far as its first bytes tell. */
async function makePdf(folder: string, name: string, bytes: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, '%PDF-1.7\n'.padEnd(bytes, 'x'))
  return path
}

test('A supplier submits encrypted files for several items, resumes in another tab, and the requester opens them', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const film = await makeFile(folder, 'line.mov', 60 * MB)
  const certificate = await makePdf(folder, 'certificate.pdf', 65_536)
  const list = await makeFile(folder, 'list.csv', 3_000)
  const laptop = await newVisitor(WIDE)
  const { begun } = await recordParts(laptop.context())
  await laptop.goto(asked.link)
  await expect(sealedNote(laptop)).toContainText('Only Mei Chen can open them')
  await expect(sealedNote(laptop)).toContainText(await fingerprintOf(asked.sealing.publicKey))
  await choose(laptop, 'Film of the line', [film])
  // A sealed file is larger than its item's limit, which applies to the content.
  const tooLarge = await makePdf(folder, 'large.pdf', 65_537)
  await choose(laptop, 'Certificate', [certificate, tooLarge, list])
  await expect(itemNamed(laptop, 'Certificate').getByText('Left out: each file can be up to 66 kB')).toBeVisible()
  await expect(itemNamed(laptop, 'Certificate').getByText('Left out: accepted here: PDF')).toBeVisible()
  await choose(laptop, 'Packing list', [list])
  await choose(laptop, 'List for customs', [list])
  await expect(sendButton(laptop)).toHaveText('Send 4 files, 60.1 MB')
  await limitSpeed(laptop, 10 * MB)
  await pressSend(laptop)
  await waybill.keeps(asked.key, 10 * MB)
  await expect(laptop.getByText('on this device, in this browser, to continue')).toBeVisible()
  await laptop.getByRole('button', { name: 'Pause' }).click()
  await expect(laptop.getByRole('heading', { name: 'Paused' })).toBeVisible()
  expect(await auditNow(laptop, 'paused')).toEqual([])
  await waybill.waitForParts()
  const [atPause, begunAtPause] = [await waybill.keptParts(asked.key), begun.length]
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await waybill.keeps(asked.key, bytesOf(atPause) + 8 * MB)
  expect(bytesSentAgain(begun.slice(begunAtPause), atPause)).toBe(0)
  const second = await laptop.context().newPage()
  await laptop.close()
  await waybill.waitForParts()
  const [kept, begunBefore] = [await waybill.keptParts(asked.key), begun.length]
  expect(bytesOf(kept)).toBeLessThan(60 * MB)

  await second.goto(asked.link)
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByText(/of 60\.1 MB have already arrived/)).toBeVisible()
  await second.getByLabel('Choose the files again').setInputFiles([film, list])
  await expect(second.getByText('certificate.pdf is still missing.')).toBeVisible()
  expect(await auditNow(second, 'picking again')).toEqual([])
  await second.getByLabel('Choose the files again').setInputFiles(certificate)
  await receiptAt(second, '4 files arrived at Mei Chen')
  expect(bytesSentAgain(begun.slice(begunBefore), kept)).toBe(0)
  await expectSealedReceipt(second, page, asked)
  await expectOpens(page, asked, [
    ['Film of the line', 'line.mov.sealed', film],
    ['Certificate', 'certificate.pdf.sealed', certificate],
    ['Packing list', 'list.csv.sealed', list],
    ['List for customs', 'list (2).csv.sealed', list],
  ])
})

/** Each file has two checksums on the receipt: the server's of the stored bytes, and the claimed one of the content. */
async function expectSealedReceipt(reader: Page, requester: Page, asked: SealedAsk): Promise<void> {
  await expect(reader.getByText('Sealed on your device: only Mei Chen can open what you sent.')).toBeVisible()
  await expect(reader.getByText('SHA-256 in preparation')).toHaveCount(0, { timeout: 60_000 })
  for (const { fileName, stored, content } of await openAll(requester, asked)) {
    const row = reader.locator('.receipt-file').filter({ hasText: fileName })
    const claimed = sha256Of(content)
    await expect(row).toContainText(`SHA-256 of the sealed file, as stored${stored}`)
    await expect(row).toContainText(`SHA-256 of your file, according to your browser${claimed}`)
  }
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** The stored files open to the chosen files, byte for byte, with the checksums that both sides stated. */
async function expectOpens(
  requester: Page,
  asked: SealedAsk,
  wanted: ReadonlyArray<readonly [item: string, fileName: string, path: string]>,
): Promise<void> {
  const opened = await openAll(requester, asked)
  expect(opened.map(({ item, fileName }) => [item, fileName]).sort()).toEqual(
    wanted.map(([item, fileName]) => [item, fileName]).sort(),
  )
  for (const [, named, path] of wanted) {
    const file = opened.find(({ fileName }) => fileName === named)
    expect(file?.content.equals(await readFile(path))).toBe(true)
    expect(file?.claim).toBe(await sha256(path))
    expect(file?.stored).toBe(file?.storedAsTold)
  }
}

test('On a phone in Chinese, an encrypted submission resumes in its own browser but not on another device', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const film = await makeFile(folder, '生产线.mov', 40 * MB)
  const list = await makeFile(folder, '装箱单.csv', 2_000)
  const phone = await newVisitor(PHONE)
  await phone.goto(asked.link)
  await expect(sealedNote(phone)).toContainText('只有 Mei Chen 能打开')
  await choose(phone, 'Film of the line', [film])
  await choose(phone, 'Packing list', [list])
  const again = await phone.context().newPage()
  await leaveHalfWay(phone, waybill, asked, 8 * MB)

  const other = await newVisitor(PHONE)
  await other.goto(asked.link)
  await other.getByRole('button', { name: '继续' }).click()
  await expect(other.getByText('端到端加密的文件只能在开始的地方继续。')).toBeVisible()
  expect(await auditNow(other, 'begun elsewhere')).toEqual([])
  await other.getByRole('button', { name: '重新开始' }).click()
  await expect(itemNamed(other, 'Film of the line').locator('input').first()).toBeFocused()

  await again.goto(asked.link)
  await again.getByRole('button', { name: '继续' }).click()
  await expect(again.locator('.pick-again')).toContainText('40 MB')
  await again.getByLabel('重新选择文件', { exact: true }).setInputFiles([film, list])
  await receiptAt(again, '2 个文件已送达 Mei Chen')
  await expect(again.getByText('已端到端加密：只有 Mei Chen 能打开。')).toBeVisible()
  expect(await auditNow(again, 'receipt')).toEqual([])
  await waybill.waitForJobs()
  await expectOpens(page, asked, [
    ['Film of the line', '生产线.mov.sealed', film],
    ['Packing list', '装箱单.csv.sealed', list],
  ])
})
