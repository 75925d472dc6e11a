/** Overlays, lost connections, and the way back to the page that the user asked for. */

import { limitSpeed, shot } from '../fixtures/browser-actions.ts'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { makeAccount, openSendForm, sendFilesButton, signIn } from '../pages/account-pages.ts'

test('Escape and Back close only the topmost overlay and keep the page', async ({ page, waybill }) => {
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en' })
  await page.goto('/dash/transfers')
  const sheet = page.getByRole('dialog', { name: 'Send files' })
  const options = page.getByRole('dialog', { name: 'Options' })
  const openBoth = async () => {
    await openSendForm(page)
    await sheet.getByRole('button', { name: /Options/ }).click()
    await expect(options).toBeVisible()
  }
  await openBoth()
  const close = await sheet.getByRole('button', { name: 'Close' }).boundingBox()
  const paper = await page.locator('.quick-send-place').boundingBox()
  expect(close?.x).toBeGreaterThan((paper?.x ?? 0) + (paper?.width ?? 0) / 2)
  await shot(page, 'sheet-options')
  await page.keyboard.press('Escape')
  await expect(options).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await openBoth()
  await page.goBack()
  await expect(options).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/dash/transfers')

  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('menuitem', { name: 'Profile' })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/dash/transfers')
  await page.getByRole('button', { name: 'Your account' }).click()
  await menu.click()
  const profile = page.getByLabel('Full name')
  await expect(page).toHaveURL('/dash/account/profile')
  await expect(profile).toBeVisible()
  // The user closed the menu by following its link: history skips the menu in both directions.
  await page.goBack()
  await expect(page).toHaveURL('/dash/transfers')
  await expect(profile).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL('/dash/account/profile')
  await expect(profile).toBeVisible()
})

test('A dashboard link survives sign-in, and no redirect leads to another site', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await makeAccount(page, waybill, { email: ada, language: 'en' })
  const other = await newVisitor()
  await other.goto('/dash/transfers?view=expired#list')
  await expect(other).toHaveURL('/login?next=%2Fdash%2Ftransfers%3Fview%3Dexpired%23list')
  await other.getByRole('button', { name: 'Forgot your password?' }).click()
  await other.getByRole('button', { name: 'Back to login' }).click()
  await signIn(other, ada)
  await expect(other).toHaveURL('/dash/transfers?view=expired#list')
  // A mail leads to one part of a page.
  await other.goto('/dash/account/settings#mail-domain')
  await expect(other.locator('#mail-domain')).toBeFocused()
  await other.goto('/dash/transfers?view=expired#list')

  // The session ends in another tab, while this page is open.
  const tab = await other.context().newPage()
  await tab.goto('/dash')
  await tab.getByRole('button', { name: 'Your account' }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(tab).toHaveURL('/login')
  await expect(other).toHaveURL('/login?next=%2Fdash%2Ftransfers%3Fview%3Dexpired%23list')
  await other.goto('/operator/reports')
  await other.getByRole('navigation').getByRole('link', { name: 'Log in' }).click()
  await expect(other).toHaveURL('/login?next=%2Foperator%2Freports')

  const third = await newVisitor()
  await third.goto('/login?next=%2F%2Fevil.example%2Fdash')
  await signIn(third, ada)
  await expect(third).toHaveURL('/dash')
  expect((await third.goto('/dash/nowhere'))?.status()).toBe(404)
  await expect(third.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
  expect((await third.goto('/dash/account/nowhere'))?.status()).toBe(404)
  await expect(third.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
})

test('A server outage signs nobody out; the page says so and continues by itself', async ({ page, waybill }) => {
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en' })
  await page.clock.install()
  await page.route('**/refreshToken', (route) => route.abort())
  await page.goto('/dash/contacts')
  const away = page.getByText('We can’t reach Waybill. We’ll keep trying, and the page will open by itself.')
  await expect(away).toBeVisible()
  await shot(page, 'away')
  await page.clock.runFor(120_000)
  expect(await page.evaluate(() => localStorage.getItem('waybill-session'))).not.toBeNull()
  await page.unroute('**/refreshToken')
  await expect
    .poll(async () => {
      await page.clock.runFor(20_000)
      return page.getByRole('heading', { name: 'Contacts', exact: true }).isVisible()
    })
    .toBe(true)
  await expect(page).toHaveURL('/dash/contacts')
})

test('Sending offline says so and continues by itself, and a running upload shows on every page', async ({
  page,
  context,
  waybill,
  folder,
}) => {
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en' })
  await page.goto('/dash/transfers')
  // A page that is opened without a connection says so, and appears once there is one.
  const away = page.getByText(/^We can’t reach Waybill\. What you see may be out of date/)
  await expect(sendFilesButton(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await expect(away).toBeVisible()
  await shot(page, 'list-offline')
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
  await expect(away).toBeHidden()
  await page.goto('/dash/transfers')
  await openSendForm(page)
  const sheet = page.getByRole('dialog', { name: 'Send files' })
  const film = await makeFile(folder, 'film.mov', 12_000_000)
  await sheet.locator('input[type=file]').first().setInputFiles(film)
  await page.locator('#email-to').fill(`${newAddress('asha')},`)
  await context.setOffline(true)
  await sheet.getByRole('button', { name: /^Send \d/ }).click()
  await expect(sheet.getByText(/Your files will be sent as soon as you are back online/)).toBeVisible()
  await shot(page, 'offline-send')
  const openLine = await limitSpeed(page, 1_500_000)
  await context.setOffline(false)
  await expect(sheet.getByRole('progressbar', { name: 'Progress' })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  const chip = page.getByRole('button', { name: /^Sending \d+%$/ })
  await expect(chip).toBeVisible()
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/pricing')
  await expect(chip).toBeVisible()
  await expect(page).toHaveTitle(/^\d+% · Pricing/)
  await shot(page, 'chip')
  await chip.click()
  await expect(sheet.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await openLine()
  await expect(sheet.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await expect(sendFilesButton(page)).toHaveCount(1)
})
