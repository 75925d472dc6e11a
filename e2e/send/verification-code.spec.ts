import type { Page } from '@playwright/test'
import { codeIn, expect, fillSendForm, makeFile, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

/** Fills the form, presses Send and waits for the code field; returns the mailed code. */
async function askForCode(page: Page, waybill: WaybillServer, folder: string, sender: string): Promise<string> {
  const files = [await makeFile(folder, 'note.txt', 1_000)]
  await fillSendForm(page, { files, recipients: ['asha@example.com'], sender, message: 'Kept while I look for it.' })
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  return newestCode(waybill, sender, 1)
}

async function newestCode(waybill: WaybillServer, sender: string, mails: number): Promise<string> {
  const [mail] = await waybill.mailsTo(sender, mails)
  return codeIn(mail)
}

const verify = (page: Page) => page.getByRole('button', { name: 'Verify' })
const differentFrom = (code: string) => (code === '00000' ? '11111' : '00000')

test('A wrong code is refused, and the right code in lower case sends', async ({ page, waybill, folder }) => {
  const code = await askForCode(page, waybill, folder, newAddress('ada'))
  await expect(page.getByText('Nothing there? Check your spam folder.')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill(code.slice(0, 4))
  await expect(verify(page)).toBeDisabled()

  await page.getByLabel('Code').fill(differentFrom(code))
  await verify(page).click()
  await expect(page.getByText('That code is wrong.')).toBeVisible()
  await expect(page.locator('.code-field[data-shaking]')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByLabel('Code')).toHaveValue('')

  await page.getByLabel('Code').fill(code.toLowerCase())
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
})

test('Back keeps everything that was entered', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  await askForCode(page, waybill, folder, ada)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('Your email')).toHaveValue(ada)
  await expect(page.getByLabel('Message')).toHaveValue('Kept while I look for it.')
  await expect(page.getByText('note.txt')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'asha@example.com' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
})

test('Requesting a new code disables its button briefly and invalidates the old code', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  const old = await askForCode(page, waybill, folder, ada)
  const resend = page.getByRole('button', { name: 'Send a new code' })
  await expect(resend).toBeEnabled()
  await resend.click()
  await expect(resend).toBeDisabled()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  const fresh = await newestCode(waybill, ada, 2)
  await expect(resend).toBeEnabled()

  if (old !== fresh) {
    await page.getByLabel('Code').fill(old)
    await verify(page).click()
    await expect(page.getByText('That code is wrong.')).toBeVisible()
  }
  await page.getByLabel('Code').fill(fresh)
  await verify(page).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
})

test('An expired code asks for a new one', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  const code = await askForCode(page, waybill, folder, ada)
  await waybill.expireCodes(ada)
  await page.getByLabel('Code').fill(code)
  await verify(page).click()
  await expect(page.getByText('That code has expired. Request a new one.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByLabel('Code').fill(await newestCode(waybill, ada, 2))
  await verify(page).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
})
