/** Sentences about a checklist for three suppliers: what its requester does and reads, and how suppliers send. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from '@playwright/test'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { ask, pressSend } from '../pages/request-page.ts'
import { items } from '../pages/requests-page.ts'
import type { Words } from './checklist-words.ts'

const run = promisify(execFile)
const deadline = { at: '2032-03-28T18:00', zone: 'Asia/Hong_Kong', rule: 'fixed' } as const

/** An invited supplier. */
export interface Supplier {
  email: string
  name: string
  company: string
}

/** Makes the request in the form, as a requester does. */
export async function askInForm(page: Page, words: Words, suppliers: readonly Supplier[]): Promise<void> {
  await page.goto('/dash/requests?new')
  await page.getByLabel('Title').fill(words.title)
  await page.getByRole('button', { name: 'Add an item' }).click()
  await items(page).fill(words.invoice)
  await items(page).press('Enter')
  await items(page).nth(1).fill(words.film)
  await page.getByRole('button', { name: `Details ${words.invoice}` }).click()
  await page.getByRole('button', { name: 'PDF', exact: true }).first().click()
  const lines = suppliers.map(({ email, name, company }) => [email, name, company].join('\t'))
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await page.getByLabel('Addresses (Enter or comma to separate)').press('Control+v')
  await page.getByLabel('Deadline', { exact: true }).fill(deadline.at)
  await page.getByRole('button', { name: `Send to ${suppliers.length} suppliers` }).click()
  await expect(page.getByRole('heading', { name: words.title })).toBeFocused()
}

/** The same by the calls that the form makes. */
export async function askByCalls(page: Page, words: Words, suppliers: readonly Supplier[]): Promise<void> {
  const { title, invoice, film } = words
  await page.goto('/dash/requests')
  await ask(page, {
    title,
    items: [{ name: invoice, types: ['pdf'] }, { name: film }],
    suppliers: [...suppliers],
    deadline,
  })
}

/** The supplier's row of the table. */
export const lineOf = (page: Page, { company }: Supplier): Locator =>
  page.getByRole('table').getByRole('row').filter({ hasText: company })

/** What the table says about each of a supplier's items. The test presses nothing: the table updates by itself. */
export const tableSays = (page: Page, supplier: Supplier, marks: string[]): Promise<void> =>
  expect(lineOf(page, supplier).locator('td .item-mark')).toHaveText(marks, { timeout: 40_000 })

/** A supplier's item in the panel beside the table, where the requester reviews it. */
export const judgedItem = (page: Page, name: string): Locator =>
  page.locator('.supplier .supplier-item').filter({ hasText: name })

/** The link in the one mail that contains this text. */
export async function linkMailed(waybill: WaybillServer, address: string, text: string): Promise<string> {
  const mails = async () => (await waybill.allMails()).filter((mail) => mail.to === address && mail.text.includes(text))
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1)
  return /https?:\/\/\S+\/r\/\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? ''
}

/** Submits the chosen files, and waits for the receipt. */
export async function send(phone: Page): Promise<void> {
  await pressSend(phone)
  await received(phone)
}

/** The receipt shows, and fits the screen. */
export async function received(phone: Page): Promise<void> {
  await expect(phone).toHaveURL(/received=/, { timeout: 120_000 })
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Backdates a supplier's deadline by three hours, and sends the reminder. */
export async function letDeadlinePass(waybill: WaybillServer, { email }: Supplier): Promise<void> {
  // Reminders go out by day: sets the supplier's time zone to one where it is about noon.
  const ahead = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  await waybill.query(
    `update request_suppliers set due_at = now() - interval '3 hours', next_reminder_at = now(), time_zone = $2
     where address = $1`,
    [email, zone],
  )
  await waybill.query(`select graphile_worker.add_job('remind-due', '{}')`)
}

/** Presses a button that saves a file, and returns where the file is saved. */
export async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

interface CsvLine extends Supplier {
  isLate: boolean
  /** Each item, with its number of files. */
  states: string[]
}

/** A supplier's row of the CSV file. */
export async function csvLine(path: string, supplier: Supplier): Promise<CsvLine> {
  const lines = (await readFile(path, 'utf8')).split('\r\n')
  const fields = lines.find((line) => line.startsWith(`${supplier.email},`))?.split(',') ?? []
  const [email = '', name = '', company = '', , , , late, , , ...states] = fields
  return { email, name, company, isLate: late !== '', states }
}

/** The contents of an unpacked archive: paths and their bytes. */
export async function unpacked(archive: string, folder: string): Promise<Map<string, Buffer>> {
  await run('unzip', ['-q', archive, '-d', folder], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  return new Map(await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)] as const)))
}
