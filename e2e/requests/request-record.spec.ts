import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { answerBy, askFor, linkOf } from '../fixtures/requests.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices } from '../pages/transfers-page.ts'

const run = promisify(execFile)

test.describe.configure({ timeout: 300_000 })

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)])
const invoice = 'Commercial invoice'
const list = 'Packing list'

interface Asked {
  request: RequestRecord
  asha: string
  wei: string
  slow: string
}

/** Asks three suppliers: one has sent everything, one has sent a part, one nothing; the deadline has passed. */
async function askThree(page: Page, waybill: WaybillServer): Promise<Asked> {
  const [asha, wei, slow] = [newAddress('asha'), newAddress('wei'), newAddress('slow')]
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const request = await askFor(page, {
    title: 'Papers for order 7731',
    message: 'Please send the papers of the last delivery.',
    deadline: { at: '2026-11-02T18:00', zone: 'Asia/Hong_Kong', rule: 'supplier' },
    items: [
      { name: invoice, types: ['pdf'] },
      { name: list, pattern: '{supplier}-{item}' },
      { name: 'Photos', isRequired: false },
    ],
    suppliers: [
      { email: asha, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' },
      { email: wei, name: 'Zhang Wei', company: 'Ningbo Castings', timeZone: 'Asia/Shanghai' },
      { email: slow },
    ],
  })
  await answerBy(waybill, request, await linkOf(page, request, asha), {
    files: [
      { item: invoice, path: 'scan.pdf', content: pdf(40_000) },
      { item: list, path: 'list.xlsx', content: randomBytes(9_000) },
    ],
  })
  await answerBy(waybill, request, await linkOf(page, request, wei), {
    files: [{ item: invoice, path: '发票.pdf', content: pdf(21_000) }],
    said: { note: 'The list follows on Monday.' },
  })
  await page.goto(`/dash/requests/${request.slug}`)
  await expect(page.getByRole('heading', { name: 'Papers for order 7731' })).toBeVisible()
  return { request, asha, wei, slow }
}

const table = (page: Page): Locator => page.getByRole('table')
const line = (page: Page, who: string): Locator => table(page).getByRole('row').filter({ hasText: who })
const panel = (page: Page): Locator => page.locator('.supplier')
const item = (page: Page, name: string): Locator => panel(page).locator('.supplier-item').filter({ hasText: name })

async function expectMail(waybill: WaybillServer, to: string, text: string): Promise<void> {
  const mails = async () => (await waybill.mailsTo(to)).map((mail) => mail.text).join()
  await expect.poll(mails, { timeout: 30_000 }).toContain(text)
}

async function downloadBy(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('A requester sees submissions, missing items and late suppliers, reviews them and downloads everything', async ({
  page,
  waybill,
  folder,
}) => {
  const { request, asha, wei, slow } = await askThree(page, waybill)
  // Which zone the deadline is in, also for the supplier without a known zone.
  await expect(
    page.getByText(/^Due .*18:00, in each supplier’s own time where it is known, else in Hong Kong/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: '1 of 3 complete' })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toContainText(['Supplier', invoice, list, 'Photos', 'Last sent'])
  await expect(line(page, 'Rao Forge').getByRole('cell')).toContainText(['', 'Sent', 'Sent', 'Not sent'])
  await expect(line(page, 'Ningbo Castings').getByRole('cell')).toContainText(['', 'Sent', 'Late', 'Not sent'])
  await expect(line(page, slow).getByRole('rowheader')).toContainText('Late')

  await page.getByRole('link', { name: 'Late 2' }).click()
  await expect(line(page, 'Rao Forge')).toHaveCount(0)
  await page.reload()
  await expect(table(page).getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox').fill('forge')
  await expect(page.getByText('No suppliers match “forge”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all suppliers' }).click()
  await page.getByLabel('Missing item').selectOption({ label: `Missing: ${list}` })
  await expect(line(page, 'Rao Forge')).toHaveCount(0)
  await expect(line(page, 'Zhang Wei')).toHaveCount(1)
  await page.getByLabel('Missing item').selectOption({ label: 'Any missing item' })
  await expect(line(page, 'Rao Forge')).toHaveCount(1)

  const opener = page.getByRole('link', { name: 'Zhang Wei' })
  await opener.press('Enter')
  await expect(panel(page).getByRole('heading', { level: 2, name: 'Zhang Wei' })).toBeVisible()
  await page.reload()
  await expect(panel(page)).toContainText('Zhang Wei sent 1 file')
  await expect(panel(page)).toContainText('Hong Kong')
  await expect(panel(page)).toContainText('The list follows on Monday.')
  await expect(panel(page).getByRole('button', { name: /SHA-256/ })).toBeVisible()
  await item(page, invoice).getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByLabel('What needs to change')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('What needs to change')).toHaveCount(0)
  await item(page, invoice).getByRole('button', { name: 'Send back' }).click()
  await page.getByLabel('What needs to change').fill('The stamp is missing.')
  await item(page, invoice).getByRole('button', { name: 'Send back' }).click()
  await expect(item(page, invoice)).toContainText('Sent back')
  await expect(item(page, invoice)).toContainText('The stamp is missing.')
  await expectMail(waybill, wei, '> The stamp is missing.')

  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Sent back 1' }).click()
  await expect(line(page, 'Ningbo Castings').getByRole('cell').nth(1)).toContainText('Sent back')
  await page.getByRole('link', { name: 'All 3' }).click()
  await expect(line(page, 'Rao Forge')).toHaveCount(1)
  await page.getByRole('link', { name: 'Asha Rao' }).click()
  await item(page, invoice).getByRole('button', { name: 'Accept' }).click()
  await expect(item(page, invoice)).toContainText('Accepted')
  await expect(panel(page)).toContainText('was “list.xlsx”')
  await panel(page).getByRole('button', { name: 'Next supplier' }).click()
  await expect(panel(page).getByRole('heading', { level: 2, name: 'Zhang Wei' })).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
  await expect(line(page, 'Rao Forge').getByRole('cell').nth(1)).toContainText('Accepted')

  await answerBy(waybill, request, await linkOf(page, request, wei), {
    files: [
      { item: invoice, path: '发票.pdf', content: pdf(22_000) },
      { item: list, path: 'list.xlsx', content: randomBytes(4_000) },
    ],
  })
  const zip = await downloadBy(page, page.getByRole('button', { name: 'Download all' }))
  expect(zip.name).toBe('Papers for order 7731.zip')
  const { stdout } = await run('unzip', ['-Z1', zip.path])
  expect(stdout.trim().split('\n').sort()).toEqual([
    'Ningbo Castings/Ningbo Castings-Packing list.xlsx',
    expect.stringMatching(/^Ningbo Castings\/.* \(2\)\.pdf$/),
    'Rao Forge/Rao Forge-Packing list.xlsx',
    'Rao Forge/scan.pdf',
  ])
  await run('7z', ['x', `-o${folder}`, zip.path])

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const csv = await downloadBy(page, page.getByRole('menuitem', { name: 'Export CSV' }))
  expect(csv.name).toBe(`request-${request.slug}.csv`)
  const text = await readFile(csv.path, 'utf8')
  expect(text).toContain(`${asha},Asha Rao,Rao Forge`)
  expect(text).toContain('accepted (1)')

  await page.reload()
  await page.getByRole('button', { name: 'Remind 1' }).click()
  const question = page.getByRole('dialog', { name: 'Remind 1 supplier?' })
  await question.getByRole('button', { name: 'Remind' }).click()
  await expect(notices(page)).toContainText('1 supplier emailed.')
  await waybill.mailsTo(slow, 2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remind', exact: true })).toBeDisabled()
})

test('Submissions appear in the inbox and are forwarded without a copy, and suppliers are added and removed', async ({
  page,
  waybill,
}) => {
  const { request, slow } = await askThree(page, waybill)
  await page.getByRole('link', { name: 'Submissions 2' }).click()
  const submissions = page.locator('.submission')
  await expect(submissions).toHaveCount(2)
  await expect(submissions.first()).toContainText('Zhang Wei sent 1 file')
  await expect(submissions.first()).toContainText('after the deadline')
  const file = await downloadBy(page, submissions.last().getByRole('button', { name: 'Download: scan.pdf' }))
  await submissions.first().getByRole('checkbox').check()
  const picked = page.getByRole('region', { name: '1 submission selected' })
  const some = await downloadBy(page, picked.getByRole('button', { name: 'Download as zip' }))
  expect((await run('unzip', ['-Z1', some.path])).stdout).toMatch(/^Ningbo Castings\/[^\n]+\.pdf\n$/)
  await picked.getByRole('button', { name: 'Clear' }).click()
  await expect(picked).toBeHidden()
  expect(file.name).toBe('scan.pdf')
  await submissions.last().getByRole('button', { name: 'Forward' }).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await expect(slip).toContainText('2 files')
  // The supplier's name that an item's naming pattern adds stays with the requester.
  await expect(slip).not.toContainText(/Rao Forge(?!-)/)
  await slip.getByRole('button', { name: 'Close' }).click()
  await submissions.last().getByRole('link', { name: 'In your library: scan.pdf' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'scan.pdf' })).toContainText('from Rao Forge')
  await page.goBack()
  await page.getByRole('button', { name: 'Asha Rao sent 2 files' }).click()
  await expect(page).toHaveURL(/view=inbox&supplier=/)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/view=inbox$/)

  await page.getByRole('link', { name: 'Suppliers 3' }).click()
  const newcomer = newAddress('newcomer')
  await page.getByLabel('Email addresses').fill(`${newcomer}, ${slow}`)
  await page.getByLabel('Their time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Add and email' }).click()
  await expect(notices(page)).toContainText('1 supplier added. We’re emailing them.')
  await expect(line(page, newcomer)).toHaveCount(1)
  expect((await waybill.mailsTo(newcomer))[0]?.text).toContain(`/r/${request.slug}/`)

  await page.getByRole('checkbox', { name: `Select ${slow}` }).check()
  await page.getByRole('checkbox', { name: `Select ${newcomer}` }).check()
  const chosen = page.getByRole('region', { name: '2 selected' })
  await chosen.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notices(page)).toContainText('2 suppliers removed.')
  await expect(table(page).getByRole('row')).toHaveCount(3)

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\?edit=$/)
  await page.getByLabel('Title').fill('Papers for order 7731-B')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Papers for order 7731-B' })).toBeVisible()
  await page.getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByText('Nobody can start sending files.')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dash\/requests$/)
  const deleted = notices(page).locator('.notice').filter({ hasText: 'Request deleted.' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page)).toContainText('Request restored.')
  await page.goto(`/dash/requests/${request.slug}`)
  await expect(page.getByRole('heading', { name: 'Papers for order 7731-B' })).toBeVisible()
  await page.goto('/dash/requests/0000000')
  await expect(page.getByRole('heading', { name: 'This request isn’t here' })).toBeVisible()
})

