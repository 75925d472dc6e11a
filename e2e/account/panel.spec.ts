/**
 * The payment page with Stripe's form. In the place of Stripe's own script, which no test here can load, runs one of
 * the journeys (`fixtures/stripe-script.ts`); its frame shows the Stripe-shaped server's form.
 */
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { STRIPE_SCRIPT, serveStripeScript } from '../fixtures/stripe-script.ts'
import { callAs, signIn, signUp } from '../pages/account-pages.ts'
import { beginTrial, statusOf } from '../pages/billing-page.ts'
import { checkoutPage } from '../pages/checkout-page.ts'

test.afterEach(({ seller, waybill }) => seller.resetClock(waybill))

test('A trial begins in the form on our page, which survives a reload and a login', async ({
  page,
  seller,
  waybill,
  newVisitor,
}) => {
  const email = newAddress('pam')
  await signUp(page, waybill, { email }, null)
  await serveStripeScript(page.context(), seller)
  await beginTrial(page, 'Pro')
  const checkout = await checkoutPage(page, seller)
  await expect(page.getByRole('heading', { name: 'Try Pro free for 7 days' })).toBeVisible()
  await expect(page.getByText(/^Free for 7 days, then US\$228 on \d+ \w+ 20\d\d\. Cancel any time/)).toBeVisible()
  await expect(page.getByText('Account → Billing → Cancel plan. You keep it to the end of the trial.')).toBeVisible()
  await checkout.payByCard(testCardNumbers.declined)
  await checkout.expectDeclined()
  const address = page.url()

  const other = await newVisitor()
  await signUp(other, waybill, { email: newAddress('eve') }, address)
  await expect(other.getByRole('heading', { name: 'No such payment page' })).toBeVisible()

  const elsewhere = await newVisitor()
  await elsewhere.goto(address)
  await expect(elsewhere).toHaveURL(/\/login\?next=/)
  await serveStripeScript(elsewhere.context(), seller)
  await signIn(elsewhere, email)
  await expect(elsewhere).toHaveURL(address)
  await expect(elsewhere.getByRole('heading', { name: 'Try Pro free for 7 days' })).toBeVisible()

  await page.reload()
  await (await checkoutPage(page, seller)).payByCard(testCardNumbers.works)
  await expect(page.getByText(/^Your trial of Pro yearly has begun\. First charge: US\$228 on /)).toBeVisible()
  await expect.poll(() => statusOf(page)).toBe('trialing')
  await page.goto(address)
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
})

test('Where the script is blocked the same purchase goes on at the page of Stripe', async ({
  page,
  context,
  seller,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('wei') }, null)
  await context.route(`${STRIPE_SCRIPT}/**`, (route) => route.abort())
  await beginTrial(page, 'Personal')
  await page.waitForURL(/localhost:\d+\/pay\//)
  const first = new URL(page.url()).pathname.split('/')[2] as string
  await expect(page.getByText(/^Stripe’s form did not load\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await auditScreen(page, 'payment panel that is blocked')).toEqual([])
  await page.getByRole('button', { name: 'Pay on Stripe’s page' }).click()
  await page.waitForURL(`${seller.origin}/pay/**`)
  await page.getByLabel('Card number').fill(testCardNumbers.works)
  await page.getByLabel('Expiry date').fill('12/2087')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByText(/^Your trial of Personal yearly has begun\./)).toBeVisible()
  expect((await callAs(page, 'readCheckout', { params: { session: first } })).state).toBe('expired')
})

test('A script that never answers is told within seconds, on a phone, in Chinese', async ({
  newVisitor,
  seller,
  waybill,
}) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await signUp(page, waybill, { email: newAddress('lin') }, null)
  await serveStripeScript(page.context(), seller)
  await page.route(`${STRIPE_SCRIPT}/**`, async (route) => {
    await released
    await route.fallback()
  })
  const { offers } = await callAs(page, 'readBilling')
  const offer = offers.find(({ role, purchase }) => role === 'pro' && purchase === 'prepaid')
  const { session, go } = await callAs(page, 'createCheckoutSession', { body: { price_id: offer?.price ?? '' } })
  expect(go.kind).toBe('panel')
  // The document has not loaded as long as its script has not.
  await page.goto(`/pay/${session}`, { waitUntil: 'domcontentloaded' })
  await expect(page.getByText(/^Stripe 表单加载缓慢/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  release()
  await (await checkoutPage(page, seller)).payByAlipay()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect.poll(async () => (await callAs(page, 'readBilling')).prepaid?.role).toBe('pro')
})
