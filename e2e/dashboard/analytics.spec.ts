import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { tabTo } from '../fixtures/browser-actions.ts'
import { downloadAll, expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, sendFromDashboard } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

/** A visitor in Hong Kong, according to a proxy in front of the server. */
const inHongKong = { extraHTTPHeaders: { 'x-forwarded-for': '47.75.18.65' } }

const overview = (page: Page): Locator => page.getByRole('region', { name: 'Overview' })
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const rowOf = (table: Locator, name: string | RegExp): Locator => table.getByRole('row', { name })

test('Analytics count downloads live by country, recipient and file, and export them as CSV', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha, chen] = [newAddress('ada'), newAddress('asha'), newAddress('chen')]
  await signUp(page, waybill, { email: ada })
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await expect(overview(page)).toBeHidden()
  // One heading for the page, one for the steps, one for the empty list; without the steps two.
  const headings = page.locator('main :is(h1, h2)')
  await expect(headings).toHaveText(['Overview', 'First steps', 'Nothing sent yet'])
  const faults = await auditScreen(page, 'dashboard, nothing sent')
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(headings).toHaveText(['Overview', 'Nothing sent yet'])
  await sendFromDashboard(page, folder, { files: ['plan.pdf', 'quote.pdf'], recipients: [asha, chen] })
  const attention = overview(page).getByRole('region', { name: '2 people haven’t opened it yet' })
  await expect(attention).toContainText(chen)

  const reader = await newVisitor(inHongKong)
  await reader.goto(await linkFor(waybill, asha))
  await downloadAll(reader)
  await expect(overview(page).getByRole('region', { name: 'One person hasn’t opened it yet' })).toContainText(chen)
  // A browser's own downloads do not carry the proxy's header: their place is unknown.
  await expect(rowOf(overview(page), /^Hong Kong/)).toHaveText('Hong Kong001')
  await expect(rowOf(overview(page), /^Unknown place/)).toHaveText('Unknown place200')
  await expect(panel(page, 'Recent activity')).toContainText('Handed over')
  faults.push(...(await auditScreen(page, 'dashboard, fetched by one')))

  // The map's place is kept until its code is there: nothing moves when it comes.
  const table = overview(page).getByRole('table').first()
  const release = Promise.withResolvers<void>()
  await page.route('**/world-map-*.js', async (route) => {
    await release.promise
    await route.fallback()
  })
  await page.reload()
  const room = page.locator('div.world-map')
  await expect(room).toBeVisible()
  await expect(table).toBeVisible()
  const kept = [await room.boundingBox(), await table.boundingBox()]
  release.resolve()
  const map = page.locator('svg.world-map')
  await expect(map).toBeVisible()
  expect([await map.boundingBox(), await table.boundingBox()]).toEqual(kept)
  await page.unrouteAll()
  await overview(page)
    .getByRole('button', { name: `Email again ${chen}` })
    .click()
  await expect(notices(page)).toContainText(chen)

  await tabTo(page, overview(page).getByRole('link', { name: 'Hong Kong: Downloads 0, Opens 1' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dash\/analytics\?days=30&country=HK/)
  await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible()
  await expect(rowOf(panel(page, 'By recipient'), new RegExp(asha))).toBeVisible()
  await expect(panel(page, 'By recipient')).toContainText('has everything')
  await page.getByRole('link', { name: 'Remove the filter Hong Kong' }).click()
  await expect(rowOf(panel(page, 'Never downloaded'), new RegExp(chen))).toBeVisible()
  await expect(panel(page, 'When')).toContainText('Downloads: 2 in total')

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '1 year' }).click()
  await expect(page).toHaveURL(/days=365/)
  await expect(page.getByLabel('Group by')).toHaveValue('week')
  await page.reload()
  await expect(page.getByRole('link', { name: '1 year' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-02')
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await page.getByLabel('From').fill('2026-01-03')
  await show.click()
  const to = page.getByLabel('To', { exact: true })
  expect(await to.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
    'The end date is before the start date.',
  )
  await expect(page.getByLabel('From')).toHaveValue('2026-01-03')
  await page.getByLabel('From').fill('2026-01-01')
  await show.click()
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-02/)
  await expect(panel(page, 'When')).toContainText('Downloads: 0 in total')
  await expect(page.getByLabel('Group by')).toHaveValue('hour')
  await expect(show).toBeFocused()
  await page.goto('/dash/analytics?days=7')

  await panel(page, 'By file').getByRole('link', { name: 'plan.pdf' }).click()
  await expect(page.getByRole('link', { name: 'Remove the filter plan.pdf' })).toBeVisible()
  await expect(panel(page, 'When')).toContainText('Downloads: 1 in total')
  await expect(page.getByText('Opens')).toHaveCount(0)
  await page.goBack()
  await expect(panel(page, 'When')).toContainText('Downloads: 2 in total')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'By recipient as CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('downloads-by-recipient.csv')
  const csv = await readFile(await saved.path(), 'utf8')
  expect(csv.startsWith('\ufeffEmail,Downloads,Repeats,Openings,')).toBe(true)
  expect(csv).toMatch(new RegExp(`${asha},2,0,1,1,\\d`))
  await panel(page, 'When').getByText('As a table').click()
  faults.push(...(await auditScreen(page, 'analytics')))
  expect(faults).toEqual([])
})

test('An invalid date shows an error with one click back', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') }, '/dash/analytics?from=2026-03-02&to=2026-03-01')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: '30 days' }).click()
  await expect(panel(page, 'By recipient')).toContainText('Nobody in this period.')
  expect(await auditScreen(page, 'analytics, nothing')).toEqual([])
})
