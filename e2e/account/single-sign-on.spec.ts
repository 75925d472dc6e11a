import { OpenIdProvider } from '../../apps/server/test/http/open-id-provider.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import { PASSWORD, signUp } from '../pages/account-pages.ts'

/** A Waybill that may ask the test's provider and trusts its certificate. */
const test = withOwnServer(async () => {
  const provider = await OpenIdProvider.open()
  return {
    provider,
    env: { SSO_ALLOW_HOSTS: provider.host, NODE_EXTRA_CA_CERTS: provider.receiver.certFile },
    onStarted: ({ origin }) => provider.serve(`${origin}/login`),
    close: () => provider.close(),
  }
})

test('An admin sets single sign-on up; a colleague logs in through the company, to the page that was asked for', async ({
  page,
  waybill,
  around: { provider },
  newVisitor,
}) => {
  await signUp(page, waybill, { email: 'ada@lovelace.example', name: 'Ada Lovelace' }, '/dash/settings')
  await expect(page).toHaveURL(/\/dash\/account\/settings$/)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section.getByText('Your plan has no single sign-on.')).toBeVisible()
  await expect(section.getByRole('link', { name: 'See plans' })).toBeVisible()
  await waybill.setPlan('ada@lovelace.example', { role: 'business' })
  await page.reload()
  await expect(section.getByText(`${waybill.origin}/login`)).toBeVisible()
  await section.getByLabel('Issuer').fill(provider.issuer)
  await section.getByLabel('Client ID').fill('waybill')
  await section.getByLabel('Client secret').fill('secret of the client: 100%')
  await section.getByLabel('Your password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('On for lovelace.example.')).toBeVisible()
  await expect(section.getByLabel('Client secret')).toHaveValue('')
  const faults = await auditScreen(page, 'settings')
  await shot(page, 'sso-settings')

  provider.person = { sub: 'bob', email: 'bob@lovelace.example', email_verified: true, name: 'Bob' }
  const phone = await newVisitor({ viewport: { width: 360, height: 740 }, ignoreHTTPSErrors: true })
  await phone.goto('/dash/contacts')
  await expect(phone).toHaveURL(/\/login/)
  await phone.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(phone.getByText('Enter a complete email address.')).toBeVisible()
  await phone.getByLabel('Email', { exact: true }).fill('bob@nobody.example')
  await phone.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(phone.getByText('No company login is set up for this address.')).toBeVisible()
  faults.push(...(await auditScreen(phone, 'login')))
  expect(faults).toEqual([])
  await shot(phone, 'sso-login')
  await phone.getByLabel('Email', { exact: true }).fill('bob@lovelace.example')
  await phone.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(phone).toHaveURL(/\/dash\/contacts$/)
  await expect(phone.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()

  // Somebody whom the company's login does not vouch for, and a link that was copied.
  provider.person = { sub: 'eve', email: 'eve@lovelace.example', email_verified: false }
  const other = await newVisitor({ ignoreHTTPSErrors: true })
  await other.goto('/login')
  await other.getByLabel('Email', { exact: true }).fill('eve@lovelace.example')
  await other.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(other.getByText('Your company’s login has not verified your email address.')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  await other.goto('/login?state=copied&code=copied')
  await expect(other.getByText('This login took too long, or began in another browser. Begin again.')).toBeVisible()
  await page.goto('/dash/account/teams')
  await expect(page.getByRole('listitem', { name: 'bob@lovelace.example' })).toBeVisible()
})
