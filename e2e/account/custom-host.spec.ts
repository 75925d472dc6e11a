import type { Page } from '@playwright/test'
import { NameServers } from '../../apps/server/test/http/name-servers.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import { watchPages } from '../fixtures/watch-pages.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

const TARGET = 'hosts.test'
/** Browsers find every name under it on this machine. */
const BASE = 'share.localhost'

/** A server that asks a name server of the test's. */
const test = withOwnServer(async () => {
  const servers = await NameServers.open()
  const env = { DNS_SERVERS: servers.address, CUSTOM_HOST_TARGET: TARGET, SUBDOMAIN_BASE: BASE }
  return { servers, env, close: () => servers.close() }
})

const section = (page: Page) => page.getByRole('region', { name: 'Domain for your links' })
const name = async (page: Page, host: string) => {
  await page.getByLabel('Host name').fill(host)
  await page.getByRole('button', { name: 'Continue' }).click()
}
const remove = async (page: Page, host: string) => {
  await section(page).getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${host}?` })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByLabel('Host name')).toBeVisible()
}

test('A domain of one’s own, from its records to the link that a recipient opens', async ({
  page,
  waybill,
  around: { servers },
  browser,
}) => {
  const [ada, reader] = [newAddress('ada'), newAddress('reader')]
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' }, '/dash/settings')
  await expect(page).toHaveURL(/\/dash\/account\/settings$/)
  await expect(section(page).getByRole('link', { name: 'See plans' })).toBeVisible()

  await waybill.setPlan(ada, { role: 'business' })
  await page.reload()
  await name(page, '*.acme.test')
  await expect(section(page).getByText('Enter one host name.')).toBeVisible()
  await name(page, 'https://files.acme.test/')
  const record = (type: string) => section(page).getByRole('listitem', { name: type })
  await expect(record('CNAME').getByText('No record found yet.')).toBeVisible()
  await record('CNAME').getByRole('button', { name: 'Copy the name' }).click()
  await expect(record('CNAME').getByText('Copied.')).toBeAttached()
  const proof = /waybill-verify=[\w-]{22}/.exec((await record('TXT').textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('How to add them at your DNS provider').selectOption({ label: 'Cloudflare' })
  await expect(section(page).getByText(/“DNS only”/)).toBeVisible()

  const ends = ['hosts A 203.0.113.7', 'elsewhere A 203.0.113.9']
  await servers.set([...ends, 'files.acme CNAME elsewhere.test.', `_waybill.files.acme TXT "${proof}"`])
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(record('CNAME').getByText(`should be ${TARGET}.`)).toBeVisible()
  await expect(record('TXT').getByText('Right.')).toBeVisible()
  const faults = await auditScreen(page, 'custom-host-records')
  await servers.set([...ends, `files.acme CNAME ${TARGET}.`, `_waybill.files.acme TXT "${proof}"`])
  // Nobody presses anything.
  await expect(section(page).getByText('This domain works.')).toBeVisible({ timeout: 30_000 })
  faults.push(...(await auditScreen(page, 'custom-host')))
  await remove(page, 'files.acme.test')

  await name(page, 'acme')
  await expect(section(page).getByText('This domain works.')).toBeVisible()
  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [reader] })
  const [mail] = await waybill.mailsTo(reader)
  const link = new RegExp(`http://acme\\.${BASE}:${waybill.port}/d/\\w+/[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? ''
  const { origin } = new URL(link)
  const context = await browser.newContext()
  const seen = watchPages(context, [origin])
  const atReader = await context.newPage()
  await atReader.goto(link)
  const [download] = await Promise.all([atReader.waitForEvent('download'), atReader.locator('button.take-all').click()])
  expect(download.suggestedFilename()).toBe('plan.pdf')
  expect((await context.cookies(link)).map(({ name, domain }) => [name, domain])).toContainEqual([
    'waybill_device',
    `acme.${BASE}`,
  ])
  await atReader.goto(`${origin}/login`)
  await expect(atReader).toHaveURL(`${waybill.origin}/login`)
  expect(seen().filter((what) => !what.includes(waybill.origin))).toEqual([])
  await context.close()
  expect(faults).toEqual([])
})
