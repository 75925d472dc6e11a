import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { judge, row, title } from '../report.ts'
import { startWaybill } from '../servers.ts'
import { fillAccounts, fillTransfers, OWNER } from './dashboard-rows.ts'
import { startDatabase, urlOf } from './dashboard-server.ts'

/** 400 kbit/s and 400 ms, both ways: a phone at the edge of its network. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const TRANSFERS = 2_000
const MOST_PAINT_MS = 1_000
const MOST_USABLE_MS = 3_000
const PATIENCE_MS = 120_000

const visitorPages = ['/', '/pricing', '/login', '/contact', '/verify-receipt']
const dashPages = [
  '/dash',
  '/dash/transfers',
  'record',
  '/dash/requests',
  '/dash/library',
  '/dash/contacts',
  '/dash/analytics',
  '/dash/account/profile',
  '/dash/account/security',
]

interface Visit {
  paintMs: number
  usableMs: number
}

/** Every page of the app in Chromium over a slow line: its first visit, and the one after. */
export async function slowPages(): Promise<void> {
  title('Pages of the app over 400 kbit/s and 400 ms')
  await using database = await startDatabase()
  await using server = await startWaybill({ env: { DATABASE_URL: urlOf(database) } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  await fillAccounts(client, false)
  await fillTransfers(client, 0, TRANSFERS, false)
  const { rows } = await client.query<{ slug: string }>(
    'select slug from transfers where account_id = $1 and deleted_at is null order by sent_at desc limit 1',
    [OWNER.id],
  )
  await client.end()
  const browser = await chromium.launch({ executablePath: findChromium('light'), args: ['--no-sandbox'] })
  try {
    const paths = dashPages.map((path) => (path === 'record' ? `/dash/transfers/${rows[0]?.slug}` : path))
    const visits = [
      ...(await visitAll(browser, server.origin, visitorPages, false)),
      ...(await visitAll(browser, server.origin, paths, true)),
    ]
    judge('the slowest first paint', Math.max(...visits.map(({ paintMs }) => paintMs)), 'at most', MOST_PAINT_MS, 'ms')
    const again = visits.filter((_, nth) => nth % 2 === 1)
    judge(
      'the slowest page, seen again',
      Math.max(...again.map((one) => one.usableMs)),
      'at most',
      MOST_USABLE_MS,
      'ms',
    )
  } finally {
    await browser.close()
  }
}

async function visitAll(browser: Browser, origin: string, paths: readonly string[], isSignedIn: boolean) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  if (isSignedIn) await logInAt(context)
  const visits: Visit[] = []
  for (const path of paths) {
    const first = await visit(context, path)
    const again = await visit(context, path)
    row(path.replace(/transfers\/.*/, 'transfers/…'), {
      'first paint ms': first.paintMs,
      'usable ms': first.usableMs,
      'again: first paint ms': again.paintMs,
      'again: usable ms': again.usableMs,
    })
    visits.push(first, again)
  }
  await context.close()
  return visits
}

async function logInAt(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dash')
  await page.close()
}

/** One visit in a tab of its own, with the cache of those before. */
async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await page.goto(path, { waitUntil: 'commit', timeout: PATIENCE_MS })
  const usableMs = await usableAt(page)
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  await page.close()
  return { paintMs: Math.round(paintMs), usableMs: Math.round(usableMs) }
}

/** When the page shows its content: a heading or a form, and nothing that stands for what is still loading. */
async function usableAt(page: Page): Promise<number> {
  const shown = await page.waitForFunction(
    () => {
      const waits = 'main [aria-busy="true"], main [role="status"].waiting, main .list-row-waiting'
      const isThere =
        document.querySelector('main :is(h1, h2, form)') !== null && document.querySelector(waits) === null
      return isThere && performance.now()
    },
    undefined,
    { polling: 'raf', timeout: PATIENCE_MS },
  )
  return (await shown.jsonValue()) as number
}
