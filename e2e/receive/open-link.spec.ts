import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { makeAccount } from '../pages/account-pages.ts'
import { rows, sendFromDashboard } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

test('An open link records each device separately and not its owner, and the record outlives the transfer', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await makeAccount(page, waybill, { email: newAddress('ada'), name: 'Ada', language: 'en' })
  await page.goto('/dash/transfers')
  const asha = newAddress('asha')
  await sendFromDashboard(page, folder, { files: ['housing.dwg', 'quote.pdf'], recipients: [asha] })
  const link = await waybill.makeOpenLink(await linkFor(waybill, asha))
  const slug = link.slice('/w/'.length)

  for (const userAgent of [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ]) {
    const stranger = await newVisitor({ userAgent })
    // The answer to the report sets the cookie: a download before it would count as another device's.
    const reported = stranger.waitForResponse((answer) => answer.url().endsWith('/opened'))
    await stranger.goto(link)
    await reported
    await downloadAll(stranger)
  }
  const own = await page.context().newPage()
  await own.goto(link)
  await downloadAll(own)
  await own.close()

  await page.goto(`/dash/transfers/${slug}`)
  const people = page.getByRole('region', { name: 'Recipients', exact: true })
  await expect(people.getByText('3 devices · 3 finished')).toBeVisible({ timeout: 60_000 })
  for (const name of ['Chrome on Windows', 'Firefox on Linux', 'Safari on iOS']) {
    await expect(people.getByText(name, { exact: true })).toBeVisible()
  }
  const ledger = page.getByRole('region', { name: 'Activity' })
  await ledger.getByRole('radio', { name: 'You' }).check({ force: true })
  await expect(ledger.getByText('You, through your own link').first()).toBeVisible()
  expect(await auditScreen(page, 'an open link’s record')).toEqual([])

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dash\/transfers$/)
  await page.getByRole('link', { name: /^Deleted/ }).click()
  await expect(rows(page)).toHaveCount(1)
  expect(await auditScreen(page, 'deleted transfers')).toEqual([])
  await rows(page)
    .getByRole('link', { name: /housing\.dwg/ })
    .click()
  await expect(people.getByText('Firefox on Linux', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause the link' })).toHaveCount(0)
  expect(await auditScreen(page, 'the record of a deleted transfer')).toEqual([])
  await page.getByRole('button', { name: 'Erase record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase record' }).click()
  await expect(page).toHaveURL(/\/dash\/transfers$/)
  await page.goto(`/dash/transfers/${slug}`)
  await expect(page.getByRole('heading', { name: 'housing.dwg' })).toHaveCount(0)
})
