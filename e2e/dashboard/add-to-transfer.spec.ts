import type { Page } from '@playwright/test'
import { dropFiles } from '../fixtures/browser-actions.ts'
import { expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, signUp } from '../pages/account-pages.ts'
import { notices, rows, sendAsAccount } from '../pages/transfers-page.ts'

async function sendAndOpen(page: Page, waybill: WaybillServer, to: string): Promise<void> {
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [to] })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await expect(page.getByRole('heading', { name: 'housing.dwg' })).toBeVisible()
}

const question = (page: Page) =>
  page.getByRole('dialog', { name: /^(What is this file for\?|把这 \d 个文件添加到哪里？)$/ })
const slip = (page: Page) => page.getByRole('dialog', { name: /^(Send files|发送文件)$/ })
const names = (page: Page) => page.locator('.record-file-name')

test('Files dropped on a transfer page are added to it or start a new transfer', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await sendAndOpen(page, waybill, asha)
  await dropFiles(page, [await makeFile(folder, 'drawing.step', 30_000)])
  await expect(question(page).getByRole('button', { name: 'Add to this transfer' })).toBeFocused()
  // The page stays visible around the question.
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(names(page)).toHaveText(['housing.dwg'])

  await dropFiles(page, [await makeFile(folder, 'drawing.step', 30_000)])
  await question(page).getByRole('button', { name: 'Add to this transfer' }).click()
  await expect(notices(page)).toContainText('File added.')
  await expect(names(page)).toHaveText(['housing.dwg', 'drawing.step'])
  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await expect(reader.getByRole('button', { name: 'Download drawing.step' })).toBeVisible()

  await page.getByLabel('切换到中文').click()
  await dropFiles(page, [await makeFile(folder, 'quote.pdf', 20_000)])
  await question(page).getByRole('button', { name: '新建一次传输' }).click()
  await expect(slip(page).getByText('quote.pdf')).toBeVisible()
  // While the send form is open, dropped files go into it without a question.
  await dropFiles(page, [await makeFile(folder, 'second.pdf', 20_000)])
  await expect(slip(page).getByText('second.pdf')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveText(['housing.dwg', 'drawing.step'])

  await page.getByRole('link', { name: '传输', exact: true }).first().click()
  await expect(rows(page)).toHaveCount(1)
  await dropFiles(page, [await makeFile(folder, 'third.pdf', 20_000)])
  await expect(slip(page).getByText('third.pdf')).toBeVisible()
})

test('Recipients are added from contacts by keyboard', async ({ page, waybill }) => {
  const asha = newAddress('asha')
  const wei = newAddress('wei')
  await sendAndOpen(page, waybill, asha)
  await callAs(page, 'addContact', { body: { email: wei, name: 'Chen Wei', company: 'Szmold' } })
  const people = page.getByRole('region', { name: 'Recipients', exact: true })
  const field = people.getByRole('combobox', { name: 'Add recipients' })
  const chips = people.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  const offered = people.getByRole('option')
  await field.pressSequentially('szm')
  await expect(offered).toHaveText([/Chen Wei/])
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(chips).toHaveText([wei])
  await field.pressSequentially('li@nowhere,')
  await expect(people.getByText('Invalid Email To Address')).toBeVisible()
  await expect(field).toHaveValue('li@nowhere')
  await field.fill('')
  await field.press('Backspace')
  await expect(chips).toHaveCount(0)
  await field.pressSequentially('wei')
  await expect(offered).toHaveText([/Chen Wei/])
  await field.press('ArrowDown')
  await field.press('Enter')
  await field.pressSequentially(`${newAddress('li')};`)
  await expect(chips).toHaveCount(2)
  await expect(people.getByText('3 of 6')).toBeVisible()
  await field.press('Enter')
  await expect(notices(page)).toContainText('2 recipients added. Their emails are on their way.')
  await expect(chips).toHaveCount(0)
  await expect(people.getByText('Chen Wei').or(people.getByText(wei)).first()).toBeVisible()
  expect(await linkFor(waybill, wei)).toMatch(/^\/d\//)
  // The suggestions leave out people who already have the transfer.
  await field.pressSequentially('szm')
  await expect(people.getByRole('status')).toHaveCount(0)
  await expect(offered).toHaveCount(0)
})
