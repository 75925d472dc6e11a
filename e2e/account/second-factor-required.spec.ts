import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import { callAs, makeAccount, PASSWORD, signIn } from '../pages/account-pages.ts'
import { inviteLink } from '../pages/invite-link.ts'

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

test('The admin requires a second factor; a member’s open page asks for one, and then shows what it showed', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, bob] = [newAddress('ada'), newAddress('bob')]
  await makeAccount(page, waybill, { email: ada, language: 'en' })
  await waybill.setPlan(ada, { role: 'pro' })
  await page.goto('/dash/account/teams')
  await expect(part(page, 'Second factor').getByRole('checkbox')).toBeDisabled()
  await part(page, 'Second factor').getByRole('link', { name: 'Open security settings' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/security$/)
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  const { recoveryCodes } = await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })
  await callAs(page, 'inviteMembers', { body: { emails: [bob], role: 'member' } })
  const atBob = await newVisitor({ viewport: { width: 360, height: 740 } })
  await atBob.goto(await inviteLink(waybill, bob))
  await atBob.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await atBob.getByRole('button', { name: 'Join the team' }).click()
  await expect(atBob).toHaveURL(/\/dash$/)
  await atBob.goto('/dash/contacts')
  await expect(atBob.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()

  await page.goto('/dash/account/teams')
  const rule = part(page, 'Second factor')
  await expect(rule.getByText('1 person has none yet.')).toBeVisible()
  await rule.getByRole('checkbox').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(rule.getByText(/1 person has none yet and can’t use their account/)).toBeVisible()
  await expect(part(page, 'Members').getByRole('listitem', { name: bob })).toContainText('No second factor')
  await shot(page, 'factor-rule')
  const faults = await auditScreen(page, 'team')

  // Without a reload.
  await expect(atBob.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect(atBob.getByText(`${ada}, the admin of your team, requires a second factor.`)).toBeVisible()
  faults.push(...(await auditScreen(atBob, 'second factor')))
  expect(faults).toEqual([])
  await shot(atBob, 'factor-asked')
  await atBob.reload()
  const app = part(atBob, 'Authenticator app')
  await app.getByRole('button', { name: 'Turn on' }).click()
  await app.getByLabel('Current password').fill(PASSWORD)
  await app.getByRole('button', { name: 'Continue' }).click()
  const copied = await app.getByRole('button', { name: 'Copy the secret' }).textContent()
  const [own = ''] = /[A-Z2-7]{16,}/.exec(copied ?? '') ?? []
  await app.getByLabel('Code from the app').fill(totpCode(own))
  await app.getByRole('button', { name: 'Turn on' }).click()
  await app.getByRole('button', { name: 'I’ve saved them' }).click()
  await shot(atBob, 'factor-done')
  await atBob.getByRole('button', { name: 'Go on to your account' }).click()
  await expect(atBob).toHaveURL(/\/dash\/contacts$/)
  await expect(atBob.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
})
