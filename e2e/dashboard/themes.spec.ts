/** A sender's day, part by part, in every theme. */
import { expect, type Page } from '@playwright/test'
import { halves } from '../../apps/server/test/storage/picture-files.ts'
import { waitForOverlaysToClose } from '../fixtures/calm-navigation.ts'
import { at, checkPrinted, checkScreens } from '../fixtures/every-theme.ts'
import { linkFor, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { makeAccount, openSendForm } from '../pages/account-pages.ts'
import { rows, sendChosen } from '../pages/transfers-page.ts'

// Each screen is checked in eight themes.
test.describe.configure({ timeout: 300_000 })

const LONG = 'gearbox-housing-for-the-press-as-agreed-in-march-final.dwg'
const own = [
  'Ada Lovelace',
  'Asha Rao of Rao Precision Forge',
  'Drawings for the press',
  'Offer until Friday',
  'As agreed on the phone',
]

/** Presses a key once the page listens, until the overlay shows. */
const overlay = (path: string, part: string, key: string) => async (page: Page) => {
  await at(path, part)(page)
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await waitForOverlaysToClose(page)
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

/** How many lines a text takes. Runs in the page, so it may name nothing outside itself. */
const linesIn = (element: Element) => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
}

test('Logging in, the first minute, sending and a lost connection, in every theme', async ({ page, waybill }) => {
  await page.goto('/robots.txt')
  await checkScreens(page, own, [
    { name: 'arriving', open: at('/login?next=%2Fdash%2Ftransfers%2Fabc1234', 'form input') },
  ])
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en', name: 'Ada Lovelace' })
  await checkScreens(page, own, [
    { name: 'first minute', open: at('/dash', '#first-steps') },
    {
      name: 'sending',
      async open(sender) {
        await at('/dash/contacts', 'h1')(sender)
        await openSendForm(sender)
        const files = [LONG, 'quote.pdf'].map((file) => ({ name: file, mimeType: '', buffer: Buffer.from(file) }))
        await sender.getByRole('dialog').locator('input[type=file]').first().setInputFiles(files)
        await sender.locator('#email-to').fill('asha.rao.purchasing@rao-precision-forge.example.com,')
        await expect(sender.getByRole('dialog')).toContainText('quote.pdf')
      },
      async leave(sender) {
        await close(sender)
        await sender.evaluate(() => sessionStorage.clear())
      },
    },
    {
      name: 'options',
      async open(sender) {
        await at('/dash/contacts', 'h1')(sender)
        await openSendForm(sender)
        await sender.getByRole('button', { name: /^(Options|选项)/ }).click()
        await expect(sender.getByRole('dialog', { name: /^(Options|选项)$/ })).toBeVisible()
      },
    },
    {
      name: 'away',
      async open(sender) {
        await at('/dash/transfers', 'h1')(sender)
        await sender.context().setOffline(true)
        await sender.locator('a[href="/dash/contacts"]:visible').first().click()
        await expect(sender.locator('[data-tone=bad]').first()).toBeVisible()
        // The outline of the page comes a moment after the sentence.
        await expect(sender.locator('main :is(.page-waiting, .waiting)').first()).toHaveCSS('opacity', '1')
      },
      leave: (sender) => sender.context().setOffline(false),
    },
  ])
})

interface Sent {
  asha: string
  people: string[]
  slug: string
  later: string
}

/** Three transfers of a new account: downloaded by one of three, protected, and scheduled. */
async function sendThree(page: Page, waybill: WaybillServer, newVisitor: () => Promise<Page>): Promise<Sent> {
  const asha = newAddress('asha-whose-address-is-rather-long')
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en', name: 'Ada Lovelace' })
  await page.goto('/dash/contacts')
  const drawing = { path: LONG, content: Buffer.alloc(70_000, 'd') }
  const picture = { path: 'front.png', content: await halves(400, 300).png().toBuffer() }
  const people = [asha, newAddress('chen'), newAddress('femi')]
  const slug = await sendChosen(
    page,
    { files: [drawing, picture], emailTo: people, message: 'As agreed on the phone' },
    { title: 'Drawings for the press' },
  )
  await sendChosen(page, { files: [drawing], emailTo: people.slice(1) }, { password: 'open for asha' })
  const sendLater = { localTime: inDays(7), timeZone: 'Asia/Hong_Kong' }
  const later = await sendChosen(
    page,
    { files: [drawing], emailTo: people.slice(2) },
    { title: 'Offer until Friday', sendLater },
  )

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await reader.getByRole('button', { name: 'Preview front.png' }).click()
  await expect(reader.getByRole('dialog').getByRole('img')).toBeVisible()
  await reader.keyboard.press('Escape')
  await Promise.all([reader.waitForEvent('download'), reader.locator('button.take-all').click()])
  await waybill.waitForJobs()
  return { asha, people, slug, later }
}

test('Lists and the record, in every theme', async ({ page, waybill, newVisitor }) => {
  const { slug, later } = await sendThree(page, waybill, newVisitor)
  const chosen = async (sender: Page) => {
    await at('/dash/transfers', '.transfer-row[data-state]')(sender)
    for (const box of await rows(sender).getByRole('checkbox').all()) await box.check()
  }
  await checkScreens(page, own, [
    { name: 'overview', open: at('/dash', '.transfer-row[data-state]') },
    { name: 'list', open: at('/dash/transfers', '.transfer-row[data-state]') },
    { name: 'chosen', open: chosen },
    { name: 'palette', open: overlay('/dash/transfers', '.transfer-row[data-state]', 'Control+k'), leave: close },
    { name: 'keys', open: overlay('/dash/transfers', '.transfer-row[data-state]', '?'), leave: close },
    { name: 'record', open: at(`/dash/transfers/${slug}`, '.ledger li') },
    { name: 'scheduled', open: at(`/dash/transfers/${later}`, 'main h1') },
  ])
})

test('Marks are quiet, and the record is whole on a phone and on paper', async ({ page, waybill, newVisitor }) => {
  const { asha, people, slug } = await sendThree(page, waybill, newVisitor)
  // The normal state is a grey word without a border; what needs a hand would be the stamp's red.
  await at('/dash/transfers', '.transfer-row[data-state]')(page)
  const unseen = rows(page).getByText('Unseen', { exact: true }).first()
  const style = await unseen.evaluate((mark) => {
    const { color, borderTopColor, textTransform } = getComputedStyle(mark)
    const soft = document.querySelector('.transfer-row .soft')
    const isSoft = soft !== null && color === getComputedStyle(soft).color
    return { isSoft, borderTopColor, textTransform }
  })
  expect(style).toEqual({ isSoft: true, borderTopColor: 'rgba(0, 0, 0, 0)', textTransform: 'none' })

  await page.setViewportSize({ width: 360, height: 900 })
  await at(`/dash/transfers/${slug}`, '.ledger li')(page)
  // A row of the list and a stop of the route have the whole name, in at most two lines.
  for (const place of ['.record-person strong', '.record-route .route-row .route-place']) {
    const names = await page.locator(place).filter({ hasText: /@/ }).all()
    expect(names.length).toBeGreaterThanOrEqual(people.length)
    for (const name of names) expect(await name.evaluate(linesIn)).toBeLessThanOrEqual(2)
  }

  // One visit a line, to the second, until it is unfolded; hashes where somebody asks for them.
  const ledger = page.locator('.ledger')
  const visit = ledger.locator('li[data-fold=visit]').filter({ hasText: 'both files' })
  await expect(visit).toHaveCount(1)
  await expect(visit.locator('time').first()).toHaveText(/\d\d:\d\d:\d\d/)
  await visit.getByText(/\d+ entries/).click()
  const hashes = ledger.getByRole('button', { name: /hash/i })
  await expect(visit.getByRole('listitem').first()).toBeVisible()
  await expect(hashes).toHaveCount(0)
  await ledger.getByLabel('Show hashes').check()
  await expect(hashes.first()).toBeVisible()
  await ledger.getByLabel('Show hashes').uncheck()
  await expect(hashes).toHaveCount(0)

  await checkPrinted(page, 'record', [LONG, asha, 'Drawings for the press'])
  await page.emulateMedia({ media: 'print' })
  const ways = page.locator('.record-route .route-way')
  await expect(ways).toHaveCount(people.length)
  for (const way of await ways.all()) {
    const drawn = await way.evaluate((line) => {
      const { backgroundImage, printColorAdjust } = getComputedStyle(line)
      return { hasDashes: backgroundImage.includes('gradient'), printColorAdjust }
    })
    expect(drawn).toEqual({ hasDashes: true, printColorAdjust: 'exact' })
    expect((await way.boundingBox())?.width).toBeGreaterThan(60)
  }
})
