import type { Browser, Page } from '@playwright/test'
import { publicPaths } from '../../apps/server/test/pages/documents.ts'
import { auditNow } from '../fixtures/accessibility-audit.ts'
import { expect, test } from '../fixtures/journey.ts'

/** A reader's browser that runs no scripts of pages. */
const withoutScripts = async (browser: Browser, origin: string): Promise<Page> =>
  (await browser.newContext({ baseURL: origin, javaScriptEnabled: false, reducedMotion: 'reduce' })).newPage()

test('The public pages pass the accessibility audit in both languages, light and dark, narrow and wide', async ({
  page,
}) => {
  const faults: string[] = []
  for (const [at, address] of ['/zh/', ...publicPaths.flatMap((path) => [path, `/zh${path}`])].entries()) {
    const [width, colorScheme] = [at % 2 === 0 ? 360 : 1440, at % 4 < 2 ? 'light' : 'dark'] as const
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(address)
    faults.push(...(await auditNow(page, `${address}, ${colorScheme}, ${width}`)))
  }
  expect(faults).toEqual([])
})

test('The public pages and their menu work without scripts', async ({ browser, waybill }) => {
  const page = await withoutScripts(browser, waybill.origin)
  for (const path of ['/', '/zh/', ...publicPaths]) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /^(About|关于我们)$/ })).toBeVisible()
  }
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  const receipts = page.getByRole('banner').getByRole('link', { name: 'Document receipts' })
  await expect(receipts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipts).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await receipts.click()
  await expect(page).toHaveURL('/product/document-receipts')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: '切换到中文' }).click()
  await expect(page).toHaveURL('/zh/product/document-receipts')
  await page.context().close()
})

test('Without scripts no page of the app is light on a dark screen, and its bar covers nothing', async ({
  browser,
  waybill,
}) => {
  const page = await withoutScripts(browser, waybill.origin)
  await page.setViewportSize({ width: 1440, height: 900 })
  const paint = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto('/about')
  const light = await paint()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await paint()
  expect(dark).not.toBe(light)
  for (const path of ['/', '/signup', '/nowhere']) {
    await page.goto(path)
    expect([path, await paint()]).toEqual([path, dark])
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    const menu = await page.getByRole('button', { name: 'Features' }).boundingBox()
    expect(heading?.y ?? 0).toBeGreaterThan((menu?.y ?? 0) + (menu?.height ?? 0))
  }
  await page.context().close()
})

test('The printed prices have every price and every answer', async ({ page }) => {
  await page.goto('/pricing')
  const answers = page.locator('.faq p')
  await expect(answers.first()).toBeHidden()
  await expect(page.locator('.period')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
  for (const price of ['US$9', 'US$12', 'US$49', 'US$69']) await expect(page.getByText(price).first()).toBeVisible()
  await expect(page.locator('.period')).toBeHidden()
})

test('A stranger reads below the form, looks at a feature and the prices, and begins to sign up', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByText('How large can a transfer be?').click()
  await expect(page.getByText('100 GB on Business')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(1)
  await page.getByRole('button', { name: 'Features' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Vendor document tracking' }).first().click()
  await expect(page.getByRole('heading', { name: 'Know which supplier owes you what' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a file' }).click()
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()

  // Inside the app the server's parts of the home page give way.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Side by side' })).toBeVisible()
  await expect(page.getByText('How large can a transfer be?')).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.getByRole('complementary').getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('dialog', { name: 'Create an account' })).toBeVisible()
})
