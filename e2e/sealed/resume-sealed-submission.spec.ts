/**
 * Sealed requests in browsers that store nothing, run no scripts, have no cryptography, or did not begin the
 * submission.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { dropFiles } from '../fixtures/browser-actions.ts'
import { expect, makeFile, test } from '../fixtures/journey.ts'
import { askSealed, leaveHalfWay, makeKey, openAll, sealedNote } from '../fixtures/sealed-requests.ts'
import { bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'
import {
  ask,
  change,
  choose,
  itemNamed,
  makeRequester,
  pressSend,
  receiptAt,
  sendButton,
} from '../pages/request-page.ts'

test.describe.configure({ timeout: 300_000 })

const MB = 1_000_000
const papers = [{ name: 'Film of the line' }, { name: 'Packing list', isRequired: false }]

test('A browser that keeps file handles resumes in another tab without choosing the files again', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, [{ name: 'Film of the line' }])
  const film = await makeFile(folder, 'line.mov', 40 * MB)
  const laptop = await newVisitor()
  const { begun } = await recordParts(laptop.context())
  await laptop.goto(asked.link)
  await expect(laptop.locator('html[data-live]')).toHaveCount(1)
  await dropFiles(laptop, [film])
  await expect(sendButton(laptop)).toHaveText('Send 1 file, 40 MB')
  // A second tab of the site keeps the browser's permission to read the file.
  const second = await laptop.context().newPage()
  await second.goto('/')
  await leaveHalfWay(laptop, waybill, asked, 8 * MB)
  const [kept, begunBefore] = [await waybill.keptParts(asked.key), begun.length]
  await second.goto(asked.link)
  await second.getByRole('button', { name: 'Continue' }).click()
  await receiptAt(second, '1 file arrived at Mei Chen')
  expect(bytesSentAgain(begun.slice(begunBefore), kept)).toBe(0)
  const [opened] = await openAll(page, asked)
  expect(opened?.content.equals(await readFile(film))).toBe(true)
})

test('On another device the page explains that a submission cannot resume, and it is sent again or discarded', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const film = await makeFile(folder, 'line.mov', 40 * MB)
  const phone = await newVisitor()
  await phone.goto(asked.link)
  await choose(phone, 'Film of the line', [film])
  await leaveHalfWay(phone, waybill, asked, 8 * MB)

  const laptop = await newVisitor()
  await laptop.goto(asked.link)
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(laptop.getByText('Sealed files can only be continued where they were started.')).toBeVisible()
  await laptop.getByRole('button', { name: 'Start over' }).click()
  await expect(itemNamed(laptop, 'Film of the line').locator('input').first()).toBeFocused()
  await choose(laptop, 'Film of the line', [film])
  await pressSend(laptop)
  await receiptAt(laptop, '1 file arrived at Mei Chen')
  const [opened] = await openAll(page, asked)
  expect(opened?.content.equals(await readFile(film))).toBe(true)

  await change(page, asked.request, { isClosed: true })
  await laptop.goto(asked.link)
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(laptop.getByText('Sealed files can only be continued where they were started.')).toBeVisible()
  await expect(laptop.getByRole('button', { name: 'Start over' })).toHaveCount(0)
  await laptop.getByRole('button', { name: 'Discard' }).click()
  await laptop.getByRole('button', { name: 'Delete it' }).click()
  await expect(laptop.getByRole('heading', { name: 'You have an unfinished submission' })).toHaveCount(0)
  await expect(sealedNote(laptop)).toHaveCount(0)
  expect(await waybill.keptParts(asked.key)).toEqual([])
})

/** Keys stored for files whose upload is unfinished. */
const keptSeals = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('waybill-sealing', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('seals').objectStore('seals').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

test('Discarding a submission removes it from the browser', async ({ page, waybill, folder, newVisitor }) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const laptop = await newVisitor()
  await laptop.goto(asked.link)
  await choose(laptop, 'Film of the line', [await makeFile(folder, 'line.mov', 40 * MB)])
  const second = await laptop.context().newPage()
  await leaveHalfWay(laptop, waybill, asked, 8 * MB)
  await second.goto(asked.link)
  expect(await keptSeals(second)).toBe(1)
  await second.getByRole('button', { name: 'Discard' }).click()
  await second.getByRole('button', { name: 'Delete it' }).click()
  await expect(second.getByRole('heading', { name: 'You have an unfinished submission' })).toHaveCount(0)
  expect(await keptSeals(second)).toBe(0)
  await choose(second, 'Packing list', [await makeFile(folder, 'list.csv', 2_000)])
  await pressSend(second)
  await receiptAt(second, '1 file arrived at Mei Chen')
  expect(await keptSeals(second)).toBe(0)
})

