/** Buying, told once, at the sandbox and at the Stripe-shaped server (`playwright.config.ts`). */
import { randomBytes } from 'node:crypto'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { beginTrial, box, planPart, statusOf } from '../pages/billing-page.ts'
import { checkoutPage } from '../pages/checkout-page.ts'

const TRIAL_HOURS = 8 * 24

test.afterEach(({ seller, waybill }) => seller.resetClock(waybill))

test('A declined card gives way to another, and the trial is charged when it ends @stripe', async ({
  page,
  seller,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('dora') }, null)
  await beginTrial(page, 'Pro')
  const checkout = await checkoutPage(page, seller)
  await checkout.payByCard(testCardNumbers.declined)
  await checkout.expectDeclined()
  await checkout.payByCard(testCardNumbers.works, '11/88')
  await expect(page.getByText(/^Your trial of Pro yearly has begun\. First charge: US\$228 on /)).toBeVisible()
  await expect(planPart(page).getByText('7 days left')).toBeVisible()
  await seller.pass(waybill, TRIAL_HOURS)
  await expect.poll(() => statusOf(page), { timeout: 30_000 }).toBe('active')
  await page.goto('/dash/account/billing')
  await expect(planPart(page).getByText('Active', { exact: true })).toBeVisible()
  const invoice = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem').first()
  await expect(invoice).toContainText('Paid')
  await expect(invoice).toContainText('US$228')
})

test('A code halves the first three months @stripe', async ({ page, seller, waybill }) => {
  const code = `HALF${randomBytes(3).toString('hex').toUpperCase()}`
  await seller.addPromotion(waybill, code)
  await signUp(page, waybill, { email: newAddress('cora') }, '/dash/account/plans')
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await box(page, 'Personal').getByRole('button', { name: 'Try for a week' }).click()
  const checkout = await checkoutPage(page, seller)
  await checkout.applyCode(code)
  await checkout.payByCard(testCardNumbers.works, '10/88')
  await expect(page.getByText(/^Your trial of Personal monthly has begun\. First charge: US\$6 on /)).toBeVisible()
  await expect(planPart(page).getByText(/50\s?% off/)).toBeVisible()
  await seller.pass(waybill, TRIAL_HOURS)
  await expect.poll(() => statusOf(page), { timeout: 30_000 }).toBe('active')
  await page.goto('/dash/account/billing')
  await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('listitem').first()).toContainText('US$6')
})

test('A year is paid once by Alipay, and nothing renews @stripe', async ({ page, seller, waybill }) => {
  await signUp(page, waybill, { email: newAddress('piet') }, '/dash/account/plans')
  await box(page, 'Personal').getByRole('button', { name: 'Pay once by Alipay, WeChat Pay or card' }).click()
  const checkout = await checkoutPage(page, seller)
  await checkout.payByAlipay()
  await expect(page.getByText(/^Personal is paid until .+\.$/)).toBeVisible()
  await expect(planPart(page).getByText('Next charge')).toHaveCount(0)
  await page.goto('/dash/account/plans')
  await expect(box(page, 'Personal').getByRole('button', { name: 'Extend by paying once' })).toBeVisible()
})

test('A checkout that is left is gone on with, also after Back @stripe', async ({ page, seller, waybill }) => {
  await signUp(page, waybill, { email: newAddress('bert') }, null)
  await beginTrial(page, 'Pro')
  await checkoutPage(page, seller)
  await page.goBack()
  const again = box(page, 'Pro').getByRole('button', { name: 'Try for a week' })
  await expect(again).toBeEnabled()
  await again.click()
  const checkout = await checkoutPage(page, seller)
  await checkout.leave()
  await expect(page).toHaveURL(/\/dash\/account\/billing$/)
  await expect(page.getByText('You haven’t finished buying Pro yearly.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await (await checkoutPage(page, seller)).payByCard(testCardNumbers.works, '09/88')
  await expect(page.getByText(/^Your trial of Pro yearly has begun\./)).toBeVisible()
})

test('A sum that moves before the press is shown, and asked again @stripe', async ({ page, seller, waybill }) => {
  await signUp(page, waybill, { email: newAddress('mona') }, null)
  await beginTrial(page, 'Pro')
  await (await checkoutPage(page, seller)).payByCard(testCardNumbers.works, '08/88')
  await expect(page.getByText(/^Your trial of Pro yearly has begun\./)).toBeVisible()
  await seller.pass(waybill, TRIAL_HOURS)
  await expect.poll(() => statusOf(page), { timeout: 30_000 }).toBe('active')

  await page.goto('/dash/account/plans')
  await box(page, 'Business').getByRole('button', { name: 'Switch' }).click()
  const dialog = page.getByRole('dialog')
  const due = dialog.getByText(/^US\$\d+\.\d\d$/).first()
  const shown = await due.textContent()
  await seller.pass(waybill, 3)
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await expect(dialog.getByText('The amount due has changed. Check the new amount, then confirm it.')).toBeVisible()
  await expect(due).not.toHaveText(shown ?? '')
  const moved = await due.textContent()
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await expect(box(page, 'Business').getByRole('button')).toHaveText('Current plan')
  await page.goto('/dash/account/billing')
  const newest = page.getByRole('region', { name: 'Invoices' }).getByRole('listitem').first()
  await expect(newest).toContainText(moved ?? 'no sum')
})
