import type { Page } from '@playwright/test'
import { expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { openSendForm, sendFilesButton, signUp } from '../pages/account-pages.ts'
import { rows, sendFromDashboard } from '../pages/transfers-page.ts'

const slip = (page: Page) => page.getByRole('dialog', { name: /^(Send files|发送文件)$/ })

test('A role set by the operator applies at the next action, without signing in again', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  await openSendForm(page)
  await expect(slip(page).getByText('0 of 6')).toBeVisible()
  await slip(page).getByRole('button', { name: 'Close' }).click()

  expect(await waybill.command('user', 'role', ada, 'pro')).toBe(`${ada} now has the role pro.\n`)
  await openSendForm(page)
  await expect(slip(page).getByText('0 of 50')).toBeVisible()
  await slip(page).getByRole('button', { name: 'Options' }).click()
  await page.getByRole('radio', { name: 'Never expire' }).check()
  await page.getByRole('radio', { name: /^Link/ }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(slip(page).getByText('Never expires · by link')).toBeVisible()
  await page.keyboard.press('Escape')

  await waybill.command('user', 'role', ada, 'free')
  await openSendForm(page)
  await expect(slip(page).getByText('Expires in 1 week')).toBeVisible()
  await slip(page).getByRole('button', { name: 'Options' }).click()
  await expect(page.getByRole('radio', { name: 'Never expire' })).toBeDisabled()
})

test('A suspended account can read, sees why it cannot send, and sends again once restored', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await signUp(page, waybill, { email: ada })
  await sendFromDashboard(page, folder, { files: ['plan.pdf'], recipients: [asha], message: 'By Friday.' })
  await page.getByRole('link', { name: /plan\.pdf/ }).click()
  const message = page.getByRole('region', { name: 'Message', exact: true })
  await message.getByRole('button', { name: 'Edit' }).click()

  expect(await waybill.command('user', 'suspend', ada)).toBe(`${ada} is suspended.\n`)
  await message.getByRole('textbox').fill('By Monday.')
  await message.getByRole('button', { name: 'Save' }).click()
  await expect(message.getByRole('alert')).toContainText('your account is currently suspended')
  await sendFilesButton(page).click()
  await expect(slip(page).getByRole('heading', { name: 'your account is currently suspended' })).toBeVisible()
  await expect(slip(page).getByRole('button', { name: 'Add files' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Transfers' }).first().click()
  await expect(rows(page)).toHaveText([/plan\.pdf/])
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByText('plan.pdf')).toBeVisible()
  const reader = await newVisitor()
  const link = await linkFor(waybill, asha)
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()
  expect(await reader.content()).not.toContain('By Friday.')

  await page.getByLabel('切换到中文').click()
  await sendFilesButton(page).click()
  await expect(slip(page).getByRole('heading')).toContainText('账户')
  await page.keyboard.press('Escape')
  await waybill.command('user', 'restore', ada)
  await reader.goto(link)
  await expect(reader.getByText('By Friday.')).toBeVisible()
  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'again.pdf', 10_000))
  await page.locator('#email-to').fill(`${asha},`)
  await slip(page)
    .getByRole('button', { name: /^发送 ?\d/ })
    .click()
  await expect(slip(page).getByRole('heading', { name: '全部完成' })).toBeVisible()
})
