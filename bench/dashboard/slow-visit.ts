import type { BrowserContext, Page } from '@playwright/test'

/** 400 kbit/s and 400 ms, both ways: a phone at the edge of its network. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const PATIENCE_MS = 30_000

/** One page of the app. */
export interface SlowPage {
  path: string
  /** A selector of what a person came for; without it a heading or a form. */
  content?: string
}

export interface Visit {
  paintMs: number
  /** The longest time in which the page showed neither its outline nor anything of its content. */
  blankMs: number
  /** Infinity: not within half a minute. */
  usableMs: number
}

/** A tab of its own on the slow line, with the cache of those before. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watchBlank)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  return page
}

export async function visit(context: BrowserContext, { path, content }: SlowPage): Promise<Visit> {
  const page = await openTab(context)
  await page.goto(path, { waitUntil: 'commit', timeout: PATIENCE_MS })
  const usableMs = await usableAt(page, content)
  // Reported a moment after it happens: a page may be usable before.
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { timeout: PATIENCE_MS },
  )
  const paintMs = (await paint.jsonValue()) as number
  const blankMs = await page.evaluate(() => (globalThis as unknown as Watched).blankMs)
  await page.close()
  return { paintMs: Math.round(paintMs), blankMs: Math.round(blankMs), usableMs: Math.round(usableMs) }
}

/**
 * From the press of a link in the open app to the page behind it: until something of that page shows, and until it can
 * be used. Null where the open page has no such link.
 */
export async function press(
  page: Page,
  { path, content }: SlowPage,
): Promise<{ saidMs: number; usableMs: number } | null> {
  const link = page.locator(`nav a[href="${path}"]:visible`).first()
  if ((await link.count()) === 0) return null
  const [from, former] = await page.evaluate(
    () => [performance.now(), document.querySelector('main h1')?.textContent ?? null] as const,
  )
  await link.click({ noWaitAfter: true })
  const said = await page.waitForFunction(
    (before) => {
      const heading = document.querySelector('main h1')?.textContent ?? null
      const isOther = heading !== before && (heading !== null || document.querySelector('main [aria-busy]') !== null)
      return isOther && performance.now()
    },
    former,
    { polling: 'raf', timeout: PATIENCE_MS },
  )
  const saidMs = Math.round(((await said.jsonValue()) as number) - from)
  return { saidMs, usableMs: Math.round((await usableAt(page, content)) - from) }
}

interface Watched {
  blankMs: number
  answeredAt: number
}

/**
 * When the page shows what a person came for, has a control and no placeholder of what is still loading, and answers a
 * key.
 */
const usableAt = (page: Page, content?: string): Promise<number> =>
  whenUsable(page, content).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
    return Number.POSITIVE_INFINITY
  })

async function whenUsable(page: Page, content = 'main :is(h1, h2, form)'): Promise<number> {
  const shown = await page.waitForFunction(
    (wanted) => {
      const waits = ['[aria-busy="true"]', '[role="status"][aria-label]:empty', '.waiting', '.list-row-waiting']
      const control = 'main :is(button, input, select, textarea, a[href]):not(:disabled)'
      const isThere = (found: Element | null) => found?.checkVisibility() === true
      const isWaiting = [...document.querySelectorAll(`main :is(${waits})`)].some(isThere)
      return (
        !isWaiting &&
        [...document.querySelectorAll(wanted)].some(isThere) &&
        [...document.querySelectorAll(control)].some(isThere) &&
        performance.now()
      )
    },
    content,
    { polling: 'raf', timeout: PATIENCE_MS },
  )
  await page.keyboard.press('Tab')
  const answeredAt = await page.evaluate(() => (globalThis as unknown as Watched).answeredAt)
  return Math.max((await shown.jsonValue()) as number, answeredAt)
}

/** Runs in the page before its own scripts, so it may name nothing outside itself. */
function watchBlank(): void {
  const watched = Object.assign(globalThis as unknown as Watched, { blankMs: 0, answeredAt: 0 })
  let shownAt = 0
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 1
  const look = () => {
    const parts = document.querySelectorAll('#meanwhile, .m-page, main > *, main :is(h1, h2, p, form), [role="alert"]')
    const now = performance.now()
    watched.blankMs = Math.max(watched.blankMs, now - shownAt)
    if ([...parts].some(isShown)) shownAt = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('keydown', () => {
    watched.answeredAt = performance.now()
  })
}
