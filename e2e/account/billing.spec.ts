import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, fillSignUp, signUp, verifySignUp } from '../pages/account-pages.ts'

/**
 * Pays the checkout that the page has just opened with a test card, and returns as its page does. A card has one trial:
 * each journey has its own.
 */
async function payCheckout(page: Page, number: string): Promise<void> {
  await page.waitForURL(/\/pay\//)
  const session = new URL(page.url()).pathname.split('/')[2] as string
  const params = { session }
  const { backTo } = await callAs(page, 'readSandboxCheckout', { params })
  const body = { method: 'card', number, month: 12, year: 2090 } as const
  expect(await callAs(page, 'payAtSandbox', { params, body })).toEqual({ result: 'paid' })
  await page.goto(backTo)
}

const box = (page: Page, plan: string) => page.getByRole('listitem', { name: plan, exact: true })

test('An account tries Pro, cancels, stays after all, and switches to Business', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await page.goto('/dash/account?tab=1')
  await expect(box(page, 'Free').getByRole('button')).toHaveText('Current plan')
  await expect(box(page, 'Free').getByRole('button')).toBeDisabled()
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked()
  await box(page, 'Pro').getByRole('button', { name: 'Try for a week' }).click()
  await payCheckout(page, '4242 4242 4242 4242')

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
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: "You're on the Business plan" })).toBeVisible()
})

test('A visitor chooses a plan, signs up on the same page and goes on to its checkout', async ({ page, waybill }) => {
  await page.goto('/pricing')
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await box(page, 'Personal').getByRole('button', { name: 'Try for a week' }).click()
  await expect(page.getByText('Your choice: Personal monthly. Free for a week, then US$12 a month.')).toBeVisible()
  await expect(page).toHaveURL(/\/pricing\?plan=PEM/)
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
  await signUp(page, waybill, { email: newAddress('lin') })
  await page.goto('/dash/account?tab=2')
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
