import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { problemType } from '@waybill/contract/core/problems'
import { pdfText } from '../../apps/server/test/payments/pdf-text.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, signUp } from '../pages/account-pages.ts'

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** A promotion code of the operator: half off, for so many months. */
async function makeCode(waybill: WaybillServer, code: string, months: number | null): Promise<void> {
  await waybill.query(`insert into sandbox_promotions (id, code, percent_off, months, created_at)
    values ('promo_${code}', '${code}', 50, ${months}, now())`)
}

/** Begins to buy a plan month by month, without a trial, as the page's account, and opens its checkout. */
async function openCheckout(page: Page): Promise<void> {
  const body = { price_id: 'sandbox_pro_monthly', trial: false }
  const { session } = await callAs(page, 'createCheckoutSession', { body })
  await page.goto(`/pay/${session}`)
}

/** The text of the PDF that a button saves, without spaces. */
async function takePdf(page: Page, name: RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  expect(download.suggestedFilename()).toMatch(/^waybill-invoice-SB-\w+\.pdf$/)
  return pdfText(await readFile(await download.path()))
}

test('A code lowers the price at the checkout, and the invoice names the company', async ({ page, waybill }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await makeCode(waybill, 'CHECKOUT50', null)
  await signUp(page, waybill, { email: newAddress('ada') }, '/dash/account/billing')
  const company = page.getByRole('region', { name: 'Company on invoices' })
  await company.getByRole('button', { name: 'Add company details' }).click()
  await company.getByLabel('Company or full name').fill('伟业齿轮有限公司')
  await company.getByLabel('Address', { exact: true }).fill('Torstr. 1')
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(company.getByText('Choose a country or region.')).toBeVisible()
  await expect(company.getByLabel('Country or region')).toBeFocused()
  await company.getByLabel('Country or region').fill('Germany')
  await company.getByLabel('Postal code').fill('10119')
  await company.getByLabel('City').fill('Berlin')
  await company.getByLabel('Tax ID (VAT)').fill('DE12')
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(company.getByText('This is not how a tax ID looks there. For example: DE123456789')).toBeVisible()
  expect(await auditScreen(page, 'company form')).toEqual([])
  await company.getByLabel('Tax ID (VAT)').fill('DE 123456789')

  const code = 'tax-id-refused'
  const refused = { type: problemType(code), title: code, code, status: 400, facts: {} }
  await page.route('**/billing/company', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(refused) }),
  )
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(company.getByText(/^Our payment provider does not accept this tax ID\./)).toBeVisible()
  await expect(company.getByLabel('Tax ID (VAT)')).toBeFocused()
  await page.unroute('**/billing/company')
  await expect(company.getByLabel('Address', { exact: true })).toHaveValue('Torstr. 1')
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(company.getByText('10119 Berlin')).toBeVisible()
  await expect(company.getByText('DE 123456789')).toBeVisible()

  await openCheckout(page)
  await expect(page.getByText('None on this test page')).toBeVisible()
  await page.getByText('Add a promotion code').click()
  await page.getByLabel('Promotion code').fill('checkout50')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The code is applied.')).toBeVisible()
  await page.getByRole('button', { name: 'Fill in a card that works' }).click()
  await page.getByRole('button', { name: 'Pay US$14.50' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(invoices.getByText('Pro monthly')).toBeVisible()
  await expect(invoices.getByText('US$14.50')).toBeVisible()
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan.getByText('CHECKOUT50, 50% off, for as long as you keep the plan')).toBeVisible()
  await expect(plan.getByText('Add a promotion code')).toHaveCount(0)
  const text = await takePdf(page, /^Invoice SB-\w+ as PDF$/)
  for (const part of ['Testinvoice–nomoneywasmoved', '伟业齿轮有限公司', 'Torstr.1', '10119Berlin', 'DE123456789']) {
    expect(text).toContain(part)
  }
  expect(text).toContain('TotalUS$14.50')
})

test('A code is added to a running plan on a phone, in Chinese, and its invoice is Chinese', async ({
  newVisitor,
  waybill,
}) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
  await makeCode(waybill, 'RUNNING50', 3)
  await signUp(page, waybill, { email: newAddress('lin') })
  await openCheckout(page)
  await expect(page.getByText('测试页面不计税')).toBeVisible()
  await page.getByRole('button', { name: `填入尾号 ${testCardNumbers.works.slice(-4)} 的卡` }).click()
  await page.getByRole('button', { name: /^支付/ }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  const plan = page.getByRole('region', { name: '您的方案' })
  await plan.getByText('使用优惠码').click()
  await plan.getByLabel('优惠码').fill('NOTHING')
  await plan.getByRole('button', { name: '查询优惠码' }).click()
  await expect(plan.getByText('此优惠码无效或已过期。')).toBeVisible()
  await plan.getByLabel('优惠码').fill('running50')
  await plan.getByRole('button', { name: '查询优惠码' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('使用优惠码 RUNNING50？减 50%，共 3 个月')
  await expect(dialog).toContainText('US$29')
  await expect(dialog).toContainText('US$14.50')
  await dialog.getByRole('button', { name: '使用', exact: true }).click()
  await expect(plan.getByText(/^RUNNING50，减 50%，/)).toBeVisible()
  await expect(plan.getByText('使用优惠码')).toHaveCount(0)
  expect(await widthOf(page)).toBe(360)

  const company = page.getByRole('region', { name: '账单抬头' })
  await company.getByRole('button', { name: '填写账单抬头' }).click()
  await company.getByLabel('公司名称或姓名').fill('伟业齿轮有限公司')
  await company.getByLabel('国家/地区').fill('中国')
  await expect(company.getByLabel('税号（统一社会信用代码）')).toBeVisible()
  expect(await widthOf(page)).toBe(360)
  await company.getByRole('button', { name: '保存' }).click()
  await expect(company.getByText('伟业齿轮有限公司')).toBeVisible()
  expect(await widthOf(page)).toBe(360)
  const text = await takePdf(page, /^账单 SB-\w+ 的 PDF$/)
  expect(text).toContain('测试账单，未发生真实扣款')
  // It was made before the company was known.
  expect(text).not.toContain('伟业')
})

test('The card is changed: a declined one, one whose bank asks, and the way back', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('grace') })
  await openCheckout(page)
  await page.getByRole('button', { name: 'Fill in a card that works' }).click()
  await page.getByRole('button', { name: /^Pay US\$29/ }).click()
  await expect(page).toHaveURL(/\/dash\/account\/billing\?session=/)
  const card = page.getByRole('region', { name: 'Card', exact: true })
  await expect(card).toContainText('ending in 4242')

  await page.goto('/dash/account/billing')
  await card.getByRole('button', { name: 'Change card' }).click()
  await expect(page.getByRole('heading', { name: 'Change your card' })).toBeVisible()
  await page.goBack()
  await expect(card).toContainText('ending in 4242')
  await card.getByRole('button', { name: 'Change card' }).click()
  await expect(page.getByRole('heading', { name: 'Change your card' })).toBeVisible()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(card).toContainText('ending in 4242')

  await card.getByRole('button', { name: 'Change card' }).click()
  await page.getByRole('button', { name: 'Fill in the card ending in 0002' }).click()
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank refused' })).toBeVisible()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await page.getByRole('button', { name: 'Fill in the card ending in 3155' }).click()
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeFocused()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Your new card is saved.')).toBeVisible()
  await expect(card).toContainText('ending in 3155')
  await page.goBack()
  await page.goForward()
  await expect(card).toContainText('ending in 3155')
})
