import { type IncomingMessage, request } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { auditNow, auditScreen } from '../fixtures/accessibility-audit.ts'
import { waitForOverlaysToClose } from '../fixtures/calm-navigation.ts'
import { fileLink } from '../fixtures/file-link.ts'
import { expect, linkFor, newAddress } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

/** No proxy runs in front of this server: a device has what it acknowledges. */
const test = withOwnServer(async () => ({ env: { TRUSTED_PROXIES: '' } }))

const BYTES = 30_000
const HALF = BYTES / 2

function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { headers, agent: false }, resolve).once('error', reject).end()
  return promise
}

async function take(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await open(url, headers)
  expect([200, 206]).toContain(answer.statusCode)
  answer.resume()
  await new Promise((resolve) => answer.once('close', resolve))
}

/**
 * The server sends the whole range; once the sender's page says that it has arrived, the client leaves without reading
 * it.
 */
async function lose(url: string, range: string, isThere: () => Promise<void>): Promise<void> {
  const answer = await open(url, { range })
  await isThere()
  answer.socket.resetAndDestroy()
}

/** Shortens the minute in which nobody asks again. */
async function letItBeQuiet(waybill: WaybillServer): Promise<void> {
  await waybill.query(`update deliveries set changed_at = changed_at - interval '61 seconds' where finished_at is null`)
  await waybill.query(`update graphile_worker._private_jobs set run_at = now() where key like 'settle-doubt/%'`)
}

const says = (row: Locator, text: string) => expect(row).toContainText(text, { timeout: 20_000 })
const help = (where: Locator, statement: string) => where.getByRole('button', { name: `What “${statement}” means` })

test('The record shows and explains the evidence that each recipient has the file', async ({ page, waybill }) => {
  const people = ['asha', 'ben', 'chen', 'dana'].map(newAddress)
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendAsAccount(page, { files: ['drawings.zip'], recipients: people })
  const [asha = '', ben = '', chen = '', dana = ''] = await Promise.all(
    people.map(async (address) => fileLink(waybill.origin, await linkFor(waybill, address))),
  )
  await page.getByRole('link', { name: /drawings\.zip/ }).click()
  const list = page.getByRole('region', { name: 'Recipients', exact: true }).getByRole('listitem')
  const row = (name: string) => list.filter({ hasText: `${name}-` })

  await take(asha)
  await says(row('asha'), 'Delivered – received by their device')
  await take(ben, { via: '1.1 proxy.example' })
  await says(row('ben'), 'Handed to your proxy')
  await take(chen, { range: `bytes=0-${HALF - 1}` })
  await says(row('chen'), '50% of drawings.zip delivered')
  await lose(chen, `bytes=${HALF}-`, () => says(row('chen'), 'Almost: all of it has arrived'))
  await says(row('chen'), 'Almost: the last 15 kB are in doubt')
  await lose(dana, 'bytes=0-', () => says(row('dana'), 'Almost: all of it has arrived'))
  await says(row('dana'), 'Almost: 30 kB are in doubt')
  await letItBeQuiet(waybill)
  await says(row('chen'), 'Delivered, the last 15 kB in doubt')
  // One connection delivered all of it and then broke: that is no delivery, however long nobody asks again.
  await expect(row('dana')).toContainText('Almost: 30 kB are in doubt')

  const file = page.getByRole('region', { name: 'Files', exact: true }).getByRole('listitem')
  await expect(file).toContainText('finished for 3 of 4 recipients')
  const ledger = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await expect(ledger.filter({ hasText: 'Handed over' })).toContainText('handed to your proxy')
  await expect(ledger.filter({ hasText: 'in doubt' })).toContainText('15 kB in doubt')

  await explains(page, row('chen'), 'Delivered, the last 15 kB in doubt', 'the doubt stays on record')
  await explains(page, row('dana'), 'Almost: 30 kB are in doubt', 'has to be downloaded again')
  await explains(page, row('ben'), 'Handed to your proxy', 'Waybill has to serve HTTPS itself')
  await explains(page, ledger, 'Delivered – received by their device', 'Nobody can know whether a person looked')
  expect(await auditScreen(page, 'evidence')).toEqual([])
})

/** Opens the explanation behind the question mark, by mouse and by keyboard, and closes it in every possible way. */
async function explains(page: Page, where: Locator, statement: string, text: string): Promise<void> {
  const button = help(where, statement)
  const card = page.getByRole('dialog')
  const isRead = () => expect(card.locator('.explain-text')).toBeFocused()
  await button.click()
  await expect(card).toContainText(text)
  expect(await auditNow(page, statement)).toEqual([])
  await isRead()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await waitForOverlaysToClose(page)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toContainText(text)
  const address = page.url()
  await page.goBack()
  await expect(card).toBeHidden()
  await waitForOverlaysToClose(page)
  await expect(button).toBeFocused()
  expect(page.url()).toBe(address)
  await button.press(' ')
  await isRead()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card).toBeHidden()
  await waitForOverlaysToClose(page)
  await expect(button).toBeFocused()
}
