import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, kept, PASSWORD, sendFilesButton, signIn, signUp } from '../pages/account-pages.ts'

/** The link of the newest reset mail. */
async function resetLink(waybill: WaybillServer, address: string): Promise<string> {
  for (let mails = 1; mails < 10; mails += 1) {
    const [mail] = await waybill.mailsTo(address, mails)
    const link = /\/updatepassword\?t=[\w-]+/.exec(mail?.text ?? '')?.[0]
    if (link) return link
  }
  throw new Error(`No link to a new password in the mails to ${address}`)
}

const box = (page: Page) => page.locator('[data-shaking]')
const asked = 'If we have a account with that email, please click the included link to reset your password.'

test('The sign-in form marks incomplete input without sending it and shows why a sign-in is refused', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  const other = await newVisitor()
  let sent = 0
  other.on('request', (request) => {
    if (new URL(request.url()).pathname === '/combinedAuth') sent += 1
  })
  await other.goto(`/login?user=${encodeURIComponent(ada)}`)
  await expect(other.getByLabel('Email', { exact: true })).toHaveValue(ada)
  await other.getByLabel('Email', { exact: true }).fill('ada@nowhere')
  await other.getByRole('button', { name: 'Log in' }).click()
  await expect(box(other)).toHaveCount(1)
  await expect(other.getByText('Enter a complete email address.')).toBeVisible()
  await expect(other.getByText('Enter your password.')).toBeVisible()
  expect(sent).toBe(0)

  await signIn(other, ada, 'not-the-password')
  await expect(other.getByText('Unable to log in with provided credentials')).toBeVisible()
  await expect(box(other)).toHaveCount(1)
  await signIn(other, newAddress('nobody'), PASSWORD)
  await expect(other.getByText('Unable to log in with provided credentials')).toBeVisible()
  await signIn(other, ada.toUpperCase())
  await expect(other).toHaveURL('/dash')
})

test('The sign-in page reports a missing connection', async ({ page, context }) => {
  await page.clock.install()
  await page.goto('/signup/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await context.setOffline(true)
  await signIn(page, 'ada@example.com')
  await expect(page.getByText('We are retrying...')).toBeVisible()
  const trouble = page.getByText('Connection trouble, please refresh and try again')
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return trouble.isVisible()
    })
    .toBe(true)
  await expect(box(page)).toHaveCount(1)
  await context.setOffline(false)
})

test('A reset mail sets a new password, and its link works once', async ({ page, waybill, newVisitor }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  const other = await newVisitor()
  await other.goto('/login')
  await other.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(other).toHaveURL('/login?forgotPass=true')
  await other.getByLabel('Email', { exact: true }).fill(newAddress('nobody'))
  await other.getByRole('button', { name: 'Send link' }).click()
  await expect(other.getByRole('heading', { name: 'Password request sent!' })).toBeVisible()
  await expect(other.getByText(asked)).toBeVisible()
  await other.getByRole('button', { name: 'Back to login' }).click()
  await other.goto(`/login?forgotPass=1&user=${encodeURIComponent(ada)}`)
  await other.getByRole('button', { name: 'Send link' }).click()
  await expect(other.getByText(asked)).toBeVisible()

  const link = await resetLink(waybill, ada)
  await other.goto(link)
  await expect(other).toHaveURL('/updatepassword')
  await other.reload()
  await other.getByLabel('New password').fill('short')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByText('Password has to be atleast 6 characters')).toBeVisible()
  await other.getByLabel('New password').fill('brass-lantern-7')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other).toHaveURL('/login')
  await signIn(other, ada)
  await expect(other.getByText('Unable to log in with provided credentials')).toBeVisible()
  await signIn(other, ada, 'brass-lantern-7')
  await expect(other).toHaveURL('/dash')

  await page.reload()
  await expect(page).toHaveURL('/login')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.goto('/updatepassword?t=made-up')
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
})

test('Sign-in asks for an authenticator code after the password and accepts a recovery code instead', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  const { recoveryCodes } = await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })

  const other = await newVisitor()
  await other.goto('/login')
  await signIn(other, ada)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await other.getByLabel('Code from the app').fill('000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('That was not accepted. Try the newest code, or another method.')).toBeVisible()
  await expect(box(other)).toHaveCount(1)
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL('/dash')

  // Both steps lead to the page that was asked for.
  const third = await newVisitor()
  await third.goto('/dash/transfers?view=expired')
  await expect(third).toHaveURL('/login?next=%2Fdash%2Ftransfers%3Fview%3Dexpired')
  await signIn(third, ada)
  await third.getByLabel('Code from the app').fill(totpCode(secret, 1))
  await third.getByRole('button', { name: 'Continue' }).click()
  await expect(third).toHaveURL('/dash/transfers?view=expired')
})

test('A passkey completes the second step of sign-in', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signUp(page, waybill, { email: ada })
  const { options } = await callAs(page, 'beginPasskey', { body: { password: PASSWORD } })
  const passkey = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return { ...made.toJSON() }
  }, options)
  await callAs(page, 'addPasskey', { body: { name: 'This device', passkey } })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, ada)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dash')
})

test('Tabs of a browser share signing in and signing out', async ({ page, context, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  const tabs = [page, await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto('/dash')))
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) await expect(sendFilesButton(tab)).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  for (const tab of tabs) await expect(tab).toHaveURL('/login')
  // The way to /login may be a separate page load, which aborts the requests of the page before it.
  await expect(async () => expect(await kept(page, 'session')).toBeNull()).toPass()
  expect((await context.cookies()).filter(({ name }) => name.endsWith('waybill_session'))).toEqual([])
})
