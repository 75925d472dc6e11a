/** Sentences about the dashboard: sending from it, and reading its list. */
import type { Locator, Page } from '@playwright/test'
import { expect, makeFile } from '../fixtures/journey.ts'
import { sendFiles } from './account-pages.ts'

interface DashSend {
  files: string[]
  recipients: string[]
  message?: string
}

/** Sends files of a few kilobytes from the page of the dashboard that is open. */
export async function sendFromDash(page: Page, folder: string, { files, recipients, message }: DashSend) {
  await sendFiles(page).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const again = slip.getByRole('button', { name: 'Send another' })
  await expect(again.or(slip.getByRole('button', { name: 'Add files' }))).toBeVisible()
  if (await again.isVisible()) await again.click()
  const made = await Promise.all(files.map((name, index) => makeFile(folder, name, 30_000 * (index + 1))))
  await slip.locator('input[type=file]').first().setInputFiles(made)
  const to = slip.getByLabel('Email to (Enter or , to seperate)')
  for (const address of recipients) {
    await to.fill(address)
    await to.press('Enter')
  }
  if (message !== undefined) await slip.getByLabel('Message').fill(message)
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()
  await expect(slip).toBeHidden()
}

/** The rows of the list of transfers. */
export const rows = (page: Page): Locator => page.locator('.transfer-row[data-state]')

/** What the notices say just now. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: /^(Notices|提示)$/ })