test('A requester reviews submissions on a phone in Chinese', async ({ page, waybill }) => {
  const { wei } = await askThree(page, waybill)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByLabel('切换到中文').click()
  const slips = page.locator('.suppliers-slip')
  await expect(slips).toHaveCount(3)
  const second = slips.filter({ hasText: 'Zhang Wei' })
  await expect(second).toContainText(`${invoice}已发送`)
  await expect(second).toContainText(`${list}逾期`)
  await page.getByRole('link', { name: '待审核 2' }).click()
  await expect(slips).toHaveCount(2)
  await second.getByRole('link', { name: 'Zhang Wei' }).click()
  await expect(panel(page)).toContainText('Zhang Wei 提交了 1 个文件')
  await item(page, invoice).getByRole('button', { name: '退回' }).click()
  await page.getByLabel('退回原因').fill('缺少印章。')
  await item(page, invoice).getByRole('button', { name: '退回' }).click()
  await expect(item(page, invoice)).toContainText('缺少印章。')
  await expectMail(waybill, wei, '缺少印章。')
  await panel(page).getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '提醒 2 家' }).click()
  await page.getByRole('dialog', { name: '提醒 2 家供应商？' }).getByRole('button', { name: '提醒' }).click()
  await expect(notices(page)).toContainText('已向 2 家供应商发送邮件。')
})

test('The request page passes the accessibility audit', async ({ page, waybill }) => {
  const { request } = await askThree(page, waybill)
  const faults = await auditScreen(page, 'record')
  await page.goto(`/dash/requests/${request.slug}?view=inbox`)
  await expect(page.locator('.submission')).toHaveCount(2)
  faults.push(...(await auditScreen(page, 'inbox')))
  await page.goto(`/dash/requests/${request.slug}`)
  const cover = {
    open: async (shown: Page) => {
      await shown.getByRole('link', { name: 'Asha Rao' }).click()
      await expect(panel(shown).locator('.submission')).toHaveCount(1)
    },
    close: async (shown: Page) => {
      await shown.keyboard.press('Escape')
      await expect(panel(shown)).toHaveCount(0)
    },
  }
  faults.push(...(await auditScreen(page, 'supplier', cover)))
  expect(faults).toEqual([])
})
