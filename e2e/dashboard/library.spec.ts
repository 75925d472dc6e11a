import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount, sendFromDashboard } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 240_000 })

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()

test('A library file is sent again without an upload, and deleting it warns about affected transfers', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [first, second] = [newAddress('asha'), newAddress('chen')]
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  await sendFromDashboard(page, folder, { files: ['housing.dwg', 'quote.pdf'], recipients: [first] })
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(card(page, 'housing.dwg')).toBeVisible()

  const parts: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && parts.push(request.url()))
  await choose(page, 'housing.dwg')
  await page.getByRole('button', { name: 'Forward' }).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const again = slip.getByRole('button', { name: 'Send another' })
  const to = slip.getByLabel('Email to (Enter or , to seperate)')
  await expect(again.or(to)).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expect(slip.getByText('housing.dwg')).toBeVisible()
  await to.fill(second)
  await to.press('Enter')
  await slip.getByRole('button', { name: /^Send/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()
  expect(parts).toEqual([])
  await expect(card(page, 'housing.dwg').locator('a')).toHaveCount(2)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, second))
  await expect(reader.getByText('housing.dwg').first()).toBeVisible()

  await page.getByRole('searchbox').fill('housing')
  await expect(card(page, 'quote.pdf')).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'housing.dwg')).toBeVisible()
  await choose(page, 'housing.dwg')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('housing.dwg')

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Recipients of these transfers will see them as withdrawn:')).toBeVisible()
  await expect(dialog.getByText('1 recipient')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No files match “housing”.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText(/withdrawn/i).first()).toBeVisible()
})

test('The library lists submitted files and passes the accessibility audit', async ({ page, waybill, newVisitor }) => {
  const reader = newAddress('mei')
  const sender = await newVisitor()
  await signUp(sender, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  await sendAsAccount(sender, { files: ['drawings.zip'], recipients: [reader] })
  await signUp(page, waybill, { email: reader }, '/dash/library')
  await expect(card(page, 'drawings.zip')).toContainText('from Ada Lovelace')
  await page.getByRole('link', { name: 'Received' }).click()
  await choose(page, 'drawings.zip')
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  expect(await auditScreen(page, 'library')).toEqual([])
})
