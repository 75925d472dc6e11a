import type { Page } from '@playwright/test'
import { codeIn, expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import { PASSWORD, signIn, signUp, signUpInBrowser } from '../pages/account-pages.ts'
import { notices } from '../pages/transfers-page.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('One device signs another device out', async ({ page, waybill, newVisitor }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  const phone = await newVisitor({ viewport: { width: 360, height: 740 } })
  await phone.goto('/login')
  await signIn(phone, ada)
  await expect(phone).toHaveURL(/\/dash/)

  await page.goto('/dash/account/security')
  const devices = part(page, 'Where you’re logged in')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toHaveCount(1)
  const other = devices.getByRole('listitem').filter({ hasNotText: 'This device' })
  await other.getByRole('button', { name: /^Log out/ }).click()
  await expect(notices(page)).toContainText('That device is logged out.')
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await phone.reload()
  await expect(phone).toHaveURL(/\/login/)
  await page.reload()
  await expect(devices.getByText('This device')).toBeVisible()
})

test('An account turns on an authenticator app, signs in with it and turns it off', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada }, '/dash/account/security')
  const app = part(page, 'Authenticator app')
  await app.getByRole('button', { name: 'Turn on' }).click()
  await app.getByLabel('Current password').fill('not-the-password')
  await app.getByRole('button', { name: 'Continue' }).click()
  await expect(app.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await app.getByLabel('Current password').fill(PASSWORD)
  await app.getByRole('button', { name: 'Continue' }).click()
  await expect(app.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = /[A-Z2-7]{16,}/.exec(await app.innerText())?.[0] ?? ''
  await app.getByLabel('Code from the app').fill(totpCode(secret))
  await app.getByRole('button', { name: 'Turn on' }).click()
  const codes = app.locator('.account-codes li')
  await expect(codes.first()).toBeVisible()
  const recovery = (await codes.first().textContent()) ?? ''
  const secondRecovery = (await codes.nth(1).textContent()) ?? ''
  await app.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(app.getByText('On: you enter a code from your app when you log in.')).toBeVisible()

  const other = await newVisitor()
  await other.goto('/login')
  await signIn(other, ada)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recovery)
  await other.getByLabel('Recovery code').press('Enter')
  await expect(other).toHaveURL(/\/dash/)

  await page.reload()
  await app.getByRole('button', { name: 'Turn off' }).click()
  await app.getByLabel('Current password').fill(PASSWORD)
  await app.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(secondRecovery)
  await dialog.getByLabel('Recovery code').press('Enter')
  await expect(app.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('An account changes its name, picture, address and preferences', async ({ page, waybill }) => {
  const [ada, lovelace] = [newAddress('ada'), newAddress('lovelace')]
  await signUp(page, waybill, { email: ada }, '/dash/account')
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await part(page, 'Name').getByRole('button', { name: 'Save' }).click()
  await expect(notices(page)).toContainText('Saved.')
  await expect(page.getByRole('button', { name: 'Your account' })).toContainText('AL')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('Choose a picture').setInputFiles(picture)
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(page.locator('.account-picture img')).toHaveJSProperty('complete', true)

  await page.getByRole('link', { name: 'Sending' }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/updateProfile') && answer.ok())
  await page.getByLabel('Language of emails to recipients').selectOption('中文')
  await saved
  await page.reload()
  await expect(page.getByLabel('Language of emails to recipients')).toHaveValue('zh')

  await page.getByRole('link', { name: 'Security' }).click()
  const email = part(page, 'Email')
  await email.getByRole('button', { name: 'Change email' }).click()
  await email.getByLabel('New email').fill(lovelace)
  await email.getByLabel('Current password').fill(PASSWORD)
  await email.getByRole('button', { name: 'Send a code' }).click()
  await expect(email.getByText(`We sent a 5-character code to ${lovelace}.`)).toBeVisible()
  const [mail] = await waybill.mailsTo(lovelace)
  await email.getByLabel('Code').fill(codeIn(mail))
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(notices(page)).toContainText('Email address changed.')
  await expect(email.getByText(lovelace)).toBeVisible()
})

test('An account exports its data and deletes itself', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUpInBrowser(page, waybill, { email: ada })
  await page.goto('/dash/account?tab=data')
  const saving = page.waitForEvent('download')
  await part(page, 'Download your data').getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('waybill-export.json')
  const end = part(page, 'Delete your account')
  await end.getByRole('button', { name: 'Delete your account' }).click()
  await end.getByLabel('Current password').fill(PASSWORD)
  await expect(end.getByRole('button', { name: 'Delete everything' })).toBeDisabled()
  await end.getByLabel(`Type ${ada} to confirm`).fill(ada)
  await end.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await signIn(page, ada)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
})
