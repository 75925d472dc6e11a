import type { Page } from '@playwright/test'
import { NameServers } from '../../apps/server/test/http/name-servers.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

/** A server that asks a name server of the test's. */
const test = withOwnServer(async () => {
  const servers = await NameServers.open()
  const env = { DNS_SERVERS: servers.address, MAIL_KEY_BASE: 'keys.test' }
  return { servers, env, close: () => servers.close() }
})

const section = (page: Page) => page.getByRole('region', { name: 'Domain for your emails' })
const name = async (page: Page, domain: string) => {
  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await section(page).getByRole('button', { name: 'Continue' }).click()
}

test('An email domain, from its records to the email that a recipient gets', async ({
  page,
  waybill,
  around: { servers },
}) => {
  const [ada, reader] = [newAddress('ada'), newAddress('reader')]
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' }, '/dash/account/settings')
  await expect(section(page).getByRole('link', { name: 'See plans' })).toBeVisible()

  await waybill.setPlan(ada, { role: 'business' })
  await page.reload()
  await name(page, 'gmail.com')
  await expect(section(page).getByText('This is a mail provider’s domain.')).toBeVisible()
  await name(page, 'acme.test')
  const record = (nth: number) => section(page).getByRole('listitem', { name: `Record ${nth}` })
  await expect(record(1).getByText('No record found yet.')).toBeVisible()
  await record(1).getByRole('button', { name: 'Copy the name' }).click()
  await expect(record(1).getByText('Copied.')).toBeAttached()

  const token = /([a-z2-7]{26})-1\.keys\.test/.exec((await record(1).textContent()) ?? '')?.[1] ?? ''
  const pointing = [1, 2].map((slot) => `waybill${slot}._domainkey.acme CNAME ${token}-${slot}.keys.test.`)
  await servers.set(pointing)
  await section(page).getByRole('button', { name: 'Check now' }).click()
  await expect(section(page).getByText(/this server’s key is not published yet\. Its operator/)).toBeVisible()
  const faults = await auditScreen(page, 'mail-domain-records')
  const keys = (await waybill.command('mail-keys')).trim().split('\n')
  await servers.set([...pointing, ...keys, '_dmarc.acme TXT "v=DMARC1; p=reject"'])
  // Nobody presses anything.
  await expect(section(page).getByText('Emails come from this domain.')).toBeVisible({ timeout: 30_000 })
  await expect(section(page).getByText(/acme\.test asks receivers to reject emails that nothing proves/)).toBeVisible()
  await section(page).getByRole('button', { name: 'Send a test email to myself' }).click()
  await expect(section(page).getByText(/keeps its emails in a folder, where nothing is signed/)).toBeVisible()
  faults.push(...(await auditScreen(page, 'mail-domain')))

  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [reader] })
  expect((await waybill.mailsTo(reader)).map(({ from }) => from)).toEqual(['no-reply@acme.test'])

  await page.goto('/dash/account/settings')
  await section(page).getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove acme.test?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('Domain', { exact: true })).toBeVisible()
  expect(faults).toEqual([])
})
