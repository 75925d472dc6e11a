import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, makeFile, newAddress, sha256, test } from '../fixtures/journey.ts'
import { type LossyNetwork, openLossyNetwork } from '../fixtures/lossy-network.ts'
import { bytesOf, bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'
import type { Part, WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, makeAccount } from '../pages/account-pages.ts'
import { askedSuppliers, choose, itemNamed, pressSend } from '../pages/request-page.ts'
import {
  askByCalls,
  askInForm,
  csvLine,
  judgedItem,
  letDeadlinePass,
  lineOf,
  linkMailed,
  received,
  type Supplier,
  saved,
  send,
  tableSays,
  unpacked,
} from './checklist-steps.ts'
import { checklistWords, type Words } from './checklist-words.ts'

const FILM_BYTES = 4_000_000
const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }

test.describe.configure({ timeout: 360_000 })

// Both languages share one network.
let line: LossyNetwork
let lineFolder: string
test.beforeAll(async ({ shared }) => {
  lineFolder = await mkdtemp(join(tmpdir(), 'waybill-line-'))
  line = await openLossyNetwork(lineFolder, shared)
})
test.afterAll(async () => {
  await line?.close()
  await rm(lineFolder, { recursive: true, force: true })
})

async function makePdf(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `%PDF-1.7\n${name} ${'x'.repeat(20_000)}`)
  return path
}

interface Far {
  waybill: WaybillServer
  words: Words
  link: string
  /** The owner key of their uploads. */
  key: string
  files: { invoice: string; film: string }
}

/** A distant phone sends until the server has stored some bytes; then its connection goes silent. */
async function beginFarAway({ waybill, words, link, key, files }: Far): Promise<Page> {
  const phone = await line.open({ ...PHONE, locale: words.locale, timezoneId: 'Asia/Kolkata' })
  await phone.goto(link, { waitUntil: 'domcontentloaded', timeout: 90_000 })
  await choose(phone, words.invoice, [files.invoice])
  await choose(phone, words.film, [files.film])
  await pressSend(phone)
  await waybill.keeps(key, 300_000)
  await line.fallSilent(phone)
  return phone
}

/**
 * The connection comes back and the page continues by itself, until its tab closes. Returns what the server has stored.
 */
async function leaveFarAway(phone: Page, { waybill, key }: Far): Promise<Part[]> {
  const atSilence = bytesOf(await waybill.keptParts(key))
  await line.comeBack(phone)
  await waybill.keeps(key, atSilence + 1)
  await phone.close()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(key)
  expect(bytesOf(kept)).toBeLessThan(FILM_BYTES)
  return kept
}

/** Another tab resumes with the same files: only the rest goes over the connection. */
async function finishFarAway(left: Page, kept: Part[], { words, link, files }: Far): Promise<void> {
  const { begun } = await recordParts(left.context())
  const phone = await left.context().newPage()
  await phone.goto(link, { waitUntil: 'domcontentloaded', timeout: 90_000 })
  await expect(phone.getByRole('heading', { name: words.leftHalfWay })).toBeVisible({ timeout: 60_000 })
  await phone.getByRole('button', { name: words.goOn }).click()
  await phone.getByLabel(words.pickAgain).setInputFiles([files.invoice, files.film])
  await received(phone)
  expect(begun.length).toBeGreaterThan(0)
  expect(bytesSentAgain(begun, kept)).toBe(0)
  for (const fold of await phone.getByText('SHA-256', { exact: true }).all()) await fold.click()
  await expect(phone.getByText(await sha256(files.film))).toBeVisible({ timeout: 60_000 })
}

