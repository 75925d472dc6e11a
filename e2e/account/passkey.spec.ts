import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { PASSWORD, signIn, signUp } from '../pages/account-pages.ts'

/** A passkey on the device, which is present and verifies its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const passkeys = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Your account|您的账户)$/ }).click()
  await page.getByRole('menuitem', { name: /^(Logout|退出登录)$/ }).click()
  await expect(page).toHaveURL('/login')
}

test('An account adds a passkey, signs in with it and removes it', async ({ page, waybill, newVisitor }) => {
  const ada = newAddress('ada')
  await addAuthenticator(page)
  await signUp(page, waybill, { email: ada }, '/dash/account/security')
  const part = passkeys(page, 'Passkeys')
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await part.getByLabel('Name of the passkey').fill('Ada’s laptop')
  await part.getByLabel('Current password').fill('not-the-password')
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(part.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await part.getByLabel('Current password').fill(PASSWORD)
  await part.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(part.locator('.account-codes li').first()).toBeVisible()
  await part.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(part.getByRole('listitem')).toContainText('Ada’s laptop')

  await signOut(page)
  await signIn(page, ada)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dash')

  const elsewhere = await newVisitor()
  await addAuthenticator(elsewhere)
  await elsewhere.goto('/login')
  await signIn(elsewhere, ada)
  await elsewhere.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(elsewhere.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
  await expect(elsewhere).toHaveURL('/login')

  await page.getByLabel('切换到中文').click()
  await page.goto('/dash/account/security')
  const chinese = page.getByRole('region').filter({ hasText: 'Ada’s laptop' })
  await chinese.getByRole('listitem').getByRole('button').click()
  await chinese.getByLabel('当前密码').fill(PASSWORD)
  await chinese.getByLabel('当前密码').press('Enter')
  // The password alone does not remove a factor: the page also asks for the factor.
  await page.getByRole('dialog').getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page.getByText('Ada’s laptop')).toHaveCount(0)
  await signOut(page)
  await page.getByLabel('Switch to English').click()
  await signIn(page, ada)
  await expect(page).toHaveURL('/dash')
})
