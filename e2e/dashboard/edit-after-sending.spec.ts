import type { Page } from '@playwright/test'
import { downloadAll, expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { openSendForm, signUp } from '../pages/account-pages.ts'
import { actFor, notices, sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 180_000 })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const gone = (page: Page) => page.getByRole('heading', { name: 'There is nothing at this link' })
const message = 'Final housing, please quote by Friday.'

/** Sends two files to one recipient from a new account, and opens the transfer's page. */
async function sendAndOpen(page: Page, waybill: WaybillServer, to: string): Promise<string> {
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendAsAccount(page, { files: ['housing.dwg', 'quote.pdf'], recipients: [to], message })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await expect(page.getByRole('heading', { name: /housing\.dwg/ })).toBeVisible()
  return linkFor(waybill, to)
}

test('A sender edits the message and link after sending, and the recipient sees the change', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const link = await sendAndOpen(page, waybill, newAddress('asha'))
  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByText(message)).toBeVisible()

  await part(page, 'Message').getByRole('button', { name: 'Edit' }).click()
  await part(page, 'Message').getByRole('textbox').fill('Monday is early enough.')
  await part(page, 'Message').getByRole('button', { name: 'Save' }).click()
  await expect(part(page, 'Message').getByText('Monday is early enough.')).toBeVisible()
  // The new message shows on the sender's page at once, and on the recipient's once the server has saved it.
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByText('Monday is early enough.')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await page.getByRole('button', { name: 'Change title' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Housing for Asha')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Housing for Asha' })).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Housing for Asha' })).toBeVisible()

  await page.getByRole('button', { name: 'Pause the link' }).click()
  await expect(page.getByRole('button', { name: 'Resume the link' })).toBeVisible()
  await expect(async () => {
    await reader.reload()
    const paused = reader.getByRole('heading', { name: 'The sender has paused this link' })
    await expect(paused).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.reload()
  await page.getByRole('button', { name: 'Resume the link' }).click()
  await expect(page.getByRole('button', { name: 'Pause the link' })).toBeVisible()
  await reader.reload()
  await downloadAll(reader)
  await expect(page.getByText('Handed to your proxy').first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dash\/transfers$/)
  await reader.reload()
  await expect(gone(reader)).toBeVisible()
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.dash-page').getByRole('link', { name: 'Housing for Asha' })).toBeVisible()
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByText('Monday is early enough.')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
})

