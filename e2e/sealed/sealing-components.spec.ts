import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, makeFile, newAddress, sha256, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { SealingPage } from '../pages/sealing-page.ts'

// Deriving a key from the passphrase is slow on a busy machine.
test.describe.configure({ timeout: 300_000 })

const PASSPHRASE = 'copper gantry at low tide'

let sealing: SealingPage
test.beforeAll(async () => {
  sealing = await SealingPage.open()
})
test.afterAll(() => sealing.close())

const ask = (page: Page, title: string) =>
  page.evaluate(([passphrase, named]) => pageSteps.ask(passphrase, named), [PASSPHRASE, title] as const)

async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).last().fill(passphrase)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

const sumOf = async (download: Download) => sha256(await download.path())

/** A browser without a save dialog, and one without a private file system of the page. */
const withoutPicker = () => Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
const withoutFolder = () => Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable')

test('The passphrase form explains the risk and accepts a long passphrase that is typed twice and confirmed', async ({
  page,
}) => {
  await sealing.visit(page)
  const [first, again] = [page.getByLabel('Passphrase', { exact: true }), page.getByLabel('Repeat the passphrase')]
  const typed = page.getByLabel('Typed')
  await expect(page.getByText('If you lose the passphrase, you lose the files and the answers.')).toBeVisible()
  await first.fill('too short')
  await expect(page.getByText('By length: Too short')).toBeVisible()
  await again.fill('too short')
  await page.getByRole('checkbox').check()
  await expect(typed).toHaveText('nothing yet')
  await first.fill(PASSPHRASE)
  await expect(page.getByText('By length: Strong')).toBeVisible()
  await again.fill(PASSPHRASE.replace('low', 'high'))
  await expect(page.getByText('The passphrases do not match.')).toBeVisible()
  await again.fill(PASSPHRASE)
  await expect(typed).toHaveText(PASSPHRASE)
  await page.getByRole('checkbox').uncheck()
  await expect(typed).toHaveText('nothing yet')
})

test('The browser seals files, resumes after a break, unlocks them and opens them', async ({
  page,
  waybill,
  newVisitor,
  folder,
}) => {
  await page.addInitScript(withoutPicker)
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' }, null)
  await sealing.visit(page)
  const request = await ask(page, 'Drawings of hull 7731')
  expect(request.isSealed).toBe(true)

  const large = await makeFile(folder, 'keel.dwg', 3_000_001)
  const small = join(folder, 'note.txt')
  await writeFile(small, 'the keel is laid at berth nine')
  const supplier = await newVisitor()
  await sealing.visit(supplier)
  await supplier.locator('#files').setInputFiles([large, small])
  let parts = 0
  const cutOff = '**/uploads/*/blobs/**'
  await supplier.context().route(cutOff, (route) => (++parts > 5 ? route.abort() : route.continue()))
  const isGoneDone = supplier.evaluate((slug) => pageSteps.answer(slug), request.slug).catch(() => 'left')
  await expect.poll(() => parts, { timeout: 60_000 }).toBeGreaterThan(6)
  await supplier.reload()
  expect(await isGoneDone).toBe('left')
  await supplier.context().unroute(cutOff)
  await supplier.waitForFunction(() => 'pageSteps' in globalThis)
  expect(await supplier.evaluate((slug) => pageSteps.isHere(slug), request.slug)).toBe(true)
  await supplier.locator('#files').setInputFiles([large])
  expect(await supplier.evaluate((slug) => pageSteps.goOn(slug), request.slug)).toBe('missing')
  await supplier.locator('#files').setInputFiles([small, large])
  const receipt = await supplier.evaluate((slug) => pageSteps.goOn(slug), request.slug)
  if (typeof receipt === 'string') throw new Error(receipt)
  expect(receipt.files.map(({ fileName }) => fileName).sort()).toEqual(['keel.dwg.sealed', 'note.txt.sealed'])
  const claims = new Map(receipt.files.map((file) => [file.originalName, file.sealed?.sha256]))
  expect(claims.get('keel.dwg')).toBe(await sha256(large))

  await page.evaluate((shown) => show(shown), { sealing: request.sealing, files: receipt.files })
  await unlock(page, `${PASSPHRASE}?`)
  await expect(page.getByText('That is not the passphrase of this request.')).toBeVisible({ timeout: 60_000 })
  await unlock(page, PASSPHRASE)
  const save = page.getByRole('button', { name: 'Open and save keel.dwg' })
  await expect(save).toBeVisible({ timeout: 60_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toBe('keel.dwg')
  expect(await sumOf(download)).toBe(await sha256(large))
  await expect(page.getByText('Opened and saved. Its SHA-256 matches the one that its sender claims.')).toBeVisible()

  // The page itself may not compile WebAssembly: only the passphrase worker may.
  const tried = await page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => 'made',
      () => 'refused',
    ),
  )
  expect(tried).toBe('refused')
})

