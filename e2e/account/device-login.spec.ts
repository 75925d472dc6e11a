import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCli } from '../../packages/cli/build.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { PASSWORD, signUp } from '../pages/account-pages.ts'

let folder: string
let program: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-login-'))
  program = await buildCli(join(folder, 'dist'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** The command line in a terminal that this test reads. */
function startLogin(url: string, name: string) {
  const env = { PATH: process.env.PATH, WAYBILL_CONFIG_DIR: join(folder, 'settings') }
  const child = spawn(process.execPath, [program, 'login', url, '--device', '--name', name], { env })
  child.stdin.end()
  let notes = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    notes += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const find = async (pattern: RegExp) => {
    await expect.poll(() => pattern.test(notes)).toBe(true)
    return pattern.exec(notes)?.[1] ?? ''
  }
  return { ended, find, notes: () => notes }
}

test('A program in a terminal is allowed on the page, and another one is denied', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada }, null)
  const first = startLogin(waybill.origin, 'Laptop')
  await page.goto(await first.find(/or open (\S+)/))
  const asked = page.getByRole('region', { name: '“Laptop” asks for access to your account' })
  await expect(asked.getByText(await first.find(/type the code (\S+)/))).toBeVisible()
  await expect(asked.getByText('Allow only what you have just started yourself.')).toBeVisible()
  expect(await auditScreen(page, 'allowing a program')).toEqual([])
  await asked.getByRole('checkbox', { name: 'Request files' }).uncheck()
  await asked.getByLabel('Current password').fill('not-the-password')
  await asked.getByRole('button', { name: 'Allow' }).click()
  await expect(asked.getByText('That is not your current password.')).toBeVisible()
  await asked.getByLabel('Current password').fill(PASSWORD)
  await asked.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('region', { name: 'Allowed' })).toBeVisible()
  expect(await first.ended).toBe(0)
  expect(first.notes()).toContain(`as ${ada}`)
  const kept = JSON.parse(await readFile(join(folder, 'settings/credentials.json'), 'utf8'))
  expect(kept.key).toMatch(/^wbk_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/keys$/)
  const row = page.getByRole('listitem', { name: 'Laptop' })
  await expect(row).toContainText('Send files · Read')

  // Typed, on the same page.
  const second = startLogin(waybill.origin, 'Stranger')
  await page.getByRole('link', { name: 'Enter a program’s code' }).press('Enter')
  const typing = page.getByRole('region', { name: 'Sign in a program' })
  await typing.getByLabel('Code').fill('AAAA-AAAA')
  await typing.getByRole('button', { name: 'Continue' }).click()
  await expect(typing.getByText('No program is waiting for this code.')).toBeVisible()
  const code = await second.find(/type the code (\S+)/)
  await typing.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await typing.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('region', { name: '“Stranger” asks for access to your account' })
    .getByRole('button', { name: 'Deny' })
    .click()
  await expect(page.getByRole('region', { name: 'Denied' })).toBeVisible()
  expect(await second.ended).toBe(3)
})
