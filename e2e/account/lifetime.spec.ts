import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, fillSignUp, signUp, verifySignUp } from '../pages/account-pages.ts'

const makeCodes = async (waybill: { command(...words: string[]): Promise<string> }, count: number) =>
  (await waybill.command('lifetime', 'make', '--count', String(count))).trim().split('\n')

test('A buyer of the lifetime deal signs up and activates one, three and eight codes', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  const codes = await makeCodes(waybill, 8)
  await page.goto(`/waybill-forever?code=${codes[0]}`)
  await expect(page.getByRole('heading', { name: 'Welcome! Your plan is for life' })).toBeVisible()
  await fillSignUp(page, { email: ada, name: 'Ada Lovelace' })
  await verifySignUp(page, waybill, ada)
  await expect(page).toHaveURL(/\/waybill-forever\?code=/)

  const field = (place: number) => page.getByLabel(`Lifetime Code #${place}`)
  const proceed = page.getByRole('button', { name: 'Continue' })
  await expect(field(1)).toHaveValue(codes[0] as string)
  await expect(page.getByText('0 activated licenses')).toBeVisible()
  await proceed.click()
  await expect(page.getByText("You're on the Personal plan")).toBeVisible()
  await expect(page.locator('.confetti')).toBeVisible()
  await expect(field(1)).toBeDisabled()
  await expect(page.getByText('1 activated license')).toBeVisible()
  await expect(page.locator('.confetti')).toHaveCount(0)

  await field(2).fill('AAAA-AAAA-AAAA-AAAA')
  await proceed.click()
  await expect(
    page.getByRole('alert').filter({ hasText: /^Code\(s\) are invalid! Reach out to .+@.+\.$/ }),
  ).toBeVisible()
  await field(2).fill(codes[1] as string)
  await expect(page.getByText('Code(s) are invalid!')).toHaveCount(0)
  await field(5).fill((codes[2] as string).toLowerCase())
  await proceed.click()
  await expect(page.getByText("You're on the Business plan")).toBeVisible()
  await expect(page.getByText('3 activated licenses')).toBeVisible()

  await page.reload()
  await expect(field(3)).toHaveValue(codes[2] as string)
  for (let place = 4; place <= 8; place += 1) await field(place).fill(codes[place - 1] as string)
  await proceed.click()
  await expect(page.getByText("You're on the Business Elite plan")).toBeVisible()
  await expect(page.getByText('8 activated licenses. You have reached the maximum.')).toBeVisible()
  await expect(proceed).toHaveCount(0)

  await page.goto('/pricing')
  await expect(page.getByText('8 activated licenses. You have reached the maximum.')).toBeVisible()
})

test('An account activates a code on a phone, in Chinese', async ({ newVisitor, waybill }) => {
  const [code = ''] = await makeCodes(waybill, 1)
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  await signUp(page, waybill, { email: newAddress('lin') }, '/thankyou')
  const field = page.getByLabel('终身版兑换码 #1')
  const proceed = page.getByRole('button', { name: '继续' })
  await proceed.click()
  await expect(page.getByText(/^兑换码无效！请联系 .+@.+。$/)).toBeVisible()
  await field.fill(code)
  await proceed.click()
  await expect(page.getByText('您正在使用个人版')).toBeVisible()
  await expect(field).toBeDisabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('An account with a subscription still reaches its plans after it activates a code', async ({ page, waybill }) => {
  const [code = ''] = await makeCodes(waybill, 1)
  await signUp(page, waybill, { email: newAddress('mary') })
  const { offers } = await callAs(page, 'readBilling')
  const price = offers.find(({ role, purchase }) => role === 'pro' && purchase === 'subscription')?.price ?? ''
  const { session } = await callAs(page, 'createCheckoutSession', { body: { price_id: price, trial: false } })
  const body = { method: 'card', number: testCardNumbers.works, month: 12, year: 2090 } as const
  await callAs(page, 'payAtSandbox', { params: { session }, body })
  await expect.poll(async () => (await callAs(page, 'readBilling')).subscription?.status).toBe('active')

  await page.goto(`/waybill-forever?code=${code}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('1 activated license')).toBeVisible()
  for (const path of ['/dash/account/plans', '/pricing']) {
    await page.goto(path)
    const business = page.getByRole('listitem', { name: 'Business', exact: true })
    await expect(business.getByRole('button', { name: 'Switch' })).toBeVisible()
  }
})
