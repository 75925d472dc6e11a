import { signUp } from './account-journey.ts'
import { sendFromDash } from './dash-journey.ts'
import { expect, newAddress, test } from './journey.ts'
import { faultsOf } from './looks.ts'

// Each screen is looked at four times.
test.describe.configure({ timeout: 300_000 })

test('every page of the dashboard can be used by everyone', async ({ page, waybill, folder }) => {
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  const faults = await faultsOf(page, 'transfers, none')
  const name = 'factory-tour-with-a-very-long-name-that-needs-room.mov'
  await sendFromDash(page, folder, { files: [name, 'quote.pdf'], recipients: [newAddress('asha')], message: 'A word.' })
  await page.getByRole('checkbox').first().check()
  faults.push(...(await faultsOf(page, 'transfers, one chosen')))
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.locator('.record-guards summary').click()
  faults.push(...(await faultsOf(page, 'transfer')))
  await page.goto('/dash/contacts')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  faults.push(...(await faultsOf(page, 'contacts')))
  for (const tab of ['profile', 'sending', 'security', 'data']) {
    await page.goto(`/dash/account/${tab}`)
    faults.push(...(await faultsOf(page, `account, ${tab}`)))
  }
  expect(faults).toEqual([])
})
