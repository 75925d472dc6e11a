import type { Locator, Page } from '@playwright/test'
import { auditNow, auditScreen } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { holdParts } from '../fixtures/held-parts.ts'
import {
  downloadAll,
  expect,
  fillSendForm,
  linkFor,
  makeFile,
  newAddress,
  sendAndVerify,
  sha256,
  test,
} from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { sendFilesButton, signUp } from '../pages/account-pages.ts'
import { rows } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

const FILM_BYTES = 40_000_000

const howFar = (reader: Page) => reader.getByRole('region', { name: 'What has arrived' }).getByRole('status')

/** Sends from the dashboard's form, with this option. */
async function sendWhileUploading(page: Page, files: string[], to: string): Promise<Locator> {
  await sendFilesButton(page).press('Enter')
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await slip.locator('input[type=file]').first().setInputFiles(files)
  await slip.locator('#email-to').fill(`${to},`)
  await chooseWhileUploading(page)
  await slip.getByRole('button', { name: /^Send \d/ }).press('Enter')
  return slip
}

/** Chooses it among the options of the open form. */
async function chooseWhileUploading(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Options' }).press('Enter')
  const options = page.getByRole('dialog', { name: 'Options' })
  await options.getByRole('radio', { name: /^Now, while it uploads/ }).check()
  await shot(page, 'options')
  await options.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(options).toBeHidden()
}

async function downloadFile(reader: Page, name: string) {
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('button', { name: `Download ${name}` }).press('Enter'),
  ])
  return download
}

/** Makes the last part older than the half hour after which an upload has broken off. */
async function letTimePass(waybill: WaybillServer, sender: string): Promise<void> {
  const blobs = `select b.id from blobs b join transfers t on t.upload_id = b.upload_id where t.sender_address = $1`
  await waybill.query(`delete from part_claims where blob_id in (${blobs})`, [sender])
  await waybill.query(`update blobs set last_part_at = now() - interval '1 hour' where id in (${blobs})`, [sender])
}

test('A recipient downloads one file while the other is on its way, starts that too, and gets every byte', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.pdf', 300_000)
  const film = await makeFile(folder, 'film.mov', FILM_BYTES)
  const release = await holdParts(page)
  await signUp(page, waybill, { email: ada, name: 'Ada' })
  const slip = await sendWhileUploading(page, [note, film], asha)
  await expect(slip.getByRole('heading', { name: 'Sent. 1 of 2 files is there.' })).toBeVisible({ timeout: 60_000 })
  await expect(slip.getByText('Recipients have their emails.')).toBeVisible()
  expect(await auditNow(page, 'sent, still uploading')).toEqual([])
  await shot(page, 'sending')

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await expect(howFar(reader)).toHaveText('1 of 2 files is there; the rest is on its way.')
  await expect(reader.getByText(/^On its way, \d+%$/)).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download all' })).toBeDisabled()
  expect(await auditScreen(reader, 'a transfer that is arriving')).toEqual([])
  await shot(reader, 'arriving')
  expect(await sha256(await (await downloadFile(reader, 'note.pdf')).path())).toBe(await sha256(note))
  const coming = await downloadFile(reader, 'film.mov')

  release()
  expect(await sha256(await coming.path())).toBe(await sha256(film))
  await expect(howFar(reader)).toHaveText('All 2 files are there.')
  expect((await downloadAll(reader)).length).toBeGreaterThan(0)
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await expect(slip.getByText('All of it is there for:')).toBeVisible()
})

test('A broken upload is told to both, is continued with the same files, and becomes whole', async ({
  page,
  context,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'note.pdf', 300_000), await makeFile(folder, 'film.mov', FILM_BYTES)]
  await holdParts(page)
  await signUp(page, waybill, { email: ada, name: 'Ada' })
  const slip = await sendWhileUploading(page, files, asha)
  await expect(slip.getByRole('heading', { name: 'Sent. 1 of 2 files is there.' })).toBeVisible({ timeout: 60_000 })
  const link = await linkFor(waybill, asha)
  await page.close()

  // Parts that had left the page still come; the look after arriving transfers runs each minute.
  const mailToSender = async () => {
    await letTimePass(waybill, ada)
    return (await waybill.allMails()).find(({ to }) => to === ada)?.text
  }
  await expect.poll(mailToSender, { timeout: 150_000 }).toMatch(/broke off[\s\S]*\/dash\/transfers\//)
  await expect.poll(async () => (await waybill.mailsTo(asha)).length, { timeout: 30_000 }).toBe(2)
  const reader = await newVisitor({ viewport: { width: 360, height: 740 } })
  await reader.goto(link)
  await expect(howFar(reader)).toHaveText('The upload broke off. 1 of 2 files is there; the rest did not arrive.')
  await expect(reader.getByText(/^Did not arrive: \d+% of it is there$/)).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download film.mov' })).toHaveCount(0)
  expect(await auditNow(reader, 'a transfer that broke off, 360')).toEqual([])
  await shot(reader, 'broken')

  const again = await context.newPage()
  await again.goto('/dash/transfers')
  await expect(rows(again)).toContainText('Broke off')
  await shot(again, 'list')
  await again.goto(`/dash/transfers/${link.split('/')[2]}`)
  await expect(again.getByText(/^The upload broke off: 1 of 2 files is there/)).toBeVisible()
  expect(await auditScreen(again, 'the record of a transfer that broke off')).toEqual([])
  await shot(again, 'record')
  await again.getByRole('button', { name: 'Continue upload' }).press('Enter')
  await expect(again.getByRole('heading', { name: /^Your transfer is sent, but/ })).toBeVisible()
  await shot(again, 'unfinished')
  await again.getByLabel('Choose the files again').and(again.locator('input')).setInputFiles(files)
  await expect(again.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })

  await expect(howFar(reader)).toHaveText('All 2 files are there.')
  await expect.poll(async () => (await waybill.mailsTo(asha)).length, { timeout: 30_000 }).toBe(3)
  await downloadAll(reader)
  await again.getByRole('dialog', { name: 'Send files' }).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(again.locator('ol').getByText('Complete')).toBeVisible()
})

test('A visitor’s recipients see the files arrive, and download once all are there', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const film = await makeFile(folder, 'film.mov', FILM_BYTES)
  const release = await holdParts(page)
  await page.goto('/')
  await fillSendForm(page, { files: [film], recipients: [asha], sender: ada })
  await chooseWhileUploading(page)
  await sendAndVerify(page, waybill, ada)
  await expect(page.getByRole('heading', { name: 'Sent. Its file is on its way.' })).toBeVisible({ timeout: 60_000 })

  const reader = await newVisitor({ javaScriptEnabled: false })
  const link = await linkFor(waybill, asha)
  await reader.goto(link)
  await expect(reader.getByText('Reload the page to see what has arrived since.')).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Download' })).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Your transfer is sent, but/ })).toBeVisible()
  release()
  await page.getByLabel('Choose the files again').and(page.locator('input')).setInputFiles(film)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await reader.goto(link)
  await expect(reader.getByRole('button', { name: /^Download/ })).toBeEnabled()
})
