import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { tabTo } from '../fixtures/browser-actions.ts'
import { expect, mailedCode, makeFile, newAddress, sha256, test } from '../fixtures/journey.ts'
import { recordParts } from '../fixtures/sent-parts.ts'
import {
  ask,
  change,
  choose,
  itemNamed,
  judge,
  makeRequester,
  ownLink,
  pressSend,
  receiptAt,
  sendButton,
} from '../pages/request-page.ts'

test.describe.configure({ timeout: 360_000 })

const MB = 1_000_000
const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }
const packingList = { name: 'Packing list' }
const papers = [
  { name: 'Commercial invoice', hint: 'Signed and stamped.', types: ['pdf'], maxFiles: 2, maxBytes: 5 * MB },
  packingList,
  { name: 'Photos of the goods', types: ['jpg', 'png'], isRequired: false },
]
const deadline = { at: '2030-03-28T18:00', zone: 'Asia/Shanghai', rule: 'fixed' } as const

/** The messages that the page shows at once. */
const told = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ })

/** A PDF as far as its first bytes tell. */
async function makePdf(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `%PDF-1.7\n${name} ${'x'.repeat(40_000)}`)
  return path
}

test('On a phone a supplier sees which files do not fit before uploading, and submits the others', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const mei = await makeRequester(page, waybill)
  const asha = newAddress('asha')
  const suppliers = [{ email: asha, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' }]
  const request = await ask(page, { items: papers, suppliers, deadline, message: 'By Friday, please.' })
  const phone = await newVisitor({ ...PHONE, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  const { begun } = await recordParts(phone.context())
  await phone.goto(await ownLink(page, request, asha))
  await expect(phone).toHaveTitle('File Requests · Waybill')
  await expect(phone.getByRole('heading', { name: 'Mei Chen asks you for files' })).toBeVisible()
  await expect(phone.getByText(mei)).toBeVisible()
  await expect(phone.getByText('Due 28 Mar 2030, 15:30 your time')).toBeVisible()
  await expect(phone.getByText('28 Mar 2030, 18:00 in Shanghai')).toBeVisible()
  await expect(itemNamed(phone, 'Commercial invoice')).toContainText('PDF · up to 2 files · up to 5 MB each')
  await expect(phone.getByText('Rao Forge')).toBeVisible()
  await expect(phone.getByLabel('Take a photo for Photos of the goods')).toBeVisible()
  await expect(phone.getByLabel('Take a photo for Commercial invoice')).toHaveCount(0)

  const invoice = await makePdf(folder, 'invoice.pdf')
  const disguised = join(folder, 'scan.pdf')
  await writeFile(disguised, 'no PDF at all')
  const wrong = [await makeFile(folder, 'invoice.docx', 1_000), disguised, await makeFile(folder, 'huge.pdf', 6 * MB)]
  await choose(phone, 'Commercial invoice', [invoice, ...wrong])
  const item = itemNamed(phone, 'Commercial invoice')
  await expect(item.getByText('Left out: accepted here: PDF')).toBeVisible()
  await expect(item.getByText(/^Left out: its contents do not match its file extension/)).toBeVisible()
  await expect(item.getByText('Left out: each file can be up to 5 MB')).toBeVisible()
  await expect(sendButton(phone)).toHaveText('Send 1 file, 40 kB')
  for (const name of ['invoice.docx', 'scan.pdf', 'huge.pdf']) {
    await phone.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await choose(phone, 'Photos of the goods', [await makeFile(folder, 'photo.bmp', 900)])
  await expect(itemNamed(phone, 'Photos of the goods').getByText('Left out:')).toBeVisible()
  await phone.getByRole('button', { name: 'Remove photo.bmp' }).click()
  await choose(phone, 'Packing list', [await makeFile(folder, 'list.xlsx', 300_000)])
  expect(begun).toEqual([])

  await pressSend(phone)
  const address = await receiptAt(phone, '2 files arrived at Mei Chen')
  for (const fold of await phone.getByText('SHA-256', { exact: true }).all()) await fold.click()
  await expect(phone.getByText(await sha256(invoice))).toBeVisible({ timeout: 60_000 })
  await expect(phone.getByText('All required items are here.')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await phone.reload()
  await receiptAt(phone, '2 files arrived at Mei Chen')
  await phone.getByRole('link', { name: 'Back to the request' }).click()
  await expect(phone.getByText('Complete', { exact: true })).toBeVisible()
  await expect(item).toContainText('1 file sent, waiting for review')
  await phone.goBack()
  await receiptAt(phone, '2 files arrived at Mei Chen')
  expect(phone.url()).toBe(address)
  expect((await waybill.mailsTo(asha, 2))[0]?.text).toContain(await sha256(invoice))
})

test('In Chinese, a visitor of a public link gives a name and then submits files', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const request = await ask(page, { identity: 'required', items: papers, deadline: { ...deadline, rule: 'supplier' } })
  const phone = await newVisitor({ ...PHONE, locale: 'zh-CN', timezoneId: 'Asia/Tokyo' })
  await phone.goto(`/r/${request.slug}`)
  await expect(phone).toHaveTitle('文件请求 · Waybill')
  await expect(phone.getByRole('heading', { name: 'Mei Chen 请您发送文件' })).toBeVisible()
  await expect(phone.getByText('2030年3月28日 18:00 截止（您的时间）')).toBeVisible()
  await choose(phone, 'Packing list', [await makeFile(folder, '装箱单.xlsx', 2_000)])
  await pressSend(phone)
  await expect(phone.getByText('请填写姓名。')).toBeVisible()
  await expect(phone.getByLabel('姓名')).toBeFocused()
  await phone.getByLabel('姓名').fill('李明')
  await phone.getByLabel('邮箱').fill('li@')
  await pressSend(phone)
  await expect(phone.getByText('邮箱地址还不完整。')).toBeVisible()
  await phone.getByLabel('邮箱').fill(newAddress('li'))
  await pressSend(phone)
  await receiptAt(phone, '1 个文件已送达 Mei Chen')
  await expect(phone.getByText('装箱单.xlsx')).toBeVisible()
  await expect(phone.getByText('还缺：Commercial invoice')).toBeVisible()
  await phone.getByRole('link', { name: 'Switch to English' }).click()
  await receiptAt(phone, '1 file arrived at Mei Chen')
  const stranger = await newVisitor()
  await stranger.goto(phone.url())
  await expect(stranger.getByText('You can see that receipt only where you sent the files from')).toBeVisible()
  await expect(stranger.getByText('装箱单.xlsx')).toHaveCount(0)
})

test('A supplier reads why a file was sent back and resubmits by keyboard', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asha = newAddress('asha')
  const request = await ask(page, { items: papers, suppliers: [{ email: asha, name: 'Asha Rao' }] })
  const link = await ownLink(page, request, asha)
  const laptop = await newVisitor()
  await laptop.goto(link)
  await choose(laptop, 'Commercial invoice', [await makePdf(folder, 'first.pdf')])
  await choose(laptop, 'Packing list', [await makeFile(folder, 'list.xlsx', 2_000)])
  await pressSend(laptop)
  await receiptAt(laptop, '2 files arrived at Mei Chen')
  const back = { email: asha, item: 'Commercial invoice', verdict: 'send-back', note: 'The stamp is missing.' } as const
  await judge(page, request, back)
  await judge(page, request, { email: asha, item: 'Packing list', verdict: 'accept' })

  await laptop.reload()
  await expect(laptop.getByText('Sent back. Please send it again.')).toBeVisible()
  await laptop.getByRole('link', { name: 'Back to the request' }).click()
  const item = itemNamed(laptop, 'Commercial invoice')
  await expect(item.getByText('Sent back. Please send it again.')).toBeVisible()
  await expect(item.getByText('The stamp is missing.')).toBeVisible()
  await expect(itemNamed(laptop, 'Packing list')).toContainText('1 file sent and accepted')
  await expect(itemNamed(laptop, 'Packing list').locator('input')).toHaveCount(0)
  await tabTo(laptop, item.locator('input').first())
  await choose(laptop, 'Commercial invoice', [await makePdf(folder, 'second.pdf')])
  await tabTo(laptop, sendButton(laptop))
  await laptop.keyboard.press('Enter')
  await receiptAt(laptop, '1 file arrived at Mei Chen')
  await expect(laptop.getByText('All required items are here.')).toBeVisible()
})

test('Without scripts the request page is complete, and its plain form submits small files', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const example = { name: 'Commercial invoice', types: ['pdf'], maxFiles: 1 }
  const request = await ask(page, { identity: 'required', password: 'open sesame 12', items: [example, packingList] })
  const phone = await newVisitor({ ...PHONE, javaScriptEnabled: false })
  await phone.goto(`/r/${request.slug}?lang=zh`)
  await phone.getByLabel('密码').fill('wrong one')
  await phone.getByRole('button', { name: '打开' }).click()
  await expect(told(phone)).toHaveText('密码不正确。')
  await phone.goto(`/r/${request.slug}`)
  await phone.getByLabel('Password').fill('open sesame 12')
  await phone.getByRole('button', { name: 'Open' }).click()
  await expect(phone.getByRole('heading', { name: 'Mei Chen asks you for files' })).toBeVisible()
  await expect(phone.getByText('Without JavaScript, up to 10 MB at a time.')).toBeVisible()
  const invoice = await makePdf(folder, 'invoice.pdf')
  const field = itemNamed(phone, 'Commercial invoice').locator('input[type=file]')
  await phone.getByLabel('Name').fill('Li Ming')
  await phone.getByLabel('Email').fill(newAddress('li'))
  await field.setInputFiles(await makeFile(folder, 'invoice.exe', 100))
  await pressSend(phone)
  await expect(told(phone)).toHaveText('A file was of a type that its item does not accept. Nothing was sent.')
  await phone.getByLabel('Name').fill('Li Ming')
  await phone.getByLabel('Email').fill(newAddress('li'))
  await field.setInputFiles(invoice)
  await itemNamed(phone, 'Packing list')
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'l.csv', 99))
  await pressSend(phone)
  await receiptAt(phone, '2 files arrived at Mei Chen')
  await expect(phone.getByText('invoice.pdf')).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('Without scripts plain forms verify an address before files are chosen', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const request = await ask(page, { identity: 'proven', items: papers, deadline })
  const li = newAddress('li')
  const phone = await newVisitor({ ...PHONE, javaScriptEnabled: false, locale: 'zh-CN' })
  await phone.goto(`/r/${request.slug}`)
  await expect(phone.locator('input[type=file]').first()).toBeHidden()
  await expect(sendButton(phone).filter({ visible: true })).toHaveText('验证我的邮箱')
  const code = await mailedCode(waybill, li, async () => {
    await phone.getByLabel('邮箱').filter({ visible: true }).fill(li)
    await phone.getByRole('button', { name: '验证我的邮箱' }).click()
    await expect(phone.getByText(`验证码已发送到 ${li}`)).toBeVisible()
  })
  await phone.getByLabel('验证码').fill(code === '00000' ? '11111' : '00000')
  await phone.getByRole('button', { name: '继续' }).click()
  await expect(told(phone)).toHaveText('验证码不正确。')
  await phone.getByLabel('验证码').fill(code)
  await phone.getByRole('button', { name: '继续' }).click()
  await expect(phone.getByText('您的邮箱已在此浏览器中验证。')).toBeVisible()
  await expect(phone.getByLabel('邮箱')).toHaveValue(li)
  await itemNamed(phone, 'Packing list')
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, '装箱单.csv', 99))
  await pressSend(phone)
  await receiptAt(phone, '1 个文件已送达 Mei Chen')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('Every state of the public request page passes the accessibility audit', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeRequester(page, waybill)
  const asha = newAddress('asha')
  const request = await ask(page, { items: papers, suppliers: [{ email: asha, name: 'Asha Rao' }], deadline })
  const open = await ask(page, { identity: 'required', items: papers })
  const link = await ownLink(page, request, asha)
  const reader = await newVisitor()
  await reader.goto(link)
  expect(await auditScreen(reader, 'asked')).toEqual([])
  await choose(reader, 'Commercial invoice', [await makePdf(folder, 'a.pdf'), await makeFile(folder, 'b.exe', 100)])
  await pressSend(reader)
  await receiptAt(reader, '1 file arrived at Mei Chen')
  expect(await auditScreen(reader, 'receipt')).toEqual([])
  await judge(page, request, { email: asha, item: 'Commercial invoice', verdict: 'send-back', note: 'Too dark.' })
  await reader.goto(link)
  expect(await auditScreen(reader, 'sent back')).toEqual([])
  for (const [state, body] of [
    ['paused', { isPaused: true }],
    ['closed', { isClosed: true }],
  ] as const) {
    await change(page, request, body)
    await reader.goto(link)
    expect(await auditScreen(reader, state)).toEqual([])
  }
  await reader.goto(`/r/${open.slug}`)
  expect(await auditScreen(reader, 'Your details')).toEqual([])
  await change(page, open, { password: 'open sesame 12' })
  await reader.goto(`/r/${open.slug}`)
  expect(await auditScreen(reader, 'locked')).toEqual([])
  await reader.goto('/r/AAAAAAA')
  await expect(reader.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()
  expect(await auditScreen(reader, 'unknown')).toEqual([])
})
