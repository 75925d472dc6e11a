import type { Page } from '@playwright/test'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, rows, sendAsAccount } from '../pages/transfers-page.ts'

/** Three and a half pages of thirty. */
const COUNT = 105

/** Sends one file from a new account, and adds many more transfers to it, an hour apart: 'part-1.dwg' is the newest. */
async function signUpBusy(page: Page, waybill: WaybillServer): Promise<void> {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  await sendAsAccount(page, { files: ['first.dwg'], recipients: [newAddress('asha')] })
  await waybill.waitForJobs()
  const [first] = await waybill.query<{ id: string; upload: string }>(
    'select t.id, upload_id as upload from transfers t join accounts a on a.id = account_id where a.email = $1',
    [ada],
  )
  const { id = '', upload = '' } = first ?? {}
  const copyOf = (table: string, where: string, changes: string) =>
    `insert into ${table} select made.* from ${table}, generate_series(1, ${COUNT}) as n,
       jsonb_populate_record(${table}, jsonb_build_object(${changes})) as made where ${where} = $1`
  await waybill.query(copyOf('uploads', 'uploads.id', `'id', 'u' || n || '-' || $1`), [upload])
  await waybill.query(
    copyOf(
      'transfers',
      'transfers.id',
      `'id', 't' || n || '-' || $1, 'upload_id', 'u' || n || '-' || upload_id, 'slug', left(md5($1 || n), 7),
       'sent_at', sent_at - n * interval '1 hour', 'search_text', 'part-' || n || '.dwg'`,
    ),
    [id],
  )
  await waybill.query(
    copyOf(
      'recipients',
      'recipients.transfer_id',
      `'id', 'r' || n || '-' || recipients.id, 'transfer_id', 't' || n || '-' || $1,
       'token_hash', sha256((recipients.id || n)::bytea)`,
    ),
    [id],
  )
  await waybill.query(
    copyOf(
      'transfer_files',
      'transfer_files.transfer_id',
      `'transfer_id', 't' || n || '-' || $1, 'path', 'part-' || n || '.dwg'`,
    ),
    [id],
  )
  await page.reload()
}

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
const pick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })

/** Scrolls until the list shows that many rows. */
async function bringRows(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await scrollToEnd(page)
    expect(await rows(page).count()).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 15_000 })
}

test('A long list loads while scrolling, and Back returns to the same position', async ({ page, waybill }) => {
  await signUpBusy(page, waybill)
  await expect(rows(page).first()).toContainText('first.dwg')
  expect(await rows(page).count()).toBeLessThan(COUNT)
  await bringRows(page, COUNT + 1)
  await expect(rows(page)).toHaveCount(COUNT + 1)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(rows(page).last()).toContainText(`part-${COUNT}.dwg`)

  const row = page.getByRole('link', { name: 'part-77.dwg', exact: true })
  await row.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await row.click()
  await expect(page.getByRole('heading', { name: 'part-77.dwg' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(2)
})

test('A selection across pages gets a new expiry, is deleted and restored', async ({ page, waybill }) => {
  await signUpBusy(page, waybill)
  await pick(page, 'part-2.dwg').check()
  await bringRows(page, COUNT + 1)
  await pick(page, 'part-40.dwg').check()
  await pick(page, 'part-80.dwg').click({ modifiers: ['Shift'] })
  const chosen = page.getByRole('region', { name: '42 selected' })
  await expect(chosen).toBeInViewport()
  await chosen.getByRole('button', { name: 'Change expiry' }).click()
  await page.getByRole('menuitem', { name: '1 Week' }).click()
  await expect(notices(page)).toContainText('Expiry of 42 transfers changed.')
  const [extended] = await waybill.query<{ count: number }>(
    `select count(*)::int as count from transfers where expires_at > now() + interval '6 days 23 hours 59 minutes'
       and id in (select transfer_id from transfer_files where path similar to 'part-(2|4[0-9]|5[0-9]|6[0-9]|7[0-9]|80).dwg')
       and sender_address = (select sender_address from transfers order by sent_at desc limit 1)`,
  )
  expect(extended?.count).toBe(42)

  await chosen.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 42 transfers?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText('42 transfers deleted.')
  await expect(rows(page)).toHaveCount(COUNT + 1 - 42)
  await expect(pick(page, 'part-40.dwg')).toHaveCount(0)
  await expect(page.getByRole('link', { name: `All ${COUNT + 1 - 42}` })).toBeVisible()
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: `All ${COUNT + 1}` })).toBeVisible()
  await bringRows(page, COUNT + 1)
  await expect(pick(page, 'part-40.dwg')).toBeVisible()
  await expect(pick(page, 'part-2.dwg')).toBeVisible()
})