for (const [language, words] of Object.entries(checklistWords)) {
  test.describe(language, () => {
    test.use({ locale: words.locale, permissions: ['clipboard-read', 'clipboard-write'] })

    test('A checklist request collects files from a distant supplier, one who resubmits and one who is late', async ({
      page,
      waybill,
      folder,
      newVisitor,
    }) => {
      const requester = newAddress('mei')
      const asha = { email: newAddress('asha'), name: 'Asha Rao', company: 'Rao Forge' }
      const wei = { email: newAddress('wei'), name: '张伟', company: '宁波永兴' }
      const li = { email: newAddress('li'), name: 'Li Ming', company: 'Li Mill' }
      const { missing, late, sent, accepted, sentBack, invoice, film } = words
      const openPhone = () => newVisitor({ ...PHONE, locale: words.locale })
      const mailed = ({ email }: Supplier) => linkMailed(waybill, email, invoice)
      await makeAccount(page, waybill, { email: requester, name: words.requester, language })
      await (language === 'en' ? askInForm : askByCalls)(page, words, [asha, wei, li])
      const { requests } = await callAs(page, 'listRequests')
      const { request } = await callAs(page, 'readRequest', { params: { request: requests[0]?.slug ?? '' } })
      const [supplier] = (await askedSuppliers(page, request)).filter(({ email }) => email === asha.email)
      const files = {
        invoice: await makePdf(folder, 'scan.pdf'),
        film: await makeFile(folder, 'line.mov', FILM_BYTES),
      }
      const far = { waybill, words, link: await mailed(asha), key: `supplier ${supplier?._id}`, files }
      const phone = await beginFarAway(far)
      await page.goto(`/dash/requests/${request.slug}`)
      await tableSays(page, asha, [missing, missing])

      const weis = await openPhone()
      const first = await makePdf(folder, '发票.pdf')
      const list = await makeFile(folder, '影片.mov', 30_000)
      await test.step('one submits, and one of two files is returned', async () => {
        await weis.goto(await mailed(wei))
        await choose(weis, invoice, [first])
        await choose(weis, film, [list])
        await send(weis)
        await tableSays(page, wei, [sent, sent])
        await page.getByRole('link', { name: wei.name }).click()
        await judgedItem(page, invoice).getByRole('button', { name: words.sendBack }).click()
        await page.getByLabel(words.whatIsWrong).fill(words.reason)
        await judgedItem(page, invoice).getByRole('button', { name: words.sendBack }).click()
        await expect(judgedItem(page, invoice)).toContainText(words.reason)
        await judgedItem(page, film).getByRole('button', { name: words.accept }).click()
        await expect(judgedItem(page, film)).toContainText(accepted)
        await page.keyboard.press('Escape')
        await tableSays(page, wei, [sentBack, accepted])
      })

      const kept = await leaveFarAway(phone, far)
      const lis = await openPhone()
      const late1 = await makePdf(folder, 'invoice.pdf')
      await test.step('one is late, gets a reminder, and submits late', async () => {
        await letDeadlinePass(waybill, li)
        await lis.goto(await linkMailed(waybill, li.email, words.waits(requester)))
        await expect(lis.getByText(words.stillTaken)).toBeVisible()
        await page.reload()
        await tableSays(page, li, [late, late])
        await choose(lis, invoice, [late1])
        await send(lis)
        await expect(lis.getByText(words.arrivedLate)).toBeVisible()
        await tableSays(page, li, [sent, late])
      })

      await test.step('the table and its CSV show all of it at once', async () => {
        await tableSays(page, asha, [missing, missing])
        await tableSays(page, wei, [sentBack, accepted])
        await expect(lineOf(page, li).getByRole('rowheader')).toContainText(late)
        await page.getByRole('button', { name: words.more, exact: true }).click()
        const csv = await saved(page, () => page.getByRole('menuitem', { name: words.exportCsv }).click())
        expect(csv.name).toBe(`request-${request.slug}.csv`)
        const [ashas, weis, lis] = await Promise.all([asha, wei, li].map((one) => csvLine(csv.path, one)))
        const state = (word: string, files: number) =>
          expect.stringMatching(new RegExp(`^${language === 'en' ? word : '.+'}\\s?[(（]${files}[)）]$`, 'i'))
        expect(ashas).toEqual({ ...asha, isLate: false, states: [state('missing', 0), state('missing', 0)] })
        expect(weis).toEqual({ ...wei, isLate: false, states: [state('sent.back', 0), state('accepted', 1)] })
        expect(lis).toEqual({ ...li, isLate: true, states: [state('arrived', 1), state('missing', 0)] })
        await page.getByRole('link', { name: words.inbox }).click()
        await expect(page.locator('.submission').filter({ hasText: li.name })).toContainText(words.afterDeadline)
        await expect(page.locator('.submission').filter({ hasText: wei.name })).not.toContainText(words.afterDeadline)
        await page.goBack()
      })

      const second = await makePdf(folder, '盖章发票.pdf')
      await test.step('a returned file shows its reason by mail and on the page, and is submitted again', async () => {
        await weis.goto(await linkMailed(waybill, wei.email, words.reason))
        await expect(itemNamed(weis, invoice).getByText(words.pleaseAgain)).toBeVisible()
        await expect(itemNamed(weis, invoice).getByText(words.reason)).toBeVisible()
        await choose(weis, invoice, [second])
        await send(weis)
        await tableSays(page, wei, [sent, accepted])
        await page.getByRole('link', { name: wei.name }).click()
        await judgedItem(page, invoice).getByRole('button', { name: words.accept }).click()
        await page.keyboard.press('Escape')
        await tableSays(page, wei, [accepted, accepted])
        await expect(lineOf(page, wei).getByRole('rowheader')).toContainText(words.complete)
      })

      await finishFarAway(phone, kept, far)
      await tableSays(page, asha, [sent, sent])
      await tableSays(page, li, [sent, late])

      const zip = await saved(page, () => page.getByRole('button', { name: words.fetchAll }).click())
      expect(zip.name).toBe(`${words.title}.zip`)
      const inside = await unpacked(zip.path, join(folder, 'unpacked'))
      const wanted = new Map([
        ['Rao Forge/scan.pdf', files.invoice],
        ['Rao Forge/line.mov', files.film],
        ['宁波永兴/盖章发票.pdf', second],
        ['宁波永兴/影片.mov', list],
        ['Li Mill/invoice.pdf', late1],
      ])
      expect([...inside.keys()].sort()).toEqual([...wanted.keys()].sort())
      for (const [path, from] of wanted) expect(inside.get(path)?.equals(await readFile(from)), path).toBe(true)
    })
  })
}
