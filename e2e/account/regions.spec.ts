import { twoStores } from '../../apps/server/test/storage/two-stores.ts'
import { expect, newAddress } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

const test = withOwnServer(async () => ({ env: twoStores }))

test('An admin moves the files of the workspace to another region', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' })
  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [newAddress('asha')] })
  await page.goto('/dash/account/settings')
  const section = page.getByRole('region', { name: 'Region' })
  await section.getByLabel('Region of new files').selectOption({ label: 'Frankfurt' })
  await expect(section.getByRole('checkbox', { name: /Also move/ })).toBeChecked()
  await section.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(section.getByText('The move to Frankfurt is complete: 1 file.')).toBeVisible()
  await page.reload()
  await expect(section.getByLabel('Region of new files')).toHaveValue('eu-central-1')
})
