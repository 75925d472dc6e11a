import type { Page } from '@playwright/test'
import { codeMailedTo } from './sender.ts'

/** What a browser of a bench sends, and as whom. */
export interface Send {
  origin: string
  outbox: string
  sender: string
  file: string
}

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const RECIPIENT = 'asha@rao-forge.example'

/** As a person does: picks the file, names a recipient, types the code from the mail. Verify is still to be pressed. */
export async function fillUntilVerify(page: Page, { file, sender, outbox }: Send): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(file)
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  await to.fill(RECIPIENT)
  await to.press('Enter')
  await page.getByLabel('Your email').fill(sender)
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByLabel('Code').fill(await codeMailedTo({ outbox }, sender))
}

export const pressVerify = (page: Page) => page.getByRole('button', { name: 'Verify' }).click()

/** A call by the page itself. */
export function post(page: Page, path: string, body: unknown): Promise<unknown> {
  return page.evaluate(
    async ([url, text]) => {
      const response = await fetch(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    [path, JSON.stringify(body)] as const,
  )
}

/** What a fixed client says in place of the form. */
export function draftOf({ sender }: Send, bytes: number) {
  const file = { path: 'film.mov', bytes, modifiedAt: 1_790_000_000_000, fingerprint: sender }
  return { senderEmail: sender, emailTo: [{ email: RECIPIENT }], expirySeconds: 604_800, files: [file] }
}
