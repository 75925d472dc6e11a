import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, sendFromDashboard } from '../pages/transfers-page.ts'

test('Contacts are saved from a transfer, added, edited, imported, exported and sent to', async ({
  page,
  waybill,
  folder,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') }, '/dash/contacts')
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await sendFromDashboard(page, folder, { files: ['note.txt'], recipients: [asha] })
  await waybill.waitForJobs()
  await page.reload()
  const people = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(people).toHaveText([new RegExp(`${asha}.*Last sent`)])

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New contact' })
  await form.getByLabel('Email').fill('Li@Example.com')
  await form.getByLabel('Name').fill('Li Na')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(people).toHaveCount(2)

  await page.getByRole('button', { name: `Edit ${asha}` }).click()
  const change = page.getByRole('dialog', { name: 'Edit contact' })
  await change.getByLabel('Name').fill('Asha Rao')
  await change.getByLabel('Company').fill('Rao Forge')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(people.filter({ hasText: 'Asha Rao' })).toContainText('Rao Forge')

  const list = join(folder, 'people.csv')
  await writeFile(
    list,
    'email,name,company\nLI@example.com,Li Na,Szmold\nwei@example.com,魏,"深圳, 模具"\nnot an address,,\n',
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await (await chooser).setFiles([list])
  await expect(page.getByText('1 added, 1 updated.')).toBeVisible()
  await expect(page.getByText(/^Line 4/)).toBeVisible()
  await expect(people).toHaveCount(3)
  await expect(people.filter({ hasText: 'Li Na' })).toContainText('Szmold')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv).toContain('"深圳, 模具"')
  expect(csv).toContain(asha)

  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('szmold')
  await expect(people).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select Li Na' }).check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Send files' }).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const again = slip.getByRole('button', { name: 'Send another' })
  if (await again.isVisible()) await again.click()
  await expect(slip.getByRole('list', { name: 'Recipients' })).toContainText(/li@example\.com/i)
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select Li Na' }).check()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText('Contact deleted.')
  await expect(page.getByText('No contacts match “szmold”.')).toBeVisible()
})
