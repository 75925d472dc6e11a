import { type Browser, chromium } from '@playwright/test'
import { WaybillServer } from '../../e2e/fixtures/waybill-server.ts'
import { findChromium } from '../install/find-chromium.ts'

/** The line that the pages are measured on: 1.6 Mbit/s, 150 ms for each request. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const PHONE = { width: 360, height: 780 }
const RUNS = 3

interface Measured {
  /** On the wire, until the network is idle. */
  kilobytes: number
  requests: number
  firstPaintMs: number
  /** The sum of all layout shifts. */
  shift: number
}

/** One visit with an empty cache. */
async function visit(browser: Browser, address: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: PHONE, locale: /\/zh\//.test(address) ? 'zh-CN' : 'en-GB' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const painted = await page.evaluate(async () => {
    const seen = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(() => resolve([]), 200)
      })
    const paints = await seen('paint')
    const shifts = (await seen('layout-shift')) as (PerformanceEntry & { value: number })[]
    return {
      firstPaintMs: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
    }
  })
  await context.close()
  return { ...painted, kilobytes: bytes / 1_000, requests }
}

/** Prints weight and first paint of each page of the sitemap, on a slow line with an empty cache: the median of runs. */
export async function printPublicPages(): Promise<void> {
  const server = await WaybillServer.start({ LOG_LEVEL: 'silent' })
  const browser = await chromium.launch({ executablePath: findChromium('light'), args: ['--no-sandbox'] })
  try {
    const sitemap = await (await fetch(`${server.origin}/sitemap.xml`)).text()
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
    console.log('public pages on 1.6 Mbit/s with 150 ms, empty cache, 360 px: on the wire, first paint, layout shift')
    for (const address of addresses) {
      const runs: Measured[] = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, address))
      const { kilobytes, requests, firstPaintMs, shift } = runs.sort((a, b) => a.firstPaintMs - b.firstPaintMs)[
        Math.floor(RUNS / 2)
      ] as Measured
      console.log(
        `  ${new URL(address).pathname.padEnd(44)} ${kilobytes.toFixed(1).padStart(6)} kB in ${String(requests).padStart(2)}  ${firstPaintMs.toFixed(0).padStart(5)} ms  ${shift.toFixed(3)}`,
      )
    }
  } finally {
    await browser.close()
    await server.close()
  }
}
