/**
 * A real Chromium at the near end of the line: one upload, from the press of Verify to "sent". argv[2] is a FeltSend as
 * JSON; stdout is a FeltResult as JSON. Runs inside the near end's network namespace.
 */
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { CHROMIUM_ARGS, draftOf, fillUntilVerify, post, pressVerify, type Send } from './browser-steps.ts'
import { type FeltClient, feltClient } from './felt-client.ts'
import { codeMailedTo } from './sender.ts'

export interface FeltSend extends Send {
  bytes: number
  client: 'page' | FeltClient
}

/** Milliseconds from the press. */
export interface FeltResult {
  sentAt: number
  /** The page alone: when its steps ended. */
  steps: { planned: number; firstPart: number; tenthsDone: number[]; lastPart: number; saved: number } | null
}

interface Watched {
  pressedAt: number
  planned: number
  saved: number
  firstPart: number
  parts: Array<{ at: number; bytes: number }>
}

const MOST_MS = 1_800_000

const task: FeltSend = JSON.parse(process.argv[2] ?? '')
const browser = await chromium.launch({ executablePath: findChromium('whole'), args: CHROMIUM_ARGS })
try {
  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watch)
  await page.goto(task.origin)
  const result = task.client === 'page' ? await sendByPage(page) : await sendFixed(page, task.client)
  console.log(JSON.stringify(result))
} finally {
  await browser.close()
}

/** Runs in the page before anything else. */
function watch(): void {
  const seen: Watched = { pressedAt: 0, planned: 0, saved: 0, firstPart: 0, parts: [] }
  Object.assign(globalThis, { seen })
  const since = () => performance.now() - seen.pressedAt
  const press = (event: Event) => {
    if ((event.target as Element).closest('button')?.textContent?.includes('Verify')) seen.pressedAt = performance.now()
  }
  addEventListener('click', press, { capture: true })
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    const url = String(input instanceof Request ? input.url : input)
    if (url.includes('/quicksend2')) seen.planned = since()
    else if (url.includes('/quicksendData')) seen.saved = since()
    return answer
  }
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    if (body instanceof Blob) {
      seen.firstPart ||= since()
      this.addEventListener('load', () => {
        if (this.status === 200) seen.parts.push({ at: since(), bytes: body.size })
      })
    }
    return send.call(this, body)
  }
}

async function sendByPage(page: Page): Promise<FeltResult> {
  await fillUntilVerify(page, task)
  await pressVerify(page)
  const sentAt = await page.evaluate(async (mostMs) => {
    const { seen } = globalThis as unknown as { seen: Watched }
    const until = performance.now() + mostMs
    while (!document.body.textContent?.includes('All done')) {
      if (performance.now() > until) throw new Error('Not sent')
      await new Promise(requestAnimationFrame)
    }
    return performance.now() - seen.pressedAt
  }, MOST_MS)
  const { planned, saved, firstPart, parts } = await page.evaluate(
    () => (globalThis as unknown as { seen: Watched }).seen,
  )
  const tenthsDone = Array.from({ length: 10 }, (_none, nth) => {
    const isDone = (_part: unknown, last: number) =>
      parts.slice(0, last + 1).reduce((sum, { bytes }) => sum + bytes, 0) >= (task.bytes * (nth + 1)) / 10
    return parts.find(isDone)?.at ?? Number.NaN
  })
  return { sentAt, steps: { planned, firstPart, tenthsDone, lastPart: parts.at(-1)?.at ?? Number.NaN, saved } }
}

async function sendFixed(page: Page, client: FeltClient): Promise<FeltResult> {
  await post(page, '/verifyEmail', { email: task.sender })
  const code = await codeMailedTo(task, task.sender)
  const sentAt = await page.evaluate(feltClient, { client, draft: draftOf(task, task.bytes), code })
  return { sentAt, steps: null }
}
