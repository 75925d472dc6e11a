import { join } from 'node:path'
import { dropFiles, limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, mailedCode, makeFile, newAddress, sha256, test } from '../fixtures/journey.ts'
import { bytesOf, bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'
import {
  ask,
  askedSuppliers,
  change,
  choose,
  makeRequester,
  ownLink,
  pressSend,
  receiptAt,
  sendButton,
  supplierKey,
} from '../pages/request-page.ts'

test.describe.configure({ timeout: 240_000 })

const MB = 1_000_000
const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }

test('An interrupted submission resumes after its tab closed, although the request was closed meanwhile', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asha = newAddress('asha')
  const request = await ask(page, { items: [{ name: 'Film of the line' }], suppliers: [{ email: asha }] })
  const link = await ownLink(page, request, asha)
  const film = await makeFile(folder, 'line.mov', 150 * MB)
  const key = await supplierKey(page, request)

  const laptop = await newVisitor()
  const { begun } = await recordParts(laptop.context())
  await laptop.goto(link)
  await expect(laptop.locator('html[data-live]')).toHaveCount(1)
  await dropFiles(laptop, [film])
  await expect(sendButton(laptop)).toHaveText('Send 1 file, 150 MB')
  await limitSpeed(laptop, 30 * MB)
  await pressSend(laptop)
  await waybill.keeps(key, 20 * MB)
  await laptop.getByRole('button', { name: 'Pause' }).click()
  await expect(laptop.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await waybill.waitForParts()
  const atPause = await waybill.keptParts(key)
  const begunAtPause = begun.length
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await waybill.keeps(key, bytesOf(atPause) + 15 * MB)
  expect(bytesSentAgain(begun.slice(begunAtPause), atPause)).toBe(0)
  // A second tab of the site keeps the browser's permission to read the file.
  const second = await laptop.context().newPage()
  await second.goto('/')
  await laptop.close()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(key)
  const begunBefore = begun.length
  expect(bytesOf(kept)).toBeLessThan(150 * MB)
  await change(page, request, { isClosed: true })

  const again = await second.context().newPage()
  expect((await again.goto(link))?.status()).toBe(410)
  await expect(again.getByText('You can still finish what you started.')).toBeVisible()
  await expect(again.getByRole('heading', { name: 'You have an unfinished submission' })).toBeVisible()
  await again.getByRole('button', { name: 'Continue' }).click()
  await receiptAt(again, '1 file arrived at Mei Chen')
  expect(bytesSentAgain(begun.slice(begunBefore), kept)).toBe(0)
  for (const fold of await again.getByText('SHA-256', { exact: true }).all()) await fold.click()
  await expect(again.getByText(await sha256(film))).toBeVisible({ timeout: 60_000 })
  await again.getByRole('link', { name: 'Back to the request' }).click()
  await expect(again.getByText('You have an unfinished submission')).toHaveCount(0)
  await expect(sendButton(again)).toHaveCount(0)
})

test('On another device a supplier resumes by choosing the files again, or discards the submission', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asha = newAddress('asha')
  const request = await ask(page, { items: [{ name: 'Film of the line' }], suppliers: [{ email: asha }] })
  const link = await ownLink(page, request, asha)
  const film = await makeFile(folder, 'line.mov', 120 * MB)
  const key = await supplierKey(page, request)
  const phone = await newVisitor(PHONE)
  await phone.goto(link)
  await choose(phone, 'Film of the line', [film])
  await limitSpeed(phone, 30 * MB)
  await pressSend(phone)
  await waybill.keeps(key, 20 * MB)
  await phone.close()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(key)

  const laptop = await newVisitor()
  const { begun } = await recordParts(laptop.context())
  await laptop.goto(link)
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(laptop.getByText(/of 120 MB have already arrived/)).toBeVisible()
  const other = join(folder, 'other', 'line.mov')
  await makeFile(folder, join('other', 'line.mov'), 5_000)
  await laptop.getByLabel('Choose the files again').setInputFiles(other)
  await expect(laptop.getByText('line.mov is a different size now. It is not the file you started with.')).toBeVisible()
  await laptop.getByLabel('Choose the files again').setInputFiles(film)
  await receiptAt(laptop, '1 file arrived at Mei Chen')
  expect(begun.length).toBeGreaterThan(0)
  expect(bytesSentAgain(begun, kept)).toBe(0)

  await laptop.getByRole('link', { name: 'Back to the request' }).click()
  await choose(laptop, 'Film of the line', [await makeFile(folder, 'second.mov', 60 * MB)])
  await limitSpeed(laptop, 10 * MB)
  await pressSend(laptop)
  await waybill.keeps(key, 2 * MB)
  await laptop.getByRole('button', { name: 'Pause' }).click()
  await laptop.getByRole('button', { name: 'Back to the list' }).click()
  await laptop.getByRole('button', { name: 'Discard' }).click()
  await laptop.getByRole('button', { name: 'Keep it' }).click()
  await laptop.getByRole('button', { name: 'Discard' }).click()
  await laptop.getByRole('button', { name: 'Delete it' }).click()
  await expect(laptop.getByRole('heading', { name: 'You have an unfinished submission' })).toHaveCount(0)
  expect(await waybill.keptParts(key)).toEqual([])
})

test('A supplier verifies an address by code and finds the submission on another device that verifies it', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const request = await ask(page, { identity: 'proven', items: [{ name: 'Papers' }] })
  const li = newAddress('li')
  const phone = await newVisitor(PHONE)
  await phone.goto(`/r/${request.slug}`)
  await choose(phone, 'Papers', [await makeFile(folder, 'papers.zip', 70 * MB)])
  await phone.getByLabel('Email').fill(li)
  const code = await mailedCode(waybill, li, async () => {
    await pressSend(phone)
    await expect(phone.getByText(`We sent a 5-character code to ${li}.`)).toBeVisible()
  })
  await limitSpeed(phone, 15 * MB)
  await phone.getByLabel('Code').fill('00000')
  await expect(phone.getByRole('alert').filter({ hasText: 'That code is wrong.' })).toBeVisible()
  await phone.getByLabel('Code').fill(code)
  await expect.poll(async () => (await askedSuppliers(page, request)).length).toBe(1)
  await waybill.keeps(await supplierKey(page, request), 10 * MB)
  await phone.close()

  const laptop = await newVisitor()
  await laptop.goto(`/r/${request.slug}`)
  await expect(laptop.getByText('You have an unfinished submission')).toHaveCount(0)
  await laptop.getByLabel('Email').fill(li)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const second = await mailedCode(waybill, li, () => laptop.getByRole('button', { name: 'Verify my address' }).click())
  await laptop.getByLabel('Code').fill(second)
  await expect(laptop.getByRole('heading', { name: 'You have an unfinished submission' })).toBeVisible()
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await laptop.getByLabel('Choose the files again').setInputFiles(join(folder, 'papers.zip'))
  await receiptAt(laptop, '1 file arrived at Mei Chen')
})
