import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { fillSignUp, openSendForm, PASSWORD, sendFilesButton, verifySignUp } from '../pages/account-pages.ts'

// The test audits each screen in several themes.
test.describe.configure({ timeout: 300_000 })

const either = (english: string, chinese: string) => new RegExp(`^(${english}|${chinese})`)

test('The sign-in screens pass the accessibility audit', async ({ page }) => {
  const faults: string[] = []
  await page.goto('/pricing?save=abc1234')
  await expect(page.getByText('Keep your files')).toBeVisible()
  faults.push(...(await auditScreen(page, 'pricing')))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  faults.push(...(await auditScreen(page, 'login')))
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  faults.push(...(await auditScreen(page, 'forgotten')))
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Password request sent!' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'requested')))
  await page.goto('/updatepassword?t=made-up')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'bad link')))
  await page.goto('/welcomeback?email=ada%40example.com')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'welcome back')))
  expect(faults).toEqual([])
})

test('Sign-up and the send form of an account pass the accessibility audit', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  const faults: string[] = []
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill('ada@nowhere')
  await page.getByLabel('Password', { exact: true }).fill('five5')
  await page.getByLabel('Your name').focus()
  faults.push(...(await auditScreen(page, 'sign-up, refused')))
  await fillSignUp(page, { email: ada, password: PASSWORD })
  await expect(page.getByText(`We sent a 5-character code to ${ada}.`)).toBeVisible()
  faults.push(...(await auditScreen(page, 'sign-up, code')))
  await verifySignUp(page, waybill, ada)
  await expect(page).toHaveURL('/dash')
  const slip = {
    open: () => openSendForm(page),
    close: () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: either('Close', '关闭') })
        .click(),
  }
  await page.goto('/dash')
  faults.push(...(await auditScreen(page, 'slip, empty', slip)))
  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'note.txt', 1_000))
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('radio', { name: /^Link/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Send 1/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await slip.close()
  const done = { ...slip, open: () => sendFilesButton(page).click() }
  faults.push(...(await auditScreen(page, 'slip, sent by link', done)))
  await waybill.query('update accounts set suspended_at = now() where email = $1', [ada])
  await page.reload()
  faults.push(...(await auditScreen(page, 'slip, suspended', done)))
  expect(faults).toEqual([])
})
