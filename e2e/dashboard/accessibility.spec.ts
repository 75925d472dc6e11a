import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { callAs, openSendForm, recordOf, signUp } from '../pages/account-pages.ts'
import { sendFromDashboard } from '../pages/transfers-page.ts'

// The test audits each screen in several themes.
test.describe.configure({ timeout: 300_000 })

test('Every dashboard page passes the accessibility audit', async ({ page, waybill, folder }) => {
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  const faults = await auditScreen(page, 'transfers, none')
  const name = 'factory-tour-with-a-very-long-name-that-needs-room.mov'
  await sendFromDashboard(page, folder, {
    files: [name, 'quote.pdf'],
    recipients: [newAddress('asha')],
    message: 'A word.',
  })
  await page.getByRole('checkbox').first().check()
  faults.push(...(await auditScreen(page, 'transfers, one chosen')))
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.locator('.record-guards summary').click()
  faults.push(...(await auditScreen(page, 'transfer')))
  await page.goto('/dash/contacts')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  faults.push(...(await auditScreen(page, 'contacts')))
  for (const tab of ['profile', 'sending', 'security', 'data']) {
    await page.goto(`/dash/account/${tab}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    faults.push(...(await auditScreen(page, `account, ${tab}`)))
  }
  expect(faults).toEqual([])
})

test('A transfer with many files and recipients with long names stays readable', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' })
  await waybill.query(
    `with paid as (update subscriptions set role = 'teamelite'
      where workspace_id = (select workspace_id from accounts where email = $1))
    update accounts set created_at = now() - interval '90 days' where email = $1`,
    [ada],
  )
  await page.reload()
  const names = Array.from({ length: 40 }, (_, nth) => `gearbox-housing-for-the-press-as-agreed-in-march-${nth}.dwg`)
  const files = await Promise.all(names.map((name) => makeFile(folder, name, 1_000)))
  await openSendForm(page)
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await slip.locator('input[type=file]').first().setInputFiles(files)
  const asha = newAddress('asha-whose-address-is-rather-long')
  await slip.getByLabel('Email to (Enter or , to seperate)').fill(asha)
  await slip.getByLabel('Email to (Enter or , to seperate)').press('Enter')
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await slip.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /gearbox-housing/ }).click()
  const people = page.getByRole('region', { name: 'Recipients', exact: true })
  await expect(people.getByRole('listitem')).toHaveCount(1)
  const slug = page.url().split('/').at(-1) ?? ''
  const { _id: transfer } = await recordOf(page, slug)
  const emailTo = Array.from({ length: 199 }, () => ({ email: newAddress('person') }))
  await callAs(page, 'addRecipients', { params: { transfer }, body: { emailTo } })
  await waybill.query(
    `insert into deliveries (recipient_id, file_id, bytes, ranges)
     select r.id, f.file_id, 620, '{[0,620)}' from recipients r
     join transfer_files f on f.transfer_id = r.transfer_id and f.position = 3 where r.address = $1`,
    [asha],
  )
  await page.reload()
  const first = people.getByRole('listitem').first()
  await expect(first).toContainText('0 of 40 files delivered · 62% of gearbox-housing-fo…rch-3.dwg')
  await expect(page.locator('.record-tally')).toContainText('200 in total · 1 in progress')
  await expect(people.getByRole('listitem')).toHaveCount(20)
  const faults = await auditScreen(page, 'transfer to many')
  await people.getByRole('button', { name: 'Show all 200' }).click()
  await expect(people.getByRole('listitem')).toHaveCount(200)
  expect(faults).toEqual([])
})
