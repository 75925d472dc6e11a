import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { openSendForm, sendFilesButton, signIn, signUp } from '../pages/account-pages.ts'
import { notices } from '../pages/transfers-page.ts'

test('A device that was signed out remotely goes to the sign-in page and keeps only the draft', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada, name: 'Ada' })
  const phone = await newVisitor({ viewport: { width: 360, height: 740 } })
  await phone.goto('/login')
  await signIn(phone, ada)
  await expect(sendFilesButton(phone)).toBeVisible()

  await page.goto('/dash/account/security')
  const devices = page.getByRole('region', { name: 'Where you’re logged in', exact: true })
  await devices
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(notices(page)).toContainText('That device is logged out.')

  // The live stream tells the phone at its next heartbeat.
  await expect(phone).toHaveURL(/\/login/, { timeout: 40_000 })
  expect(await phone.evaluate(() => localStorage.getItem('waybill-session'))).toBeNull()
  await phone.goBack()
  await expect(phone).toHaveURL(/\/login/)
  await signIn(phone, ada)
  await expect(sendFilesButton(phone)).toBeVisible()

  // This time the other device signs out everyone else. This device has a half-written form open, and the network
  // blocks its live stream.
  await page.route('**/live?*', (route) => route.abort())
  await page.reload()
  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'note.txt', 1_000))
  const asha = newAddress('asha')
  await page.locator('#email-to').fill(`${asha},`)
  // The click comes while the page is still finding out that its session has ended.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/refreshToken', async (route) => {
    await pressed.promise
    await route.continue()
  })
  const renewing = page.waitForRequest('**/refreshToken', { timeout: 60_000 })
  await phone.goto('/dash/account/security')
  await phone.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(notices(phone)).toContainText('All other devices are logged out.')
  await renewing
  await page.getByRole('button', { name: /^Send \d/ }).click()
  pressed.resolve()
  await expect(page).toHaveURL(/\/login/)
  await expect(phone.getByText('This device', { exact: true })).toBeVisible()
  await signIn(page, ada)
  await expect(page.getByRole('dialog', { name: 'Send files' }).getByText('note.txt')).toBeVisible()
  // A signed-out device sends nothing under the account's address.
  expect(await waybill.query('select 1 from recipients where address = $1', [asha])).toEqual([])
})
