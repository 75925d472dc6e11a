import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, fillSendForm, makeFile, newAddress, sendAndVerify, sendInBrowser, test } from '../fixtures/journey.ts'

test.use({ viewport: { width: 360, height: 800 } })

/** The lines in which the one element with this text wraps, as a reader sees them. */
const linesOf = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).evaluate((element) => {
    const lines: string[] = []
    const range = document.createRange()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let bottom = Number.NEGATIVE_INFINITY
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const place = range.getBoundingClientRect()
        if (place.top >= bottom) lines.push('')
        bottom = place.bottom
        lines.push(`${lines.pop()}${node.textContent?.[at]}`)
      }
    }
    return lines
  })

test('On a small screen a long address wraps at its dots, and an unfinished upload offers one main action', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  const asha = `asha.${randomBytes(3).toString('hex')}.purchasing@rao.precision.forge.example.com`
  await makeFile(folder, 'plans/housing.dwg', 3_000_000)
  await page.goto('/')
  await limitSpeed(page, 400_000)
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'plans'))
  const files = [await makeFile(folder, 'film.mov', 20_000_000)]
  await fillSendForm(page, { files, recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  const lines = await linesOf(page, asha)
  expect(lines.join('')).toBe(asha)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^[@.]/)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const ways = [
    page.getByRole('button', { name: 'Choose the files again' }),
    page.getByRole('button', { name: 'Choose the folder again' }),
  ]
  for (const way of ways) await expect(way).toBeVisible()
  const colours = await Promise.all(ways.map((way) => way.evaluate((one) => getComputedStyle(one).backgroundColor)))
  expect(new Set(colours).size).toBe(2)
})

test('Every page shows the support address', async ({ page, waybill, folder, newVisitor }) => {
  const files = [await makeFile(folder, 'note.txt', 1_000)]
  const link = await sendInBrowser(page, waybill, {
    files,
    recipients: [newAddress('asha')],
    sender: newAddress('ada'),
  })
  const contact = { name: /support@localhost$/ }
  await expect(page.getByRole('link', contact)).toHaveAttribute('href', 'mailto:support@localhost')
  // A finger drops nothing; the form comes before what is said of it.
  const phone = await newVisitor({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true })
  await phone.goto('/')
  await expect(phone.getByRole('button', { name: 'Add files' })).toBeVisible()
  await expect(phone.getByText('or drop them anywhere on this page')).toBeHidden()
  const topOf = async (name: string) => (await phone.locator(name).first().boundingBox())?.y ?? 0
  expect(await topOf('main .slip')).toBeLessThan(await topOf('main h1'))
  const reader = await newVisitor({ javaScriptEnabled: false })
  for (const path of [link, '/d/0000000']) {
    await reader.goto(path)
    await expect(reader.getByRole('link', contact)).toHaveAttribute('href', 'mailto:support@localhost')
    await expect(reader.getByRole('link', { name: 'IP geolocation by DB-IP' })).toBeVisible()
  }
})
