import { expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, rows, sendAsAccount } from '../pages/transfers-page.ts'

test('A new expiry and message reach a recipient whose page is open', async ({ page, waybill, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await signUp(page, waybill, { email: ada })
  await waybill.command('user', 'role', ada, 'personal')
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha], message: 'By Friday.' })
  const link = await linkFor(waybill, asha)
  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByText('By Friday.')).toBeVisible()
  const before = await reader
    .getByText(/^Expires /)
    .first()
    .textContent()

  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await page.getByRole('button', { name: 'Change expiry' }).click()
  await page.getByRole('menuitem', { name: '3 Months' }).click()
  await expect(notices(page)).toContainText('Saved.')
  const message = page.getByRole('region', { name: 'Message', exact: true })
  await message.getByRole('button', { name: 'Edit' }).click()
  await message.getByRole('textbox').fill('下周一也可以。')
  await message.getByRole('button', { name: 'Save' }).click()
  await expect(message.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(message.getByText('下周一也可以。')).toBeVisible()

  await reader.reload()
  await expect(reader.getByText('下周一也可以。')).toBeVisible()
  const after = await reader
    .getByText(/^Expires /)
    .first()
    .textContent()
  expect(after).not.toBe(before)

  await page.getByRole('button', { name: 'Change expiry' }).click()
  await page.getByRole('menuitem', { name: 'Never expire' }).click()
  await expect(page.locator('.record-expiry')).toContainText('Never expires')
  await reader.reload()
  await expect(reader.getByText('Never expires').first()).toBeVisible()
})

test('An expired transfer works again under its old link after an extension', async ({ page, waybill, newVisitor }) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  const link = await linkFor(waybill, asha)
  await waybill.expire(link)
  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: /has expired$/ })).toBeVisible()
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await expect(page.locator('.rubber-stamp').getByText('Expired', { exact: true })).toBeVisible()
  await page.getByLabel('切换到中文').click()
  await page.getByRole('button', { name: '更改有效期' }).click()
  await page.getByRole('menuitem').first().click()
  await expect(notices(page)).toContainText('已保存。')
  await reader.reload()
  await expect(reader.getByRole('heading', { name: /sent you 1 file$/ })).toBeVisible()
  await page.goBack()
  await expect(rows(page).first()).not.toContainText('已过期')
})
