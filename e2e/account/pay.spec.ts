import type { Page } from '@playwright/test'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, signUp } from '../pages/account-pages.ts'

type Offer = BillingView['offers'][number]

/** Begins to buy an offer as the page's account. Answers the path of the payment page. */
async function beginCheckout(page: Page, wanted: Pick<Offer, 'role' | 'period' | 'purchase'>): Promise<string> {
  const { offers } = await callAs(page, 'readBilling')
  const offer = offers.find(
    ({ role, period, purchase }) => role === wanted.role && period === wanted.period && purchase === wanted.purchase,
  )
  const { session } = await callAs(page, 'createCheckoutSession', { body: { price_id: offer?.price ?? '' } })
  return `/pay/${session}`
}

const statusOf = async (page: Page) => (await callAs(page, 'readBilling')).subscription?.status ?? null

test('A trial begins at the test page with a second card, after the first was declined', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') }, null)
  const path = await beginCheckout(page, { role: 'pro', period: 'monthly', purchase: 'subscription' })
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Try Pro free for 7 days' })).toBeVisible()
  await expect(page.getByText(/^Free for 7 days, then US\$29 on \d+ \w+ 20\d\d\. Cancel any time/)).toBeVisible()
  await expect(page.getByText('it takes test cards only; no money moves')).toBeVisible()
  const number = page.getByLabel('Card number')
  const start = page.getByRole('button', { name: 'Start the trial' })
  await expect(number).toBeFocused()
  await start.click()
  await expect(page.getByText('Enter the number of a test card.')).toBeVisible()
  await expect(number).toBeFocused()

  await number.pressSequentially('4111111111111111')
  await expect(number).toHaveValue('4111 1111 1111 1111')
  await page.getByLabel('Expiry date').pressSequentially('734')
  await expect(page.getByLabel('Expiry date')).toHaveValue('07/34')
  await start.click()
  await expect(page.getByRole('alert').filter({ hasText: 'only the test cards listed below' })).toBeVisible()

  await page.getByRole('button', { name: 'Fill in the card ending in 0002' }).click()
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank refused the payment.' })).toBeVisible()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('')
  expect(await statusOf(page)).toBe(null)

  await page.getByRole('button', { name: 'Fill in a card that works' }).click()
  await start.click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect.poll(() => statusOf(page)).toBe('trialing')

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'All set' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to Waybill' })).toHaveAttribute(
    'href',
    /\/dash\/account\/billing\?session=/,
  )
})

test('A month is paid once by Alipay, and somebody without an account sees how it ended', async ({
  page,
  waybill,
  newVisitor,
}) => {
  await signUp(page, waybill, { email: newAddress('grace') }, null)
  const path = await beginCheckout(page, { role: 'personal', period: 'monthly', purchase: 'prepaid' })
  await page.goto(path)
  await page.getByText('Add a promotion code').click()
  await page.getByLabel('Promotion code').fill('NOTHING')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('That promotion code is not valid')).toBeVisible()
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await page.getByRole('button', { name: 'Pay US$12' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect.poll(async () => (await callAs(page, 'readBilling')).prepaid?.role).toBe('personal')

  const visitor = await newVisitor()
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await visitor.goto('/pay/cs_nothing')
  await expect(visitor.getByRole('heading', { name: 'No such payment page' })).toBeVisible()
  await visitor.getByRole('link', { name: 'Choose a plan' }).click()
  await expect(visitor).toHaveURL(/\/pricing/)
})

test('The bank asks who pays, on a phone, in Chinese', async ({ newVisitor, waybill }) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  await signUp(page, waybill, { email: newAddress('lin') }, null)
  await page.goto(await beginCheckout(page, { role: 'business', period: 'yearly', purchase: 'subscription' }))
  await expect(page.getByRole('heading', { name: '免费试用商务版 7 天' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const fill = page.getByRole('button', { name: `填入尾号 ${testCardNumbers.asksAtPage.slice(-4)} 的卡` })
  const start = page.getByRole('button', { name: '开始试用' })
  await fill.click()
  await start.click()
  await expect(page.getByRole('heading', { name: '是您本人操作吗？' })).toBeFocused()
  await page.getByRole('button', { name: '拒绝' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '银行未能确认是您本人' })).toBeVisible()
  await expect(page.getByLabel('卡号')).toHaveValue('4000 0025 0000 3155')
  await start.click()
  await page.getByRole('button', { name: '确认' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect.poll(() => statusOf(page)).toBe('trialing')
})

test('The payment page passes the accessibility audit', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('axel') }, null)
  const faults: string[] = []
  const prepaid = await beginCheckout(page, { role: 'pro', period: 'yearly', purchase: 'prepaid' })
  await page.goto(prepaid)
  await page.getByText('Add a promotion code').click()
  await page.getByRole('radio', { name: 'WeChat Pay' }).check()
  faults.push(...(await auditScreen(page, 'payment by wallet')))
  const trial = await beginCheckout(page, { role: 'pro', period: 'yearly', purchase: 'subscription' })
  await page.goto(prepaid)
  await expect(page.getByRole('heading', { name: 'This payment page is closed' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'closed payment')))
  await page.goto(trial)
  await page.getByRole('button', { name: 'Fill in the card ending in 9995' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your card has too little money on it.')).toBeVisible()
  faults.push(...(await auditScreen(page, 'refused payment')))
  await page.getByRole('button', { name: 'Fill in the card ending in 3155' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'question of the bank')))
  expect(faults).toEqual([])
})
