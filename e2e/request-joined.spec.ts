import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { ask, choose, makeAsker, sendButton, slotNamed } from './asked-journey.ts'
import { expect, makeFile, newAddress, test } from './journey.ts'

const run = promisify(execFile)
const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }
const invoice = 'Commercial invoice'
const list = 'Packing list'

test.describe.configure({ timeout: 300_000 })

const line = (page: Page, who: string): Locator => page.getByRole('table').getByRole('row').filter({ hasText: who })
const slotOf = (page: Page, name: string): Locator => page.locator('.supplier .supplier-slot').filter({ hasText: name })

/** Sends what was chosen, and waits for the receipt. */
async function send(phone: Page): Promise<void> {
  await sendButton(phone).click()
  await expect(phone).toHaveURL(/received=/, { timeout: 90_000 })
}

test('papers are asked for by mail, come from a phone in Chinese while the buyer looks on, go back, and come again', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const makePdf = async (name: string) => {
    const path = join(folder, name)
    await writeFile(path, `%PDF-1.7\n${name} ${'x'.repeat(40_000)}`)
    return path
  }
  await makeAsker(page, waybill)
  const [wei, asha] = [newAddress('wei'), newAddress('asha')]
  const people = [
    { email: wei, name: '张伟', company: '宁波永兴', timeZone: 'Asia/Shanghai' },
    { email: asha, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' },
  ]
  const { slug } = await ask(page, { slots: [{ name: invoice, types: ['pdf'] }, { name: list }], people })
  await page.goto(`/dash/requests/${slug}`)
  await expect(line(page, '宁波永兴')).toContainText('Missing')

  const [mail] = await waybill.mailsTo(wei)
  const link = /https?:\/\/\S+\/r\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const phone = await newVisitor({ ...PHONE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  await phone.goto(link)
  await expect(phone.locator('html')).toHaveAttribute('lang', /^zh/)
  await choose(phone, invoice, [await makePdf('发票.pdf')])
  await choose(phone, list, [await makeFile(folder, '装箱单.xlsx', 30_000)])
  await send(phone)

  // Nothing is pressed: what comes shows as it comes.
  await expect(line(page, '宁波永兴').getByRole('cell')).toContainText(['', 'Sent', 'Sent'], { timeout: 40_000 })
  await expect(line(page, 'Rao Forge')).toContainText('Missing')
  await page.getByRole('link', { name: '张伟' }).click()
  await slotOf(page, invoice).getByRole('button', { name: 'Send back' }).click()
  await page.getByLabel('What is wrong with it').fill('The stamp is missing.')
  await slotOf(page, invoice).getByRole('button', { name: 'Send back' }).click()
  await expect(slotOf(page, invoice)).toContainText('Sent back')
  await slotOf(page, list).getByRole('button', { name: 'Accept' }).click()
  await expect(slotOf(page, list)).toContainText('Accepted')

  const told = async () => (await waybill.mailsTo(wei)).map(({ text }) => text).join()
  await expect.poll(told, { timeout: 30_000 }).toContain('The stamp is missing.')
  await phone.goto(link)
  await expect(slotNamed(phone, invoice).getByText('The stamp is missing.')).toBeVisible()
  await choose(phone, invoice, [await makePdf('盖章发票.pdf')])
  await send(phone)
  await expect(slotOf(page, invoice)).not.toContainText('Sent back', { timeout: 40_000 })
  await slotOf(page, invoice).getByRole('button', { name: 'Accept' }).click()
  await expect(slotOf(page, invoice)).toContainText('Accepted')
  await page.keyboard.press('Escape')
  await expect(line(page, '宁波永兴')).toContainText('Complete')

  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Fetch everything' }).click()
  const { stdout } = await run('unzip', ['-Z1', await (await fetched).path()], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  expect(stdout.trim().split('\n').sort()).toEqual(['宁波永兴/盖章发票.pdf', '宁波永兴/装箱单.xlsx'].sort())
})
