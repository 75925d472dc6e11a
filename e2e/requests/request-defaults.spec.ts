import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { choose, form, items, rows } from '../pages/requests-page.ts'
import { notices, sendFromDash } from '../pages/transfers-page.ts'

test('An account sets the defaults of new requests', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await page.goto('/dash/account/sending')
  const part = page.getByRole('region', { name: 'Defaults for new requests' })
  await part.getByLabel('Who is sending, on the open link').selectOption('Required')
  await part.getByRole('button', { name: '7 days before' }).click()
  await part.getByLabel('Language of emails to them').selectOption('中文')
  const isSaved = page.waitForResponse((answer) => answer.request().postData()?.includes('"client"') ?? false)
  await part.getByLabel('What you call the people you ask').selectOption('Clients')
  await isSaved
  await expect(notices(page)).toContainText('Saved.')
  await page.reload()
  await expect(part.getByRole('button', { name: '7 days before' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/dash/requests?new')
  await expect(page.getByRole('radio', { name: /^Required/ })).toBeChecked()
  await expect(page.getByRole('button', { name: '7 days before' })).toHaveAttribute('aria-pressed', 'true')

  await expect(page.getByRole('heading', { name: 'Clients by email' })).toBeVisible()
  await page.getByRole('heading', { name: 'Folder, language and limits' }).click()
  await page.getByLabel('What you call the people you ask').selectOption('Students')
  await expect(page.getByRole('heading', { name: 'Students by email' })).toBeVisible()
  await page.getByLabel('Title').fill('Theses')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('link', { name: 'See who responds' }).click()
  await expect(page.getByText('No students yet')).toBeVisible()
})

test('An item shows an example file from the library, and a request’s password is kept, replaced and removed', async ({
  page,
  waybill,
  folder,
}) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendFromDash(page, folder, { files: ['good-invoice.pdf', 'notes.txt'], recipients: [newAddress('asha')] })
  await page.goto('/dash/requests?new')
  await page.getByLabel('Title').fill('Invoices')
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await items(page).fill('Invoice')
  await page.getByRole('button', { name: 'Details Invoice' }).click()
  await page.getByRole('button', { name: 'Choose from the library' }).click()
  const asked = page.getByRole('dialog', { name: 'Choose an example' })
  await asked.getByRole('searchbox', { name: 'Search your files' }).fill('invoice')
  await expect(asked.getByRole('button', { name: /notes\.txt/ })).toHaveCount(0)
  await asked.getByRole('button', { name: /good-invoice\.pdf/ }).click()
  await expect(form(page).getByText('good-invoice.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expect(page.getByText('A password needs at least 6 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('copper-gantry')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeFocused()
  await page.goto('/dash/requests')
  await expect(rows(page)).toContainText('password')

  await choose(page, 'Invoices', 'Edit')
  await page.getByRole('button', { name: 'Details Invoice' }).click()
  await expect(form(page).getByText('good-invoice.pdf')).toBeVisible()
  await expect(page.getByText('A password is set.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill('copper-gantry-2')
  await page.getByLabel('Message').fill('One page each.')
  await page.getByLabel('Message').press('Control+Enter')
  await expect(notices(page)).toContainText('Saved.')
  await choose(page, 'Invoices', 'Edit')
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect(page.getByText('The password is removed when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(rows(page)).not.toContainText('password')
  await page.goto('/dash/requests?edit=0000000')
  await expect(page.getByRole('heading', { name: 'This request isn’t here' })).toBeVisible()
})
