import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { dropFiles } from '../fixtures/browser-actions.ts'
import { downloadAll, expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { actFor, sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

/** On paper there is only what the page says, in the light scheme: no bar, no button, but route lines and stamps. */
async function expectPrints(page: Page, shown: string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const controls = page.locator('nav, button, input, select, footer').filter({ visible: true })
  // What would be copied is printed whole in its button's place.
  await expect(controls.and(page.locator(':not(.copy-button)'))).toHaveCount(0)
  for (const one of shown) await expect(page.locator(one).filter({ visible: true }).first()).toBeVisible()
  expect(
    await page
      .locator('h1')
      .first()
      .evaluate((title) => getComputedStyle(title).color),
  ).toBe('rgb(23, 33, 43)')
  await page.emulateMedia({ media: null, colorScheme: null })
}

/** Downloads a receipt from the row of `who`: to print by its button, to check from its menu. */
async function takeReceipt(page: Page, who: string, form: 'PDF' | 'JSON'): Promise<Download> {
  const take = () =>
    form === 'PDF'
      ? page.getByRole('button', { name: `Delivery receipt for ${who}` }).click()
      : actFor(page, who, 'Delivery receipt (JSON)')
  const [download] = await Promise.all([page.waitForEvent('download'), take()])
  return download
}

const verdict = (page: Page) => page.locator('.receipt-check-verdict')
const hand = (page: Page, file: string) => page.getByLabel('Choose a receipt').setInputFiles(file)

test('A sender downloads a receipt, and somebody without an account verifies it', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  const reader = await newVisitor({ extraHTTPHeaders: { 'x-forwarded-for': '47.75.18.65' } })
  await reader.goto(await linkFor(waybill, asha))
  const delivered = await downloadAll(reader)
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  const people = page.getByRole('region', { name: 'Recipients', exact: true })
  await expect(people).toContainText('Handed to your proxy')
  await expect(people).not.toContainText('in preparation')
  await expectPrints(page, ['.route-way', '.route-dot', '.rubber-stamp', '.record-row'])
  await expectPrints(reader, ['.rubber-stamp', '.file-row'])

  const pdf = await takeReceipt(page, asha, 'PDF')
  expect(pdf.suggestedFilename()).toMatch(/^waybill-\w{7}-receipt-asha-.*-at-example\.com\.pdf$/)
  const json = await (await takeReceipt(page, asha, 'JSON')).path()
  const text = await readFile(json, 'utf8')
  const saved = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const printed = await saved('receipt.pdf', await readFile(await pdf.path()))

  const judge = await newVisitor()
  await judge.goto('/')
  await judge.getByRole('link', { name: 'Check a receipt' }).click()
  await expect(judge.getByRole('heading', { name: 'Check a receipt' })).toBeVisible()
  const faults = await auditScreen(judge, 'check a receipt')
  const sent: string[] = []
  judge.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))

  const wrong: Array<[string, string | Buffer, string]> = [
    ['changed.json', text.replace(asha, 'somebody@example.com'), 'It was changed after it was signed'],
    ['again.json', JSON.stringify(JSON.parse(text), null, 2), 'the file was rewritten afterwards'],
    ['stranger.json', text.replace(/"key":"[0-9a-f]+"/, '"key":"0000"'), 'not among the published ones'],
    ['letter.txt', 'Dear judge', 'neither the PDF nor the JSON of a receipt'],
    ['other.json', '{"some":"thing"}', 'not a delivery receipt'],
    ['empty.json', '', 'This file is empty'],
    ['huge.json', Buffer.alloc(64_000_001, 32), 'too large for a receipt'],
    ['scan.pdf', '%PDF-1.7\n%%EOF\n', 'This PDF contains no receipt'],
  ]
  for (const [name, content, sentence] of wrong) {
    await hand(judge, await saved(name, content))
    await expect(verdict(judge)).toContainText(sentence)
  }
  await hand(judge, await saved('changed.json', text.replace(asha, 'somebody@example.com')))
  await expect(verdict(judge)).toContainText('Not proven')
  faults.push(...(await auditScreen(judge, 'a forged receipt')))

  await dropFiles(judge, [printed])
  await expect(verdict(judge).getByText('Genuine')).toBeVisible()
  await expect(verdict(judge)).toContainText(`was handed to a proxy on the way to ${asha}.`)
  await expect(verdict(judge)).toContainText('Hong Kong')
  await expectPrints(judge, ['.rubber-stamp', '.receipt-check-verdict dl'])
  await expect(verdict(judge)).toContainText('none missing')
  await judge.getByLabel('Choose files').setInputFiles([delivered, json])
  await expect(judge.locator('.receipt-held')).toContainText('The same bytes as housing.dwg')
  await expect(judge.locator('.receipt-held')).toContainText('Not one of the files of this receipt')
  faults.push(...(await auditScreen(judge, 'a genuine receipt')))
  expect(sent.filter((request) => /^(POST|PUT|PATCH)/.test(request))).toEqual([])

  await judge.getByRole('button', { name: 'Check another receipt' }).click()
  await hand(judge, json)
  await expect(verdict(judge).getByText('Genuine')).toBeVisible()
  expect(faults).toEqual([])
})

test('Saved keys verify a receipt, and a browser without Ed25519 shows terminal commands', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  const json = await (await takeReceipt(page, asha, 'JSON')).path()
  const keys = join(folder, 'receipt-keys.json')
  await writeFile(keys, await (await fetch(`${waybill.origin}/-/receipt-keys.json`)).text())

  const judge = await newVisitor()
  await judge.goto('/verify-receipt')
  await judge.route('**/-/receipt-keys.json', (route) => route.fulfill({ json: { keys: [] } }))
  await hand(judge, json)
  await expect(verdict(judge)).toContainText('not among the published ones')
  await hand(judge, keys)
  await expect(judge.locator('.receipt-own-keys')).toContainText('Receipts are now checked against this key')
  await hand(judge, json)
  await expect(verdict(judge).getByText('Genuine')).toBeVisible()
  await expect(judge.getByRole('status').first()).toHaveText(/^Genuine: It was sent to/)
  await judge.getByRole('button', { name: 'Use the server’s keys again' }).click()
  await expect(judge.getByText('Genuine')).toHaveCount(0)

  const old = await newVisitor()
  await old.addInitScript(() => {
    const { subtle } = crypto
    Object.defineProperty(subtle, 'importKey', {
      value: () => Promise.reject(new DOMException('', 'NotSupportedError')),
    })
  })
  await old.goto('/verify-receipt')
  await hand(old, json)
  await expect(old.getByRole('heading', { name: 'This browser can’t check it' })).toBeVisible()
  await expect(old.getByText('openssl pkeyutl -verify')).toBeVisible()
  expect(await auditScreen(old, 'no Ed25519')).toEqual([])
})
