import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import { callAs, makeAccount, PASSWORD, signIn } from '../pages/account-pages.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('With a second factor on, an open session alone cannot sign out other devices; the owner can, by keyboard', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await makeAccount(page, waybill, { email: ada, language: 'en' })
  const other = await newVisitor()
  await other.goto('/login')
  await signIn(other, ada)
  await expect(other).toHaveURL(/\/dash/)
  // The test leaves the text file on which it created the account: that page may make no calls.
  await page.goto('/dash/account/security')
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  const { recoveryCodes } = await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  const elsewhere = page.getByRole('button', { name: 'Log out everywhere else' })
  await elsewhere.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your second factor is needed too.')).toBeVisible()

  await elsewhere.press('Enter')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('All other devices are logged out.').first()).toBeVisible()
  // A confirmed second factor stays valid for a while.
  const app = part(page, 'Authenticator app')
  await app.getByRole('button', { name: 'Turn off' }).click()
  await app.getByLabel('Current password').fill(PASSWORD)
  await app.getByRole('button', { name: 'Turn off' }).click()
  await expect(app.getByRole('button', { name: 'Turn on' })).toBeVisible()
})