test('A sender adds, mails again and removes recipients', async ({ page, waybill, newVisitor }) => {
  const [asha, chen] = [newAddress('asha'), newAddress('chen')]
  const link = await sendAndOpen(page, waybill, asha)
  const people = part(page, 'Recipients')
  await people.getByLabel('Add recipients').fill(chen)
  await people.getByRole('button', { name: 'Add and email' }).click()
  await expect(notices(page)).toContainText('1 recipient added. Their email is on its way.')
  await expect(people.getByRole('listitem')).toHaveCount(2)
  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, chen))
  await expect(reader.getByText(message)).toBeVisible()

  await people.getByRole('button', { name: `Remind ${chen}` }).click()
  await expect(notices(page)).toContainText(chen)
  await actFor(page, asha, 'Remove')
  await page
    .getByRole('dialog', { name: `Remove ${asha}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await reader.goto(link)
  await expect(gone(reader)).toBeVisible()
  await reader.goto(await linkFor(waybill, chen))
  await expect(reader.getByText(message)).toBeVisible()
})

test('A sender replaces, adds and removes files under the same link', async ({ page, waybill, folder, newVisitor }) => {
  const link = await sendAndOpen(page, waybill, newAddress('asha'))
  const files = part(page, 'Files')
  const choose = async (button: string, name: string, bytes: number) => {
    const chooser = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: button }).click()
    await (await chooser).setFiles([await makeFile(folder, name, bytes)])
  }
  await choose('Replace quote.pdf', 'quote-2.pdf', 70_000)
  await expect(notices(page)).toContainText('File replaced.')
  await choose('Add files', 'drawing.step', 20_000)
  await expect(notices(page)).toContainText('File added.')
  await expect(files.locator('.record-file-name', { hasText: 'drawing.step' })).toBeVisible()
  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader.getByRole('button', { name: 'Download quote-2.pdf' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download drawing.step' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download quote.pdf' })).toHaveCount(0)

  await files.getByRole('button', { name: 'Remove housing.dwg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notices(page)).toContainText('housing.dwg removed.')
  await reader.reload()
  await expect(reader.getByRole('button', { name: 'Download drawing.step' })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download housing.dwg' })).toHaveCount(0)
})

test('A suspended account can view a transfer but not change it', async ({ page, waybill }) => {
  await sendAndOpen(page, waybill, newAddress('asha'))
  const [account] = await waybill.query<{ id: string }>(
    `update accounts set suspended_at = now() where id = (select account_id from transfers order by sent_at desc limit 1)
     returning id`,
  )
  expect(account).toBeDefined()
  await page.reload()
  await expect(page.getByRole('note')).toBeVisible()
  await expect(page.getByRole('heading', { name: /housing\.dwg/ })).toBeVisible()
  for (const name of ['Edit', 'Add files', 'Change expiry', 'Add and email', /^Replace/, /^Remind/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
})

test('A sender schedules a protected transfer, changes its time, and sends it', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await openSendForm(page)
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await slip
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'offer.pdf', 20_000))
  await page.locator('#email-to').fill(`${asha},`)
  await slip.getByLabel('Title (optional)').fill('Offer for Asha')
  await slip.getByRole('button', { name: 'Options' }).click()
  const options = page.getByRole('dialog', { name: 'Options' })
  await options.getByRole('radio', { name: /^Later/ }).check()
  await options.getByLabel('Date and time').fill('2020-01-01T09:00')
  await expect(options.getByText(/^Choose a time at least 5 minutes/)).toBeVisible()
  await options.getByLabel('Date and time').fill(inDays(7))
  await options.getByLabel('Password').fill('open for asha')
  await options.getByLabel('Download limit for each file and recipient').fill('2')
  await options.getByRole('button', { name: 'Use these settings for new transfers' }).click()
  await expect(notices(page)).toContainText('New transfers start with these settings.')
  await options.getByRole('button', { name: 'Done' }).click()
  await slip.getByRole('button', { name: 'Schedule' }).click()
  await expect(slip.getByText(/^It goes out on /)).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Offer for Asha' })
  await expect(row).toContainText('Scheduled')
  await row.getByRole('link', { name: 'Offer for Asha' }).click()
  await expect(page.getByText(/Until then nobody is emailed, and nobody can open it/)).toBeVisible()
  const slug = new URL(page.url()).pathname.split('/').at(-1)
  const reader = await newVisitor()
  expect((await reader.goto(`/w/${slug}`))?.status()).toBe(404)
  expect(await waybill.mailsTo(asha, 0)).toEqual([])

  const schedule = part(page, 'Scheduled sending')
  await schedule.getByRole('button', { name: 'Change time' }).click()
  await schedule.getByLabel('Date and time').fill(inDays(9))
  await schedule.getByRole('button', { name: 'Save' }).click()
  await expect(schedule.getByRole('button', { name: 'Send now' })).toBeVisible()
  await schedule.getByRole('button', { name: 'Send now' }).click()
  await expect(schedule).toHaveCount(0)
  const link = await linkFor(waybill, asha)
  const [mail] = await waybill.mailsTo(asha)
  expect(mail?.text).not.toContain('offer.pdf')
  expect((await reader.goto(link))?.status()).toBe(403)
  await expect(reader.getByLabel('Password')).toBeVisible()

  // The next transfer begins with the limit, on a freshly loaded page too, without password and time.
  await page.goto('/dash/transfers')
  await openSendForm(page)
  await slip.getByRole('button', { name: 'Options' }).click()
  await expect(options.getByLabel('Download limit for each file and recipient')).toHaveValue('2')
  await expect(options.getByLabel('Password')).toHaveValue('')
  await expect(options.getByRole('radio', { name: /^Now Once all files/ })).toBeChecked()
  await options.getByRole('button', { name: 'Back to the standard settings' }).click()
  await expect(options.getByLabel('Download limit for each file and recipient')).toHaveValue('')
})

/** Nine in the morning, some days ahead. */
const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
