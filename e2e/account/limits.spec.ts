import type { Page } from '@playwright/test'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { codeIn, expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, fillSignUp, openSendForm, sendFilesButton, signIn, signUp } from '../pages/account-pages.ts'

const box = (page: Page, plan: string) => page.getByRole('listitem', { name: plan, exact: true })
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const sevenPeople = Array.from({ length: 7 }, (_none, nth) => `supplier-${nth}@rao-forge.example`)

/** Buys a plan as the page's account, by calls alone: as it happens in another tab, or in the background. */
async function buyElsewhere(page: Page, role: string): Promise<void> {
  const { offers } = await callAs(page, 'readBilling')
  const offer = offers.find((one) => one.role === role && one.purchase === 'subscription' && one.period === 'monthly')
  const { session } = await callAs(page, 'createCheckoutSession', {
    body: { price_id: offer?.price ?? '', trial: false },
  })
  const body = { method: 'card', number: testCardNumbers.works, month: 11, year: 2071 } as const
  expect(await callAs(page, 'payAtSandbox', { params: { session }, body })).toEqual({ result: 'paid' })
}

test('A limit of the send form leads to the plan that lifts it, and Back leads to the form as it was', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  await expect(page.getByRole('link', { name: 'Upgrade', exact: true })).toHaveCount(0)
  await openSendForm(page)
  const form = page.getByRole('dialog', { name: 'Send files' })
  await form.getByLabel('Email to (Enter or , to seperate)').fill(`${sevenPeople.join(',')},`)
  await form.getByRole('link', { name: 'See plans' }).click()
  await expect(page).toHaveURL('/dash/account/plans?limit=recipients&need=7')
  await expect(page.getByRole('heading', { name: "You're on the Free plan" })).toBeVisible()
  await expect(page.getByText('Upgrade your plan')).toBeVisible()
  const mark = box(page, 'Personal').getByText('Lifts your limit of 6 recipients')
  await expect(mark).toBeInViewport()
  await expect(page.getByText(/^Lifts your limit/)).toHaveCount(1)
  await expect(form).toHaveCount(0)
  await page.goBack()
  await expect(form.getByText(sevenPeople[6] as string)).toBeVisible()
  await expect(page).toHaveURL('/dash')

  const other = await newVisitor()
  await other.goto('/dash/account/plans?limit=size&need=30000000000')
  await expect(other).toHaveURL(/\/login\?next=/)
  await signIn(other, ada)
  await expect(other).toHaveURL('/dash/account/plans?limit=size&need=30000000000')
  await expect(box(other, 'Business').getByText('Lifts your limit of 3 GB per transfer')).toBeInViewport()
  await expect(other.getByRole('link', { name: 'Upgrade', exact: true })).toBeVisible()
  await other.setViewportSize({ width: 360, height: 740 })
  await expect(other.getByRole('link', { name: 'Upgrade', exact: true })).toBeHidden()
  await other.reload()
  await expect(box(other, 'Business').getByText('Lifts your limit of 3 GB per transfer')).toBeVisible()
  await other.goto('/dash/account/plans?limit=size&need=300000000000')
  await expect(other.getByRole('note')).toContainText(
    'No plan on the price list allows this much. Write to us: support@',
  )
  expect(await widthOf(other)).toBe(360)
})

