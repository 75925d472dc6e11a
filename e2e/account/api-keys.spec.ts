import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { PASSWORD, signUp } from '../pages/account-pages.ts'

const run = promisify(execFile)
const inShell = async (command: string) => JSON.parse((await run('sh', ['-c', `${command} -s`])).stdout)

test('An account makes an API key, a program uses it, and it stops when it is revoked', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada }, '/dash/account/keys')
  const part = page.getByRole('region', { name: 'API keys', exact: true })
  await expect(part.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
  await part.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Current password').fill('not-the-password')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('Give the key a name.')).toBeVisible()
  await form.getByLabel('Name').fill('Nightly backup')
  await form.getByLabel('Only from these networks').fill('127.0.0.0/8\n::1\noffice')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('Entry 3 is not an address or a network')).toBeVisible()
  await form.getByLabel('Only from these networks').fill('127.0.0.0/8\n::1')
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('That is not your current password.')).toBeVisible()
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Make the key' }).click()

  const made = part.getByRole('region', { name: 'Your new key “Nightly backup”' })
  await expect(made).toBeFocused()
  const key = (await made.getByTitle('Copy the key').getAttribute('data-copies')) ?? ''
  const example = (await made.getByTitle('Copy the command').getAttribute('data-copies')) ?? ''
  expect(key).toMatch(/^wbk_\w{8}_\w{32}_\w{6}$/)
  expect(await inShell(example)).toMatchObject({ user: { email: ada } })
  await made.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.reload()
  const row = part.getByRole('listitem', { name: 'Nightly backup' })
  await expect(row).toContainText('last used')
  await expect(row).toContainText('only from 127.0.0.0/8, ::1/128')
  await expect(page.getByText(key)).toHaveCount(0)
  expect(await auditScreen(page, 'API keys')).toEqual([])

  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect(await inShell(example)).toMatchObject({ code: 'key-revoked' })
})
