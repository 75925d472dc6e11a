import type { Page } from '@playwright/test'
import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, makeAccount } from '../pages/account-pages.ts'

const pages = {
  en: {
    title: 'Pay with another card',
    button: 'Enter another card',
    fills: 'Fill in the card ending in 0341',
    works: 'Fill in a card that works',
    save: 'Save the card',
    refused: 'The payment was refused',
    again: 'Try another card',
    done: 'Card changed and paid',
    nothingDue: 'Nothing is due',
    paid: 'Payment received: US$12 for Personal monthly',
  },
  zh: {
    title: '换一张卡付款',
    button: '填写另一张卡',
    fills: '填入尾号 0341 的卡',
    works: '填入一张可用的卡',
    save: '保存此卡',
    refused: '付款被拒绝',
    again: '换一张卡重试',
    done: '银行卡已更换，付款成功',
    nothingDue: '没有待付款项',
    paid: '付款成功：个人版（按月） US$12',
  },
}

test.afterEach(({ waybill }) => waybill.query(`delete from sandbox_clock`))

/** An account whose first charge after a trial was refused; answers the link of the mail that says so. */
async function refuseCharge(
  page: Page,
  waybill: WaybillServer,
  { email, language, year }: { email: string; language: string; year: number },
): Promise<string> {
  await page.goto('/robots.txt')
  await makeAccount(page, waybill, { email, language })
  await page.goto('/dash/account/billing')
  const { session } = await callAs(page, 'createCheckoutSession', { body: { price_id: 'sandbox_personal_monthly' } })
  const body = { method: 'card', number: testCardNumbers.failsLater, month: 12, year } as const
  await callAs(page, 'payAtSandbox', { params: { session }, body })
  await expect
    .poll(async () => (await callAs(page, 'readBilling')).subscription?.status, { timeout: 30_000 })
    .toBe('trialing')
  await waybill.query(`insert into sandbox_clock (ahead_seconds) values (8 * 86400)`)
  await waybill.query(`select graphile_worker.add_job('advance-sandbox', '{}')`)
  const link = async () => {
    const texts = (await waybill.allMails()).flatMap(({ to, text }) => (to === email ? [text] : []))
    return texts.map((text) => /http\S+\/card\/[\w-]{22}/.exec(text)?.[0]).find((found) => found !== undefined) ?? ''
  }
  await expect.poll(link, { timeout: 30_000 }).not.toBe('')
  return link()
}

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const [language, locale, wide, year] of [
  ['en', 'en-US', 1440, 2079],
  ['zh', 'zh-CN', 360, 2078],
] as const) {
  test(`A refused charge is paid by the link of its email, without logging in (${language}, ${wide} px)`, async ({
    page,
    waybill,
    newVisitor,
  }) => {
    const words = pages[language]
    const email = newAddress('olga')
    const link = await refuseCharge(page, waybill, { email, language, year })
    const visitor = await newVisitor({ viewport: { width: wide, height: 800 }, locale })
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: words.title })).toBeVisible()
    await expect(visitor.getByText('US$12')).toBeVisible()
    expect(await visitor.content()).not.toContain(email)
    expect(await width(visitor)).toBe(wide)

    const payWith = async (button: string) => {
      await visitor.waitForURL(/\/pay\//)
      await visitor.getByRole('button', { name: button }).click()
      await visitor.getByRole('button', { name: words.save }).click()
      await visitor.waitForURL(/\/card\?session=/)
    }
    await visitor.getByRole('button', { name: words.button }).click()
    await payWith(words.fills)
    await expect(visitor.getByRole('heading', { name: words.refused })).toBeVisible({ timeout: 30_000 })
    expect(await width(visitor)).toBe(wide)
    await visitor.getByRole('button', { name: words.again }).click()
    await payWith(words.works)
    await expect(visitor.getByRole('heading', { name: words.done })).toBeVisible({ timeout: 30_000 })
    expect(await width(visitor)).toBe(wide)

    expect(await callAs(page, 'readBilling')).toMatchObject({ status: 'active', subscription: { status: 'active' } })
    const subjects = async () =>
      (await waybill.allMails()).flatMap(({ to, subject }) => (to === email ? [subject] : []))
    await expect.poll(subjects, { timeout: 30_000 }).toContain(words.paid)
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: words.nothingDue })).toBeVisible()
  })
}

test('The pages of the card link pass the accessibility audit, and lead on after leaving the checkout', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const link = await refuseCharge(page, waybill, { email: newAddress('axel'), language: 'en', year: 2077 })
  const visitor = await newVisitor()
  await visitor.goto(link)
  await expect(visitor.getByRole('button', { name: pages.en.button })).toBeVisible()
  const faults = await auditScreen(visitor, 'card link')
  await visitor.getByRole('button', { name: pages.en.button }).click()
  await visitor.waitForURL(/\/pay\//)
  await visitor.getByRole('link', { name: 'Back without paying' }).click()
  await expect(visitor).toHaveURL(link)
  await visitor.getByRole('button', { name: pages.en.button }).click()
  await visitor.waitForURL(/\/pay\//)
  await visitor.goBack()
  await expect(visitor.getByRole('heading', { name: pages.en.title })).toBeVisible()
  await visitor.getByRole('button', { name: pages.en.button }).click()
  await visitor.waitForURL(/\/pay\//)
  await visitor.getByRole('button', { name: pages.en.fills }).click()
  await visitor.getByRole('button', { name: pages.en.save }).click()
  await expect(visitor.getByRole('heading', { name: pages.en.refused })).toBeVisible({ timeout: 30_000 })
  faults.push(...(await auditScreen(visitor, 'card link, refused')))
  await visitor.goto(`${link.slice(0, -1)}${link.endsWith('-') ? '_' : '-'}`)
  await expect(visitor.getByRole('heading', { name: 'Link expired' })).toBeVisible()
  faults.push(...(await auditScreen(visitor, 'card link, over')))
  expect(faults).toEqual([])
})
