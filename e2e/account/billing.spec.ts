import type { Page } from '@playwright/test'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { waitForOverlaysToClose } from '../fixtures/calm-navigation.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, fillSignUp, makeAccount, signUp, verifySignUp } from '../pages/account-pages.ts'
import { box, statusOf } from '../pages/billing-page.ts'
import { checkoutPage } from '../pages/checkout-page.ts'

/**
 * Pays the checkout of the sandbox that the page has just opened with a test card, and returns as its page does. A card
 * has one trial: each journey has its own number or year.
 */
async function payCheckout(page: Page, number: string, year = 2090): Promise<void> {
  await page.waitForURL(/\/pay\//)
  const session = new URL(page.url()).pathname.split('/')[2] as string
  const params = { session }
  const { backTo } = await callAs(page, 'readSandboxCheckout', { params })
  const body = { method: 'card', number, month: 12, year } as const
  expect(await callAs(page, 'payAtSandbox', { params, body })).toEqual({ result: 'paid' })
  await page.goto(backTo)
}

const either = (en: string, zh: string) => new RegExp(`^(${en}|${zh})$`)

test.afterEach(({ seller, waybill }) => seller.resetClock(waybill))

test('An account tries Pro, cancels, stays after all, and switches to Business @stripe', async ({
  page,
  seller,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('ada') }, '/dash/account?tab=1')
  await expect(box(page, 'Free').getByRole('button')).toHaveText('Current plan')
  await expect(box(page, 'Free').getByRole('button')).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked()
  await box(page, 'Pro').getByRole('button', { name: 'Try for a week' }).click()
  await (await checkoutPage(page, seller)).payByCard('4242 4242 4242 4242')

  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  const purchase = page.getByRole('region', { name: 'Your purchase' })
  await expect(purchase).toContainText('Your trial of Pro yearly has begun. First charge: US$228 on ')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan.getByText('In Trial')).toBeVisible()
  await expect(plan.getByText('7 days left')).toBeVisible()
  await expect(plan.getByText('US$228 a year')).toBeVisible()
  await expect(page.getByText('Visa ending in 4242, expires 12/2090')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Usage' }).getByText('0 B of 200 GB')).toBeVisible()

  await plan.getByRole('button', { name: 'Cancel plan' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/^Cancel Pro\?You keep Pro until .+, and nothing more is charged\./)
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(plan.getByText(/^Pro ends on .+\. You can keep it until then\.$/)).toBeVisible()
  await expect(plan.getByText('Next charge')).toHaveCount(0)
  await plan.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(plan.getByText('Next charge')).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/dash/account/billing')
  await plan.getByRole('link', { name: 'Change plan' }).click()
  await expect(page.getByRole('listitem', { name: 'Free', exact: true })).toHaveCount(0)
  await expect(box(page, 'Pro').getByRole('button')).toHaveText('Current plan')
  await box(page, 'Business').getByRole('button', { name: 'Switch' }).click()
  await expect(dialog).toContainText('Switch to Business yearly?It begins at once.')
  await expect(dialog.getByText('Due now')).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await expect(box(page, 'Business').getByRole('button')).toHaveText('Current plan')
  await box(page, 'Personal').getByRole('button', { name: 'Switch' }).click()
  await expect(dialog).toContainText(/^Switch to Personal yearly\?It begins on .+\. Until then nothing changes\./)
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await expect(box(page, 'Personal').getByRole('button')).toHaveText(/^Begins /)
  await page.goto('/dash/billing')
  await expect(plan.getByText(/^Personal yearly begins on /)).toBeVisible()
  await plan.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(plan.getByText(/^Personal yearly begins on /)).toHaveCount(0)
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: "You're on the Business plan" })).toBeVisible()
})

test('A visitor chooses a plan at the prices, signs up and goes on to its checkout', async ({ page, waybill }) => {
  await page.goto('/pricing?via=canton-fair')
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await box(page, 'Personal').getByRole('link', { name: 'Try for a week' }).click()
  await expect(page.getByText('Your choice: Personal monthly. Free for a week, then US$12 a month.')).toBeVisible()
  await expect(page).toHaveURL('/signup?plan=PEM&next=%2Fdash%2Faccount%2Fplans%3Fplan%3DPEM&via=canton-fair')
  await box(page, 'Pro').getByRole('button', { name: 'Try for a week' }).click()
  await expect(page.getByText('Your choice: Pro monthly.')).toBeVisible()
  await box(page, 'Personal').getByRole('button', { name: 'Try for a week' }).click()
  await expect(page).toHaveURL(/\/signup\?plan=PEM/)
  const ben = newAddress('ben')
  await fillSignUp(page, { email: ben })
  await verifySignUp(page, waybill, ben)
  await payCheckout(page, '5555 5555 5555 4444')
  await expect(page.getByText(/^Your trial of Personal monthly has begun\./)).toBeVisible()
})