test('Altered files are not saved, and a browser without folder access saves from memory', async ({
  page,
  waybill,
  newVisitor,
  folder,
}) => {
  await page.addInitScript(withoutPicker)
  await page.addInitScript(withoutFolder)
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' }, null)
  await sealing.visit(page)
  const request = await ask(page, 'Photos')
  const photo = await makeFile(folder, 'photo.jpg', 200_000)
  const supplier = await newVisitor()
  await sealing.visit(supplier)
  await supplier.locator('#files').setInputFiles([photo])
  const receipt = await supplier.evaluate((slug) => pageSteps.answer(slug), request.slug)
  await page.evaluate((shown) => show(shown), { sealing: request.sealing, files: receipt.files })
  await unlock(page, PASSPHRASE)
  const save = page.getByRole('button', { name: 'Open and save photo.jpg' })
  await expect(save).toBeVisible({ timeout: 60_000 })
  await page.route('**/library/*/**', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    body[100_000] = (body[100_000] ?? 0) ^ 1
    await route.fulfill({ response: answer, body })
  })
  await save.click()
  await expect(
    page.getByText('Part of this file has been altered since it was sealed. Nothing was saved.'),
  ).toBeVisible()
  await page.unroute('**/library/*/**')
  // A download that breaks in the middle continues where it stopped.
  let cuts = 0
  await page.route('**/library/*/**', async (route) => {
    if (cuts++ > 0) return route.continue()
    const answer = await route.fetch()
    const headers = { ...answer.headers(), 'content-length': '90000' }
    await route.fulfill({ status: 200, headers, body: (await answer.body()).subarray(0, 90_000) })
  })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(cuts).toBe(2)
  expect(
    createHash('sha256')
      .update(await readFile(await download.path()))
      .digest('hex'),
  ).toBe(await sha256(photo))
  expect(await page.evaluate(() => pageSteps.canSave(1_000_000_000))).toBe('it can')
  expect(await page.evaluate(() => pageSteps.canSave(1_000_000_001))).toBe('TooLargeToSave')
})

test('Files are written to the chosen folder, and cancelling the folder dialog is not an error', async ({
  page,
  waybill,
  newVisitor,
  folder,
}) => {
  // The dialog belongs to the system; what it returns is an ordinary handle.
  await page.addInitScript(() => {
    const picker = async () => {
      if (window.name === 'no') throw new DOMException('The user aborted a request.', 'AbortError')
      return (await navigator.storage.getDirectory()).getFileHandle('picked', { create: true })
    }
    Object.assign(globalThis, { showSaveFilePicker: picker })
  })
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' }, null)
  await sealing.visit(page)
  const request = await ask(page, 'Lists')
  const list = await makeFile(folder, 'list.csv', 70_000)
  const supplier = await newVisitor()
  await sealing.visit(supplier)
  await supplier.locator('#files').setInputFiles([list])
  const receipt = await supplier.evaluate((slug) => pageSteps.answer(slug), request.slug)
  await page.evaluate((shown) => show(shown), { sealing: request.sealing, files: receipt.files })
  await unlock(page, PASSPHRASE)
  const save = page.getByRole('button', { name: 'Open and save list.csv' })
  await expect(save).toBeVisible({ timeout: 60_000 })
  await page.evaluate(() => {
    window.name = 'no'
  })
  await save.click()
  await expect(save).toBeVisible()
  await expect(page.getByText('Opened and saved')).toHaveCount(0)
  await page.evaluate(() => {
    window.name = 'yes'
  })
  await save.click()
  await expect(page.getByText('Opened and saved.')).toBeVisible()
  const written = await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('picked')
    return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]
  })
  expect(Buffer.from(written).equals(await readFile(list))).toBe(true)

  const open = async () => {
    await page.waitForFunction(() => 'pageSteps' in globalThis)
    await page.evaluate((shown) => show(shown), { sealing: request.sealing, files: receipt.files })
    await expect(page.getByText('Mei Chen').first()).toBeVisible()
  }
  const faults = await auditScreen(page, 'sealing', { open, close: async () => {} })
  expect(faults).toEqual([])
})