test('A plan that is bought elsewhere lifts the limits of open pages at once', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('grace') })
  const second = await page.context().newPage()
  await second.goto('/dash/account/billing')
  const usage = second.getByRole('region', { name: 'Usage' })
  await expect(usage.getByText('0 B of 10 GB')).toBeVisible()
  await expect(usage.getByText(/^0 of 50 Starts over on \d+ \w+ 20\d\d, \d\d:\d\d$/)).toBeVisible()
  const third = await page.context().newPage()
  await third.goto('/dash/requests?new=')
  const never = third.locator('#request-expiry option[value="3153600000"]')
  await expect(never).toBeDisabled()
  const fourth = await page.context().newPage()
  await fourth.goto('/dash/account/plans?limit=recipients&need=7')
  await expect(fourth.getByText('Lifts your limit of 6 recipients')).toBeVisible()
  await openSendForm(page)
  const form = page.getByRole('dialog', { name: 'Send files' })
  await form.getByLabel('Email to (Enter or , to seperate)').fill(`${sevenPeople.join(',')},`)
  await expect(form.getByRole('link', { name: 'See plans' })).toBeVisible()

  const buyer = await page.context().newPage()
  await buyer.goto('/dash/account/profile')
  await expect(sendFilesButton(buyer)).toBeVisible()
  await buyElsewhere(buyer, 'pro')
  await expect(form.getByText('7 of 50')).toBeVisible()
  await expect(form.getByRole('link', { name: 'See plans' })).toHaveCount(0)
  await expect(usage.getByText('0 B of 200 GB')).toBeVisible()
  await expect(usage.getByText(/^0 of 1000 Starts over on/)).toBeVisible()
  await expect(never).toBeEnabled()
  await expect(fourth.getByText('Lifts your limit of 6 recipients')).toHaveCount(0)
  await expect(fourth.getByRole('heading', { name: "You're on the Pro plan" })).toBeVisible()
  await expect(box(fourth, 'Pro').getByRole('button', { name: /^(Current plan|Switch)$/ })).toBeVisible()
})

test('A stranger on a phone, in Chinese, chooses, signs up, pays and is back, whatever is reloaded', async ({
  newVisitor,
  waybill,
}) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  await page.goto('/pricing?via=canton-fair&limit=recipients&need=7')
  await expect(box(page, '个人版').getByText('解除您 6 位收件人的限制')).toBeInViewport()
  expect(await widthOf(page)).toBe(360)
  await box(page, '个人版').getByRole('button', { name: '试用 1 周' }).click()
  const email = page.getByLabel('邮箱', { exact: true })
  await expect(email).toBeInViewport()
  await expect(email).toBeFocused()
  await page.reload()
  await expect(page.getByText(/^您已选择个人版（按年）/)).toBeInViewport()
  const lin = newAddress('lin')
  await email.fill(lin)
  await page.getByLabel('密码', { exact: true }).fill('copper-gantry-41')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByText(new RegExp(`${lin}`))).toBeVisible()
  const [mail] = await waybill.mailsTo(lin)
  await page.getByLabel('验证码').fill(codeIn(mail))
  await page.getByRole('button', { name: '继续' }).click()
  await page.waitForURL(/\/pay\//)
  await page.goBack()
  await expect(box(page, '个人版').getByRole('button', { name: '试用 1 周' })).toBeVisible()
  await page.goForward()
  await page.waitForURL(/\/pay\//)
  await page.reload()
  // A card has one trial: each journey has its own year.
  await page.getByLabel('卡号').pressSequentially(testCardNumbers.mastercard)
  await page.getByLabel('有效期').pressSequentially('1272')
  await page.getByRole('button', { name: '开始试用' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  await expect(page.getByText(/^个人版（按年）试用已开始。首次扣款：/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('试用中').first()).toBeVisible()
  expect(await widthOf(page)).toBe(360)
  const [row] = await waybill.query<{ referral: string }>(`select referral from accounts where email = $1`, [lin])
  expect(row?.referral).toBe('canton-fair')
})

test('A code of the address waits in the second step for somebody to press', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await page.goto('/register')
  await fillSignUp(page, { email: ada })
  await expect(page.getByText(`We sent a 5-character code to ${ada}.`)).toBeVisible()
  const [mail] = await waybill.mailsTo(ada)
  const code = codeIn(mail)
  await page.goto(`/pricing?verifyComplete=${code}&sender=Rao%20Forge`)
  await expect(page.getByRole('heading', { name: 'Rao Forge uses Waybill' })).toBeVisible()
  await expect(page.getByText('You can too!')).toBeVisible()
  await fillSignUp(page, { email: ada })
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  expect(await waybill.mailsTo(ada)).toHaveLength(1)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dash/)
})
