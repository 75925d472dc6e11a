/** Fixtures and sentences the journeys are written in. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { Person } from '../apps/server/test/people.ts'
import { remoteSite } from '../apps/server/test/remote-site.ts'
import { watchPages } from './watch-pages.ts'
import { type Mail, WaybillServer } from './waybill-server.ts'

interface Fixtures {
  /** Nothing is known of any network as a journey begins: all browsers here share one. */
  newNetworks: undefined
  folder: string
  /** Opens the browser of someone else: no cookies, nothing kept. */
  newVisitor: (options?: BrowserContextOptions) => Promise<Page>
}
interface WorkerFixtures {
  waybill: WaybillServer
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  waybill: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await WaybillServer.start()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ waybill }, use) => use(waybill.origin),
  newNetworks: [
    async ({ waybill }, use) => {
      await waybill.forgetNetworks()
      await use(undefined)
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    const seen = watchPages(context)
    await use(context)
    expect(seen()).toEqual([])
  },
  newVisitor: async ({ browser, waybill }, use) => {
    const opened: Array<{ seen: () => string[]; close: () => Promise<void> }> = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: waybill.origin, ...options })
      opened.push({ seen: watchPages(context), close: () => context.close() })
      return context.newPage()
    })
    expect(opened.flatMap(({ seen }) => seen())).toEqual([])
    for (const { close } of opened) await close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-files-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

export { expect }

/** An address nobody used before: three free sends are counted for ever. */
export const newAddress = (name: string): string => `${name}-${randomBytes(4).toString('hex')}@example.com`

/** A file of `bytes` random bytes (repeating after 8 MiB, so that large ones are made fast). */
export async function makeFile(folder: string, path: string, bytes: number): Promise<string> {
  const location = join(folder, path)
  await mkdir(dirname(location), { recursive: true })
  if (bytes < 8_388_608) {
    await writeFile(location, randomBytes(bytes))
    return location
  }
  const file = await open(location, 'w')
  const block = randomBytes(8_388_608)
  for (let left = bytes; left > 0; left -= block.length) await file.write(block, 0, Math.min(left, block.length))
  await file.close()
  return location
}

export async function sha256(location: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(location)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export interface Filled {
  files: string[]
  recipients: string[]
  sender: string
  message?: string
}

/** Fills the quick-send slip. */
export async function fillSlip(page: Page, { files, recipients, sender, message }: Filled): Promise<void> {
  if (files.length > 0) await page.locator('input[type=file]').first().setInputFiles(files)
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  for (const address of recipients) {
    await to.fill(address)
    await to.press('Enter')
  }
  await page.getByLabel('Your email').fill(sender)
  if (message !== undefined) await page.getByLabel('Message').fill(message)
}

/** The code a mail brings; empty where it brings none. */
export const codeIn = (mail: Mail | undefined): string => /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(mail?.text ?? '')?.[0] ?? ''

/** Does what mails a code to `address`, and answers the code: the one that came since, not an earlier one. */
export async function mailedCode(waybill: WaybillServer, address: string, doIt: () => Promise<void>): Promise<string> {
  const mailed = async () => (await waybill.allMails()).filter((mail) => mail.to === address && codeIn(mail) !== '')
  const before = (await mailed()).length
  await doIt()
  await expect.poll(async () => (await mailed()).length, { timeout: 30_000 }).toBeGreaterThan(before)
  return codeIn((await mailed())[0])
}

/** Presses Send and types the code from the mail. */
export async function sendAndProve(page: Page, waybill: WaybillServer, sender: string): Promise<void> {
  const code = await mailedCode(waybill, sender, async () => {
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByText(`We sent a 5-character code to ${sender}.`)).toBeVisible()
  })
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

/** The personal link in the newest mail to `address`. */
export async function linkFor(waybill: WaybillServer, address: string): Promise<string> {
  const [mail] = await waybill.mailsTo(address)
  const link = /\/d\/\w{7}\/[\w-]{22}/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No link in the mail to ${address}`)
  return link
}

/** Presses the button for everything, and answers where the browser saved it. */
export async function takeAll(page: Page): Promise<string> {
  const button = page.locator('button.take-all')
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return download.path()
}

/** Sends from the empty page to "All done"; answers the first recipient's link. */
export async function sendWhole(page: Page, waybill: WaybillServer, filled: Filled): Promise<string> {
  await page.goto('/')
  await fillSlip(page, filled)
  await sendAndProve(page, waybill, filled.sender)
  await expect(page.getByRole('heading', { name: /^(All done|全部完成)$/ })).toBeVisible({ timeout: 60_000 })
  return linkFor(waybill, filled.recipients[0] ?? '')
}

/** The same by calls alone, for journeys that begin with the mail; answers the first recipient's link. */
export async function sendByCalls(waybill: WaybillServer, filled: Filled): Promise<string> {
  const { files: locations, recipients, sender, message = '' } = filled
  const files = await Promise.all(
    locations.map(async (location) => ({ path: basename(location), content: await readFile(location) })),
  )
  const person = new Person(remoteSite(waybill.origin), sender, '127.0.0.1')
  const code = await mailedCode(waybill, sender, async () => {
    await person.call('requestSenderCode', { body: { email: sender } })
  })
  await person.call('confirmSenderCode', { body: { email: sender, verifyId: code } })
  const { slug, links } = await person.send({ files, emailTo: recipients, message })
  const first = recipients[0] ?? ''
  // Of an address that had mails before, the newest may not be this one yet.
  await expect.poll(async () => (await linkFor(waybill, first)).split('/')[2], { timeout: 30_000 }).toBe(slug)
  return links[first] ?? linkFor(waybill, first)
}
