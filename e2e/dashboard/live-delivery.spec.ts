import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { fileLink } from '../fixtures/file-link.ts'
import { expect, linkFor, makeFile, newAddress, sha256, test } from '../fixtures/journey.ts'
import { SlowDownload } from '../fixtures/slow-download.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { openSendForm, recordOf, signUp } from '../pages/account-pages.ts'

test.describe.configure({ timeout: 300_000 })

const FILE_BYTES = 40_000_000
/** Slow enough for the page to show many percentages, and for the restart to break it off. */
const BYTES_PER_SECOND = 1_000_000

/** Sends the file from the dashboard and opens the transfer's page; returns its number. */
async function sendOne(page: Page, file: string, to: string): Promise<string> {
  await openSendForm(page)
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await slip.locator('input[type=file]').first().setInputFiles(file)
  const address = slip.getByLabel('Email to (Enter or , to seperate)')
  await address.fill(to)
  await address.press('Enter')
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await slip.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /drawings\.zip/ }).click()
  await expect(page.getByRole('heading', { name: /drawings\.zip/ })).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** Every percentage that the page shows for the recipient, as text. */
async function noteEveryPercent(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seenPercents: seen })
    const look = () => {
      const text = document.querySelector('.record-row')?.textContent ?? ''
      const percent = Number(/(\d+)% of drawings\.zip delivered/.exec(text)?.[1] ?? Number.NaN)
      if (!Number.isNaN(percent) && seen.at(-1) !== percent) seen.push(percent)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as never as { seenPercents: number[] }).seenPercents)
}

/** Shortens ten minutes without a byte: backdates the last byte and makes the check for a stall due. */
async function letItStandStill(waybill: WaybillServer): Promise<void> {
  await waybill.query(`update deliveries set changed_at = changed_at - interval '11 minutes' where finished_at is null`)
  await waybill.query(`update graphile_worker._private_jobs set run_at = now() where key like 'note-stall/%'`)
}

const comesToRest = (percents: () => Promise<number[]>) =>
  expect
    .poll(
      async () => {
        const before = (await percents()).at(-1)
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        return (await percents()).at(-1) === before
      },
      { timeout: 30_000 },
    )
    .toBe(true)

const goesBeyond = (percents: () => Promise<number[]>, least: number) =>
  expect.poll(async () => (await percents()).at(-1) ?? 0, { timeout: 60_000 }).toBeGreaterThan(least)

const inRow = (person: Locator, text: string | RegExp, timeout = 60_000) =>
  expect(person).toContainText(text, { timeout })

test('A sender follows a delivery through a slow connection, a pause and a restart, and its receipt verifies', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  const file = await makeFile(folder, 'drawings.zip', FILE_BYTES)
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  const slug = await sendOne(page, file, asha)
  const person = page.getByRole('region', { name: 'Recipients', exact: true }).getByRole('listitem')
  await inRow(person, 'Emailed')
  const percents = await noteEveryPercent(page)

  const reader = await newVisitor({ extraHTTPHeaders: { 'x-forwarded-for': '47.75.18.65' } })
  const link = await linkFor(waybill, asha)
  await reader.goto(link)
  await inRow(person, 'Opened, nothing downloaded yet')
  await inRow(person, 'Hong Kong')

  const url = await fileLink(waybill.origin, link)
  const first = await SlowDownload.open(url, BYTES_PER_SECOND)
  await goesBeyond(percents, 15)
  // Buffers on the way may take that much at once: the reader's own pace comes after it.
  await expect.poll(async () => (await percents()).length, { timeout: 60_000 }).toBeGreaterThan(2)
  await inRow(person, 'In progress')
  first.pause()
  await comesToRest(percents)
  const paused = (await percents()).at(-1) ?? 100
  expect(paused).toBeLessThan(100)
  // A last byte may still be saved after the page has come to rest, which ends the ten minutes.
  await expect(async () => {
    await letItStandStill(waybill)
    await expect(person).toContainText(/Stalled.*% of drawings\.zip delivered · stalled/, { timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  first.resume()
  await goesBeyond(percents, paused)
  await inRow(person, 'In progress')

  await waybill.stop()
  expect(await first.ended).toBe('broken')
  await waybill.start()
  const kept = (await recordOf(page, slug)).recipients[0]?.deliveredBytes ?? 0
  expect(kept).toBeGreaterThan((FILE_BYTES * paused) / 100)
  const second = await first.continue(url)
  expect(second.status).toBe(206)
  expect(await second.ended).toBe('whole')
  const got = createHash('sha256').update(Buffer.concat([...first.chunks, ...second.chunks]))
  expect(got.digest('hex')).toBe(await sha256(file))

  // What a hasty stop could not save of an answer is known a minute after the last byte.
  await inRow(person, 'Handed to your proxy', 150_000)
  await inRow(person, 'Handed over')
  const seen = await percents()
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  // Three before the pause, and one after it: while no server is there, the page may miss the others.
  expect(seen.length).toBeGreaterThan(3)
  await expect(page.locator('.route-note').last()).toContainText('Handed to your proxy')

  // The check of the file competes with all else that this server does.
  const unchecked = () => waybill.query('select from files where checked_at is null')
  await expect.poll(unchecked, { timeout: 60_000 }).toEqual([])
  const button = page.getByRole('button', { name: `Delivery receipt for ${asha}` })
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), button.click()])
  const judge = await newVisitor()
  await judge.goto('/verify-receipt')
  await judge.getByLabel('Choose a receipt').setInputFiles(await download.path())
  const verdict = judge.locator('.receipt-check-verdict')
  await expect(verdict.getByText('Genuine')).toBeVisible()
  await expect(verdict).toContainText(`All of it, 1 file, 40 MB, was handed to a proxy on the way to ${asha}.`)
  await judge.getByLabel('Choose files').setInputFiles(file)
  await expect(judge.locator('.receipt-held')).toContainText('The same bytes as drawings.zip')
})
