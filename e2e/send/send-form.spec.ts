import type { Page } from '@playwright/test'
import { dropFiles, limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { openSendForm, sendFilesButton, signUp } from '../pages/account-pages.ts'
import { notices, rows } from '../pages/transfers-page.ts'

const slip = (page: Page) => page.getByRole('dialog', { name: /^(Send files|发送文件)$/ })
const chips = (page: Page) => slip(page).getByRole('list', { name: 'Recipients' }).getByRole('listitem')
const close = (page: Page) => slip(page).getByRole('button', { name: 'Close' }).click()

test('The send form keeps a draft when reopened and is empty after sending', async ({ page, waybill, folder }) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') })
  await openSendForm(page)
  await slip(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'housing.dwg', 20_000))
  await page.locator('#email-to').fill(`${asha},`)
  await page.locator('#email-to').fill('chen@half')
  await slip(page).getByLabel('Title (optional)').fill('Housing, revision 7')
  await slip(page).getByLabel('Message').fill('By Friday.')
  const closeBox = await slip(page).getByRole('button', { name: 'Close' }).boundingBox()
  const slipBox = await page.locator('.quick-send-place').boundingBox()
  expect(closeBox?.x).toBeGreaterThan((slipBox?.x ?? 0) + (slipBox?.width ?? 0) / 2)
  await close(page)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()

  await sendFilesButton(page).click()
  await expect(slip(page).getByText('housing.dwg')).toBeVisible()
  await expect(chips(page)).toHaveText([asha])
  await expect(page.locator('#email-to')).toHaveValue('chen@half')
  await expect(slip(page).getByLabel('Title (optional)')).toHaveValue('Housing, revision 7')
  await expect(slip(page).getByLabel('Message')).toHaveValue('By Friday.')
  await page.locator('#email-to').fill('')
  await slip(page)
    .getByRole('button', { name: /^Send \d/ })
    .click()
  await expect(slip(page).getByRole('heading', { name: 'All done' })).toBeVisible()
  await close(page)
  await openSendForm(page)
  await expect(slip(page).getByRole('heading', { name: 'All done' })).toHaveCount(0)
  await expect(slip(page).getByText('housing.dwg')).toHaveCount(0)
  await expect(chips(page)).toHaveCount(0)
  await expect(slip(page).getByLabel('Message')).toHaveValue('')
})

test('A transfer that finishes while the form is closed is reported on reopening, and files dropped meanwhile wait for the next one', async ({
  page,
  waybill,
  folder,
}) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await openSendForm(page)
  const large = await makeFile(folder, 'scan.bin', 3_000_000)
  const next = await makeFile(folder, 'next.pdf', 20_000)
  await slip(page).locator('input[type=file]').first().setInputFiles(large)
  await page.locator('#email-to').fill(`${newAddress('asha')},`)
  const open = await limitSpeed(page, 300_000)
  await slip(page)
    .getByRole('button', { name: /^Send \d/ })
    .click()
  await expect(slip(page).getByRole('progressbar')).toBeVisible()
  await close(page)
  await dropFiles(page, [next])
  await expect(notices(page)).toContainText('Kept for your next transfer')
  await expect(slip(page).getByRole('progressbar')).toBeVisible()
  await close(page)
  await open()
  await expect(rows(page)).toHaveText([/scan\.bin/])
  await sendFilesButton(page).click()
  await expect(slip(page).getByRole('heading', { name: 'All done' })).toBeVisible()
  await close(page)
  await openSendForm(page)
  await expect(slip(page).getByText('next.pdf')).toBeVisible()
  await expect(slip(page).getByText('scan.bin')).toHaveCount(0)
})
