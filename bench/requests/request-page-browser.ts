/**
 * The near end of the slow connection: makes a request and a transfer over it, then opens their pages in turn in a
 * browser with an empty cache. argv[2] is a PagesTask as JSON; stdout is a PagesResult as JSON.
 */
import { crc32 } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import type { Waybill } from '../servers.ts'
import { codeMailedTo, Sender } from '../uploads/sender.ts'

export interface PagesTask {
  origin: string
  outbox: string
  rounds: number
}

export interface PageLoad {
  /** Bytes as they came over the connection, including headers. */
  bytes: number
  requests: number
  /** Counted from the click on the link. */
  shownMs: number
  usableMs: number
}

export interface PagesResult {
  request: PageLoad[]
  recipient: PageLoad[]
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
const MOST_MS = 120_000

const { origin, outbox, rounds }: PagesTask = JSON.parse(process.argv[2] ?? '')
const server = { origin, outbox, host: new URL(origin).host } as Waybill
const paths = { request: await makeRequest(), recipient: await makeTransfer() }
const browser = await chromium.launch({ executablePath: findChromium('whole'), args: ARGS })
try {
  const result: PagesResult = { request: [], recipient: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const page of ['request', 'recipient'] as const) result[page].push(await load(browser, paths[page]))
  }
  console.log(JSON.stringify(result))
} finally {
  await browser.close()
}

/** A checklist of four, as a requester makes it; returns the supplier's link. */
async function makeRequest(): Promise<string> {
  const mei = new Sender(server)
  await mei.call('verifySignup', { email: mei.address })
  await mei.call('verifySignup', { email: mei.address, verifyComplete: await codeMailedTo(server, mei.address) })
  const { accessToken } = await mei.call('signUp', { email: mei.address, password: 'copper-gantry-41' })
  const authorization = `Bearer ${accessToken}`
  const items = [
    { name: 'Commercial invoice', hint: 'Signed and stamped.', types: ['pdf'], maxFiles: 2 },
    { name: 'Packing list', types: ['pdf', 'xlsx'] },
    { name: 'Certificate of origin', types: ['pdf'] },
    { name: 'Photos of the goods', isRequired: false },
  ]
  const deadline = { at: '2030-03-28T18:00', zone: 'Asia/Shanghai', rule: 'fixed' }
  const body = { title: 'Papers for order 7731', items, deadline }
  const { request } = await mei.call('createRequest', body, { authorization })
  return request.link
}

/** A transfer of four files to one recipient. */
async function makeTransfer(): Promise<string> {
  const ada = await Sender.proven(server)
  const names = ['invoice.pdf', 'packing-list.xlsx', 'origin.pdf', 'photo.jpg']
  const plan = await ada.plan(names.map((path) => ({ path, bytes: 2_000 })))
  await put(plan)
  const { slug, user } = await ada.complete(plan)
  return `/d/${slug}/${user}`
}

async function put(plan: UploadPlan): Promise<void> {
  for (const { path, bytes } of plan.blobs) {
    const content = Buffer.alloc(bytes, 1)
    const answer = await fetch(new URL(path ?? '', origin), {
      method: 'PUT',
      body: content,
      headers: {
        authorization: `Bearer ${plan.token}`,
        'content-type': 'application/octet-stream',
        'waybill-offset': '0',
        'waybill-crc32': String(crc32(content)),
      },
    })
    if (!answer.ok) throw new Error(`A part was answered with ${answer.status}`)
  }
}

async function load(opened: Browser, path: string): Promise<PageLoad> {
  const context = await opened.newContext({ locale: 'en-GB', viewport: { width: 360, height: 780 } })
  const page = await context.newPage()
  page.setDefaultTimeout(MOST_MS)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const loaded = { bytes: 0, requests: 0 }
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loaded.bytes += encodedDataLength
    loaded.requests += 1
  })
  await page.addInitScript(() => {
    const note = () => {
      if (!document.documentElement.hasAttribute('data-live')) return false
      Object.assign(globalThis, { usableMs: performance.now() })
      return true
    }
    new MutationObserver((_changes, observer) => note() && observer.disconnect()).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
    })
  })
  await page.goto(new URL(path, origin).href, { timeout: MOST_MS, waitUntil: 'load' })
  await page.waitForFunction(() => 'usableMs' in globalThis)
  await page.waitForLoadState('networkidle')
  const times = await page.evaluate(() => ({
    shownMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    usableMs: (globalThis as unknown as { usableMs: number }).usableMs,
  }))
  await context.close()
  return { ...loaded, ...times }
}