test('A free account on a phone, in Chinese, begins a trial and leaves the checkout unpaid', async ({
  newVisitor,
  waybill,
}) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  await signUp(page, waybill, { email: newAddress('lin') }, '/dash/account?tab=2')
  await page.getByRole('link', { name: '查看方案' }).click()
  await box(page, '专业版').getByRole('button', { name: '试用 1 周' }).click()
  await page.waitForURL(/\/pay\//)
  await page.goto('/dash/account/billing')
  await expect(page.getByText('您尚未完成购买专业版（按年）。')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: '继续' }).click()
  await payCheckout(page, '4000 0000 0000 0341')
  await expect(page.getByText(/^专业版（按年）试用已开始。首次扣款：/)).toBeVisible()
  await expect(page.getByText('试用中').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('An overdue payment is paid with another card before anything else is offered @stripe', async ({
  page,
  seller,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('olga') }, '/dash/account/plans')
  await box(page, 'Personal').getByRole('button', { name: 'Try for a week' }).click()
  await (await checkoutPage(page, seller)).payByCard(testCardNumbers.failsLater, '12/89')
  await expect(page.getByText(/^Your trial of Personal yearly has begun\./)).toBeVisible()
  await page.goto('/dash/account/plans')
  const switchButton = box(page, 'Business').getByRole('button', { name: 'Switch' })
  await switchButton.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Due now')).toBeVisible()
  await seller.pass(waybill, 8 * 24)
  await expect.poll(() => statusOf(page), { timeout: 30_000 }).toBe('past_due')
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await expect(dialog.getByText('A payment is overdue. Pay it first, then switch.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep my plan' }).click()
  await waitForOverlaysToClose(page)
  const payFirst = page.getByRole('link', { name: 'Pay what is overdue' })
  await expect(box(page, 'Personal').getByRole('link', { name: 'Current plan' })).toBeVisible()
  await expect(payFirst).toHaveCount(2)

  await page.goto('/dash/account/billing')
  const due = page.getByText('A payment is overdue', { exact: true })
  await expect(due).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
  await expect(page.getByText(/^A payment can be given back within 30 days: write to .+@.+\.$/)).toBeVisible()
  const faults = await auditScreen(page, 'overdue billing')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(dialog).toContainText('Personal ends at once, because its last payment is overdue.')
  await expect(dialog).toContainText('Then your account is on Free.')
  await dialog.getByRole('button', { name: 'Keep plan' }).click()
  await waitForOverlaysToClose(page)

  await page.getByRole('link', { name: 'Change plan' }).click()
  await expect(payFirst).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Switch' })).toHaveCount(0)
  faults.push(...(await auditScreen(page, 'overdue plans')))
  expect(faults).toEqual([])
  await payFirst.first().click()
  await page.getByRole('button', { name: 'Change card' }).click()
  await (await checkoutPage(page, seller)).payByCard(testCardNumbers.works)
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect(page.getByText('Your new card is saved.')).toBeVisible()
  await expect.poll(() => statusOf(page)).toBe('active')
  await page.goto('/dash/account/billing')
  await expect(page.getByRole('region', { name: 'Your plan' }).getByText('Active', { exact: true })).toBeVisible()
  await expect(due).toHaveCount(0)
})

test('The plans, the billing and the lifetime page pass the accessibility audit', async ({ page, waybill }) => {
  await page.goto('/waybill-forever')
  const faults = await auditScreen(page, 'lifetime sign-up')
  await makeAccount(page, waybill, { email: newAddress('axel'), language: 'en' })
  await page.goto('/waybill-forever')
  await expect(page.getByLabel('Lifetime Code #1')).toBeVisible()
  faults.push(...(await auditScreen(page, 'lifetime')))
  await page.goto('/dash/account/plans')
  await expect(box(page, 'Pro').getByRole('button', { name: 'Try for a week' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'free plans')))
  await box(page, 'Pro').getByRole('button', { name: 'Try for a week' }).click()
  await payCheckout(page, testCardNumbers.works, 2089)
  await expect(page.getByText(/^Your trial of Pro yearly has begun\./)).toBeVisible()
  faults.push(...(await auditScreen(page, 'billing')))
  await page.goto('/dash/account/plans')
  const business = page.getByRole('listitem', { name: either('Business', '商务版') })
  await expect(business.getByRole('button', { name: 'Switch' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  faults.push(
    ...(await auditScreen(page, 'plans')),
    ...(await auditScreen(page, 'switch', {
      open: async () => {
        await business.getByRole('button', { name: either('Switch', '切换') }).click()
        await expect(dialog.getByText(either('Due now', '现在应付'))).toBeVisible()
      },
      close: async () => {
        await dialog.getByRole('button', { name: either('Keep my plan', '保留当前方案') }).click()
        await waitForOverlaysToClose(page)
      },
    })),
  )
  expect(faults).toEqual([])
})
