/** Sentences about the dashboard: sending from it, and reading its list. */
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { BodyOf, Endpoints } from '@waybill/contract'
import { remoteSite } from '../../apps/server/test/app/remote-site.ts'
import { Person, type SendOptions } from '../../apps/server/test/people/people.ts'
import { expect, makeFile } from '../fixtures/journey.ts'
import { WaybillServer } from '../fixtures/waybill-server.ts'
import { accessTokenOf, sendFilesButton } from './account-pages.ts'

interface SentTransfer {
  files: string[]
  recipients: string[]
  message?: string
}

/** Sends files of a few kilobytes from the open dashboard page. */
export async function sendFromDashboard(page: Page, folder: string, { files, recipients, message }: SentTransfer) {
  await sendFilesButton(page).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const again = slip.getByRole('button', { name: 'Send another' })
  await expect(again.or(slip.getByRole('button', { name: 'Add files' }))).toBeVisible()
  if (await again.isVisible()) await again.click()
  const made = await Promise.all(files.map((name, index) => makeFile(folder, name, 30_000 * (index + 1))))
  await slip.locator('input[type=file]').first().setInputFiles(made)
  const to = slip.getByLabel('Email to (Enter or , to seperate)')
  for (const address of recipients) {
    await to.fill(address)
    await to.press('Enter')
  }
  if (message !== undefined) await slip.getByLabel('Message').fill(message)
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()
  await expect(slip).toBeHidden()
}

/** What a sender chooses besides files, recipients and message. */
type Chosen = Pick<BodyOf<Endpoints['planTransfer']>, 'title' | 'password' | 'sendLater'>

class AccountSender extends Person {
  readonly #token: string
  readonly #chosen: Chosen

  constructor(origin: string, address: string, token: string, chosen: Chosen = {}) {
    super(
      remoteSite(origin, () => WaybillServer.at(origin).allMails()),
      address,
      '127.0.0.1',
    )
    this.#token = token
    this.#chosen = chosen
  }

  override draft(options: SendOptions) {
    return { ...super.draft(options), ...this.#chosen }
  }

  override headers(more: Record<string, string> = {}): Record<string, string> {
    return super.headers({ authorization: `Bearer ${this.#token}`, ...more })
  }
}

/**
 * The same by calls alone, as the page's account: for journeys that are not about sending. Returns the sent transfer.
 */
export async function sendAsAccount(
  page: Page,
  { files, recipients, message = '' }: SentTransfer,
): Promise<Array<{ path: string; content: Buffer }>> {
  const { origin } = new URL(page.url())
  const token = await accessTokenOf(page)
  const { body } = await new AccountSender(origin, '', token).call('readAccount')
  const contents = files.map((path, index) => ({ path, content: randomBytes(30_000 * (index + 1)) }))
  await new AccountSender(origin, body.user.email, token).send({ files: contents, emailTo: recipients, message })
  return contents
}

/** Sends these contents by calls, with what a sender may choose; returns the slug. */
export async function sendChosen(page: Page, options: SendOptions, chosen: Chosen = {}): Promise<string> {
  const token = await accessTokenOf(page)
  const { origin } = new URL(page.url())
  const { body } = await new AccountSender(origin, '', token).call('readAccount')
  return (await new AccountSender(origin, body.user.email, token, chosen).send(options)).slug
}

/** The rows of the list of transfers. */
export const rows = (page: Page): Locator => page.locator('.transfer-row[data-state]')

/** Chooses an action in the menu of a recipient's row. */
export async function actFor(page: Page, who: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** The texts of the notifications that show now. */
export const notices = (page: Page): Locator => page.getByRole('region', { name: /^(Notices|提示)$/ })
