/**
 * A real Chromium at the near end of the connection: sends with one of three clients and reports which parts the server
 * acknowledged, and when. argv[2] is a LineTask as JSON; stdout is a LineResult as JSON. Runs inside the near end's
 * network namespace.
 */
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { type FixedClient, fixedClient, type SendPlan } from './fixed-client.ts'
import { codeMailedTo } from './sender.ts'

export interface LineTask {
  origin: string
  outbox: string
  sender: string
  file: string
  fileBytes: number
  /** The page's own engine, or a client of that many requests of that many bytes each. */
  client: 'page' | FixedClient
  /** How long it sends; it then waits for the running parts. */
  seconds: number
}

export interface LineResult {
  parts: SentPart[]
}

/** A part that the server acknowledged; ms since the first part left. */
export interface SentPart {
  sentAt: number
  acknowledgedAt: number
  bytes: number
}

interface Watched {
  beganAt: number
  parts: SentPart[]
  /** When the running parts left. */
  open: Set<{ sentAt: number }>
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const task: LineTask = JSON.parse(process.argv[2] ?? '')
const browser = await chromium.launch({ executablePath: findChromium('whole'), args: ARGS })
try {
  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watchParts)
  await page.goto(task.origin)
  if (task.client === 'page') await sendByPage(page)
  else await sendFixed(page, task.client)
  const result: LineResult = await page.evaluate(() => ({
    parts: (globalThis as unknown as { sent: Watched }).sent.parts,
  }))
  console.log(JSON.stringify(result))
} finally {
  await browser.close()
}

/** Runs in the page before anything else: records every part answered with 200, by any client. */
function watchParts(): void {
  const sent: Watched = { beganAt: 0, parts: [], open: new Set() }
  Object.assign(globalThis, { sent })
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof Blob) {
      sent.beganAt ||= performance.now()
      const flight = { sentAt: performance.now() - sent.beganAt }
      sent.open.add(flight)
      this.addEventListener('loadend', () => {
        sent.open.delete(flight)
        const acknowledgedAt = performance.now() - sent.beganAt
        if (this.status === 200) sent.parts.push({ ...flight, acknowledgedAt, bytes: body.size })
      })
    }
    return send.call(this, body)
  }
}

/** Sends as a person does: picks the file, names a recipient, types the code from the mail. */
async function sendByPage(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(task.file)
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  await to.fill('asha@rao-forge.example')
  await to.press('Enter')
  await page.getByLabel('Your email').fill(task.sender)
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByLabel('Code').fill(await codeMailedTo(task, task.sender))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForFunction(() => (globalThis as unknown as { sent: Watched }).sent.beganAt > 0)
  await page.waitForTimeout(task.seconds * 1_000)
  const isSettled = (untilMs: number) => {
    const { open } = (globalThis as unknown as { sent: Watched }).sent
    return [...open].every(({ sentAt }) => sentAt > untilMs)
  }
  await page.waitForFunction(isSettled, task.seconds * 1_000)
}

async function sendFixed(page: Page, client: FixedClient): Promise<void> {
  await post(page, '/verifyEmail', { email: task.sender })
  await post(page, '/checkVerifyEmail', { email: task.sender, verifyId: await codeMailedTo(task, task.sender) })
  const file = { path: 'film.mov', bytes: task.fileBytes, modifiedAt: 1_790_000_000_000, fingerprint: task.sender }
  const draft = {
    senderEmail: task.sender,
    emailTo: [{ email: 'asha@rao-forge.example' }],
    expirySeconds: 604_800,
    files: [file],
  }
  const { plan } = (await post(page, '/quicksend2', draft)) as { plan: SendPlan }
  await page.evaluate(fixedClient, { plan, client, seconds: task.seconds })
}

function post(page: Page, path: string, body: unknown): Promise<unknown> {
  return page.evaluate(
    async ([url, text]) => {
      const response = await fetch(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    [path, JSON.stringify(body)] as const,
  )
}
