/**
 * A real Chromium at the near end of the connection: sends with one of three clients and reports which parts the server
 * acknowledged, and when. argv[2] is a LineTask as JSON; stdout is a LineResult as JSON. Runs inside the near end's
 * network namespace.
 */
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { CHROMIUM_ARGS, draftOf, fillUntilVerify, post, pressVerify, type Send } from './browser-steps.ts'
import { type FixedClient, fixedClient, type SendPlan } from './fixed-client.ts'
import { codeMailedTo } from './sender.ts'

export interface LineTask extends Send {
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

const task: LineTask = JSON.parse(process.argv[2] ?? '')
const browser = await chromium.launch({ executablePath: findChromium('whole'), args: CHROMIUM_ARGS })
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

async function sendByPage(page: Page): Promise<void> {
  await fillUntilVerify(page, task)
  await pressVerify(page)
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
  const { plan } = (await post(page, '/quicksend2', draftOf(task, task.fileBytes))) as { plan: SendPlan }
  await page.evaluate(fixedClient, { plan, client, seconds: task.seconds })
}