test('A browser without file handles warns against leaving, and a file that cannot be reread has no checksum', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const film = await makeFile(folder, 'line.mov', 30 * MB)
  const laptop = await newVisitor()
  await laptop.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await laptop.route('**/sum-worker*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `onmessage = () => postMessage({ error: { name: 'NotReadableError', message: '' } })`,
    }),
  )
  await laptop.goto(asked.link)
  await choose(laptop, 'Film of the line', [film])
  await pressSend(laptop)
  await expect(laptop.getByText('This browser saves nothing for later')).toBeVisible()
  await receiptAt(laptop, '1 file arrived at Mei Chen')
  await expect(laptop.getByText('Your browser could not read the file again')).toBeVisible()
  const [opened] = await openAll(page, asked)
  expect(opened?.claim).toBeNull()
  expect(opened?.content.equals(await readFile(film))).toBe(true)
})

test('Without scripts or Web Crypto the page says what is needed and shows no file field', async ({
  page,
  waybill,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const still = await newVisitor({ javaScriptEnabled: false })
  await still.goto(asked.link)
  // The text of a noscript element has no role: the test finds the words by their class.
  const warning = still.locator('.sealing-warning')
  await expect(warning).toBeVisible()
  await expect(warning).toContainText('Turn on JavaScript, so that your browser can encrypt what you send.')
  await expect(itemNamed(still, 'Packing list')).toBeVisible()
  await expect(still.locator('input:not([type=hidden]), textarea, form button, form[action]')).toHaveCount(0)
  await expect(still.getByText('compare it with them by phone')).toBeHidden()
  await still.goto(`${asked.link}?lang=zh`)
  await expect(warning).toContainText('因此必须启用脚本')

  const insecure = await newVisitor()
  await insecure.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
  await insecure.goto(asked.link)
  await expect(insecure.getByText('Ask for a link that starts with https.')).toBeVisible()
  await expect(insecure.getByRole('heading', { name: 'Packing list' })).toBeVisible()
  await expect(insecure.locator('input[type=file]')).toHaveCount(0)
  await expect(sendButton(insecure)).toHaveCount(0)
  await expect(sealedNote(insecure)).toHaveCount(0)
})

test('An open page sends nothing unencrypted to a request that has become encrypted', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const request = await ask(page, { items: papers })
  const laptop = await newVisitor()
  const { begun } = await recordParts(laptop.context())
  await laptop.goto(`/r/${request.slug}`)
  const list = await makeFile(folder, 'list.csv', 2_000)
  await choose(laptop, 'Packing list', [list])
  const sealing = await makeKey()
  await change(page, request, { sealing })
  await pressSend(laptop)
  await expect(laptop.getByText('This request accepts sealed files only')).toBeVisible()
  expect(begun).toEqual([])
  await expect(sealedNote(laptop)).toBeVisible()
  await pressSend(laptop)
  await receiptAt(laptop, '1 file arrived at Mei Chen')
  const [opened] = await openAll(page, { request, sealing })
  expect(opened?.content.equals(await readFile(list))).toBe(true)
})

test('The supplier’s encryption screens pass the accessibility audit in every theme, language and width', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asked = await askSealed(page, papers)
  const phone = await newVisitor()
  await phone.goto(asked.link)
  await choose(phone, 'Film of the line', [await makeFile(folder, 'line.mov', 40 * MB)])
  await leaveHalfWay(phone, waybill, asked, 8 * MB)
  const reader = await newVisitor()
  await reader.goto(asked.link)
  const open = async () => {
    await reader.getByRole('button', { name: /^(Continue|继续)$/ }).click()
    await expect(reader.getByRole('button', { name: /^(Start over|重新开始)$/ })).toBeVisible()
  }
  expect(await auditScreen(reader, 'not here', { open, close: async () => {} })).toEqual([])
  await choose(reader, 'Packing list', [await makeFile(folder, 'list.csv', 2_000)])
  await pressSend(reader)
  await receiptAt(reader, '1 file arrived at Mei Chen')
  expect(await auditScreen(reader, 'sealed receipt')).toEqual([])
})
