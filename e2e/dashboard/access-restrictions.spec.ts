import type { Page } from '@playwright/test'
import { downloadAll, expect, linkFor, mailedCode, newAddress, sha256, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, sendAsAccount } from '../pages/transfers-page.ts'

const PASSWORD = 'open for asha'

/** Sends a file from a new account and opens its page; answers the recipient's link. */
async function sendAndOpen(page: Page, waybill: WaybillServer, to: string): Promise<string> {
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [to], message: 'By Friday.' })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await expect(page.getByRole('heading', { name: 'housing.dwg' })).toBeVisible()
  return linkFor(waybill, to)
}

const guards = (page: Page) => page.locator('.record-guards')
const typeAndPress = async (reader: Page, field: string, text: string) => {
  await reader.getByLabel(field).fill(text)
  await reader.locator('button.take-all').click()
}

test('The owner sets and removes a link’s password', async ({ page, waybill, newVisitor }) => {
  const link = await sendAndOpen(page, waybill, newAddress('asha'))
  await guards(page).locator('summary').click()
  const ownPassword = guards(page).getByLabel('Link password')
  await ownPassword.fill('short')
  await expect(guards(page).getByRole('button', { name: 'Set' }).first()).toBeDisabled()
  await ownPassword.fill(PASSWORD)
  await guards(page).getByRole('button', { name: 'Set' }).first().click()
  await expect(notices(page)).toContainText('Saved.')
  await expect(guards(page).getByLabel('New link password')).toHaveValue('')

  const reader = await newVisitor()
  expect((await reader.goto(link))?.status()).toBe(403)
  expect(await reader.content()).not.toContain('By Friday.')
  await typeAndPress(reader, 'Password', 'open for nobody')
  await expect(reader.getByRole('alert')).toHaveText('That password is wrong.')
  await typeAndPress(reader, 'Password', PASSWORD)
  await expect(reader.getByText('By Friday.')).toBeVisible()

  await guards(page).getByRole('button', { name: 'Remove' }).click()
  await expect(guards(page).getByRole('button', { name: 'Remove' })).toHaveCount(0)
  const other = await newVisitor()
  expect((await other.goto(link))?.status()).toBe(200)
  await expect(other.getByText('By Friday.')).toBeVisible()
})

test('The owner sets and removes a download limit', async ({ page, waybill, newVisitor }) => {
  const asha = newAddress('asha')
  const link = await sendAndOpen(page, waybill, asha)
  await guards(page).locator('summary').click()
  const limit = guards(page).getByLabel('Download limit for each file and recipient')
  await limit.fill('0')
  await expect(guards(page).getByRole('button', { name: 'Set' }).last()).toBeDisabled()
  await limit.fill('1')
  await guards(page).getByRole('button', { name: 'Set' }).last().click()
  await expect(guards(page).getByRole('button', { name: 'Remove' })).toBeVisible()

  const reader = await newVisitor()
  await reader.goto(link)
  const first = await sha256(await downloadAll(reader))
  const finished = () =>
    waybill.query('select 1 from recipients where finished_at is not null and address = $1', [asha])
  await expect.poll(async () => (await finished()).length).toBe(1)
  await reader.locator('button.take-all').click()
  await expect(reader.getByText('This has been downloaded as often as the sender allows.')).toBeVisible()

  await page.reload()
  await expect(limit).toHaveValue('1')
  await guards(page).getByRole('button', { name: 'Remove' }).click()
  await expect(limit).toHaveValue('')
  await expect(guards(page).getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await reader.reload()
  expect(await sha256(await downloadAll(reader))).toBe(first)
})

test('The owner restricts a link to verified recipients and lifts the restriction, also in Chinese', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  const link = await sendAndOpen(page, waybill, asha)
  await page.getByLabel('切换到中文').click()
  await guards(page).locator('summary').click()
  const tick = guards(page).getByRole('checkbox', { name: /仅限这些收件人/ })
  await tick.check()
  await expect(notices(page)).toContainText('已保存。')
  await page.reload()
  await expect(tick).toBeChecked()

  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'This transfer is for certain people' })).toBeVisible()
  const code = await mailedCode(waybill, asha, () => typeAndPress(reader, 'Your email address', asha))
  await typeAndPress(reader, 'Code', code)
  await expect(reader.getByText('By Friday.')).toBeVisible()
  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByText('By Friday.')).toHaveCount(0)

  await tick.uncheck()
  await expect(tick).not.toBeChecked()
  await expect.poll(async () => (await other.goto(link))?.status()).toBe(200)
  await expect(other.getByText('By Friday.')).toBeVisible()
})
