import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { accountTabs } from '@waybill/contract/identity/account-tabs'
import pg from 'pg'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { judge, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { fillAccounts, fillTransfers, OWNER } from './dashboard-rows.ts'
import { logIn, startDatabase, urlOf } from './dashboard-server.ts'
import { openTab, press, type SlowPage, type Visit, visit } from './slow-visit.ts'

const TRANSFERS = 2_000
const MOST_PAINT_MS = 1_000
const MOST_USABLE_MS = 3_000

const visitorPages: SlowPage[] = [
  { path: '/', content: 'main form' },
  { path: '/pricing', content: 'main h2' },
  { path: '/register', content: '[role="dialog"] form' },
  { path: '/signup', content: 'main form' },
  { path: '/login', content: 'main form' },
  { path: '/welcomeback' },
  { path: '/updatepassword' },
  { path: '/waybill-forever' },
  { path: '/contact' },
  { path: '/verify-receipt' },
  { path: '/invite/of-nobody' },
  { path: '/pay/of-nobody' },
]

const listRow = 'main .transfer-row[data-state]'
const listPages: SlowPage[] = [
  { path: '/dash', content: listRow },
  { path: '/dash/transfers', content: listRow },
  { path: '/dash/transfers?view=received', content: 'main .list-instead, main .list-row' },
  { path: '/dash/transfers/{transfer}', content: 'main .ledger :is(li, p)' },
  { path: '/dash/library', content: 'main .file-card, main .list-instead' },
  { path: '/dash/contacts', content: 'main .contact-row' },
  { path: '/dash/analytics', content: 'main .analytics h2' },
]
const requestPages: SlowPage[] = [
  { path: '/dash/requests', content: 'main .request-row' },
  { path: '/dash/requests?new=', content: 'main form' },
  { path: '/dash/requests?new=gallery', content: 'main details' },
  { path: '/dash/requests?edit={request}', content: 'main form' },
  { path: '/dash/requests?made={request}' },
  { path: '/dash/requests/{request}' },
  { path: '/dash/requests/{request}?view=answers' },
  { path: '/dash/requests/{request}?view=inbox' },
  { path: '/dash/requests/{request}?supplier={supplier}', content: '.supplier .supplier-item' },
]
const accountPages: SlowPage[] = accountTabs.map((tab) => ({ path: `/dash/account/${tab}`, content: 'main h2' }))
const linked = ['/dash/transfers', '/dash/requests', '/dash/library', '/dash/contacts', '/dash/analytics']

const parts: Record<string, { pages: SlowPage[]; isSignedIn: boolean }> = {
  visitors: { pages: visitorPages, isSignedIn: false },
  lists: { pages: listPages, isSignedIn: true },
  requests: { pages: requestPages, isSignedIn: true },
  account: { pages: accountPages, isSignedIn: true },
}

/**
 * Every page of the app in Chromium over a slow line: its first visit, the one after, and its link pressed in an open
 * page. `--parts=visitors,lists,requests,account,links` chooses.
 */
export async function slowPages(flags: ReadonlyMap<string, string>): Promise<void> {
  title('Pages of the app over 400 kbit/s and 400 ms')
  const known = [...Object.keys(parts), 'links']
  const asked = flags.get('parts')?.split(',') ?? known
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  await using database = await startDatabase()
  await using server = await startWaybill({ env: { DATABASE_URL: urlOf(database) } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  const names = await fill(client, server)
  await client.end()
  const browser = await chromium.launch({ executablePath: findChromium('light'), args: ['--no-sandbox'] })
  try {
    const visits: Visit[] = []
    for (const name of asked) {
      const part = parts[name]
      if (part) visits.push(...(await visitAll(browser, server.origin, named(part.pages, names), part.isSignedIn)))
    }
    judgeVisits(visits)
    if (asked.includes('links')) await pressLinks(browser, server.origin)
  } finally {
    await browser.close()
  }
}

/** Makes transfers, contacts and a request that asks a question; returns what replaces the names in the paths. */
async function fill(client: pg.Client, server: Waybill): Promise<Record<string, string>> {
  // A team's admin, who has every page.
  await fillAccounts(client, true)
  await fillTransfers(client, 0, TRANSFERS, true)
  const { rows } = await client.query<{ slug: string }>(
    'select slug from transfers where account_id = $1 and deleted_at is null order by sent_at desc limit 1',
    [OWNER.id],
  )
  const token = await logIn(server)
  const call = async (path: string, body?: object) => {
    const answer = await fetch(new URL(path, server.origin), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        origin: server.origin,
        'idempotency-key': `slow-pages${path}`.replace(/\W/g, '-').padEnd(32, '0'),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const people = Array.from({ length: 20 }, (_none, nth) => ({
    email: `supplier${nth}@example.com`,
    name: `Rao ${nth}`,
  }))
  for (const person of people) await call('/contacts', person)
  const items = [{ name: 'Commercial invoice' }, { name: 'Port of loading', kind: 'short' }]
  const { request } = await call('/requests', { title: 'Papers for order 7731', items, suppliers: people })
  const { suppliers } = await call(`/requests/${request._id}/suppliers`)
  return { transfer: rows[0]?.slug ?? '', request: request.slug, supplier: suppliers[0]._id }
}

const named = (pages: readonly SlowPage[], names: Record<string, string>): SlowPage[] =>
  pages.map((page) => ({ ...page, path: page.path.replace(/\{(\w+)\}/g, (_whole, name) => names[name] ?? '') }))

async function visitAll(browser: Browser, origin: string, pages: readonly SlowPage[], isSignedIn: boolean) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  if (isSignedIn) await logInAt(context)
  const visits: Visit[] = []
  for (const page of pages) {
    const first = await visit(context, page)
    const again = await visit(context, page)
    row(page.path, {
      'first paint ms': first.paintMs,
      'blank ms': first.blankMs,
      'usable ms': first.usableMs,
      'again: blank ms': again.blankMs,
      'again: usable ms': again.usableMs,
    })
    visits.push(first, again)
  }
  await context.close()
  return visits
}

function judgeVisits(visits: readonly Visit[]): void {
  if (visits.length === 0) return
  const again = visits.filter((_, nth) => nth % 2 === 1)
  const most = (values: number[]) => Math.max(...values)
  judge('the slowest first paint', most(visits.map((one) => one.paintMs)), 'at most', MOST_PAINT_MS, 'ms')
  judge('the longest blank', most(visits.map((one) => one.blankMs)), 'at most', MOST_PAINT_MS, 'ms')
  judge('the slowest page, seen again', most(again.map((one) => one.usableMs)), 'at most', MOST_USABLE_MS, 'ms')
}

/** Each page by its link in the open dashboard, for the first time in this browser and once more. */
async function pressLinks(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  await logInAt(context)
  const pages = [...listPages, ...requestPages].filter(({ path }) => linked.includes(path))
  const said: number[] = []
  const again: number[] = []
  for (const page of pages) {
    const tab = await openTab(context)
    await tab.goto('/dash/account/profile')
    await tab.waitForFunction(() => document.querySelector('main form'))
    const first = await press(tab, page)
    await tab.locator('nav a[href="/dash/account"]:visible').first().click()
    await tab.waitForFunction(() => document.querySelector('main form'))
    const second = await press(tab, page)
    await tab.close()
    if (!first || !second) throw new Error(`No page links to ${page.path}`)
    row(`${page.path}, pressed`, {
      'said ms': first.saidMs,
      'usable ms': first.usableMs,
      'again: said ms': second.saidMs,
      'again: usable ms': second.usableMs,
    })
    said.push(first.saidMs, second.saidMs)
    again.push(second.usableMs)
  }
  await context.close()
  judge('the slowest press to anything of the page', Math.max(...said), 'at most', MOST_PAINT_MS, 'ms')
  judge('the slowest press to a page, pressed again', Math.max(...again), 'at most', MOST_USABLE_MS, 'ms')
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
