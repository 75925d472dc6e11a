/** The engine in a real Chromium. */
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, PageSite, planFor } from './browser.ts'
import { MIB, refused, serve } from './harness.ts'
import type { TestPage } from './page/main.ts'
import type { PartServer } from './part-server.ts'

declare const page: TestPage

let site: PageSite
let browser: Browser

beforeAll(async () => {
  site = await PageSite.open()
}, 60_000)
afterAll(() => site.close())
beforeEach(async () => {
  site.policy = ''
  browser = await Browser.open()
})
afterEach(() => browser.close())

async function expectSame(server: PartServer, locations: string[]): Promise<void> {
  for (const [index, location] of locations.entries()) {
    expect(server.received(index).equals(await readFile(location)), location).toBe(true)
  }
}

describe('sending', () => {
  test('picked files arrive complete, over several origins, with checksums from workers', async () => {
    const server = await serve({ origins: 2 })
    await browser.visit(site, server)
    const locations = [
      await browser.onDisk('large.bin', 60 * MIB),
      await browser.onDisk('empty', 0),
      await browser.onDisk('small', 999),
    ]
    await browser.send(server, locations)
    await browser.acknowledged(0)
    expect(browser.tab.workers().length).toBeGreaterThan(0)
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
    expect(refused(server.puts)).toEqual([])
    expect(new Set(server.puts.map(({ origin }) => origin)).size).toBe(2)
    const told = await browser.told()
    expect(told.some(({ bytesSent, bytesAcknowledged }) => bytesSent > bytesAcknowledged)).toBe(true)
    expect(browser.tab.workers()).toEqual([])
  })

  test('goes at once over connections that were opened before', async () => {
    const server = await serve({ origins: 2 })
    await browser.visit(site, server)
    await browser.tab.evaluate((origins) => page.warmUp(origins), server.origins)
    await expect.poll(() => server.probes).toBe(12)
    await expect.poll(() => browser.tab.workers().length).toBe(0)
    const locations = [await browser.onDisk('large.bin', 8 * MIB)]
    await browser.send(server, locations)
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
    expect(server.probes).toBe(12)
    expect(new Set(server.puts.slice(0, 8).map(({ origin }) => origin)).size).toBe(2)
  })

  test('a presigned store gets MD5 checksums', async () => {
    const server = await serve({ presigned: true, partBytes: 5 * MIB })
    await browser.visit(site, server)
    const locations = [await browser.onDisk('large.bin', 22 * MIB), await browser.onDisk('small', 999)]
    await browser.send(server, locations)
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
  })

  test.each([false, true])('where workers are forbidden the page sums the parts (presigned: %s)', async (presigned) => {
    const server = await serve({ presigned, partBytes: 1 * MIB })
    site.policy = "worker-src 'none'"
    await browser.visit(site, server)
    const locations = [await browser.onDisk('large.bin', 3 * MIB)]
    await browser.send(server, locations)
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
    expect(browser.tab.workers()).toEqual([])
  })
})

describe('failures', () => {
  test('offline it pauses, and continues when the network is back', async () => {
    const server = await serve()
    await browser.visit(site, server)
    const locations = [await browser.onDisk('large.bin', 150 * MIB)]
    await browser.send(server, locations)
    await browser.acknowledged(1 * MIB)
    await browser.context.setOffline(true)
    await browser.tab.waitForFunction(() => page.upload?.state().status === 'paused-offline')
    expect(await browser.tab.evaluate(() => page.upload?.state().tries)).toBe(0)
    await browser.context.setOffline(false)
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
  })

  test('a file that changes during the upload ends it, with advice', async () => {
    const server = await serve()
    await browser.visit(site, server)
    const location = await browser.onDisk('large.bin', 150 * MIB)
    await browser.send(server, [location])
    await browser.acknowledged(1 * MIB)
    await utimes(location, new Date(), new Date())
    expect(await browser.ending()).toEqual({
      name: 'UploadError',
      code: 'file-unreadable',
      message: 'Make sure your file is not in use',
    })
  })

  test('a handle distinguishes a changed file from a locked one', async () => {
    const server = await serve()
    await browser.visit(site, server)
    const location = await browser.onDisk('large.bin', 150 * MIB)
    await browser.drop([location])
    const plan = await planFor(server, [location])
    await browser.tab.evaluate(async (plan) => page.start(plan, (await page.dropped())?.files ?? []), plan)
    await browser.acknowledged(1 * MIB)
    await utimes(location, new Date(), new Date())
    expect(await browser.ending()).toMatchObject({ code: 'file-changed' })
  })

  test('the engine waits for a server that is away for a while', async () => {
    const server = await serve()
    await browser.visit(site, server)
    const locations = [await browser.onDisk('large.bin', 150 * MIB)]
    await browser.send(server, locations)
    await browser.acknowledged(1 * MIB)
    await server.stop()
    await browser.tab.waitForFunction(() => (page.upload?.state().tries ?? 0) >= 2)
    await server.start()
    expect(await browser.ending()).toBe('done')
    await expectSame(server, locations)
  })
})

test('weighs at most 13.6 kB, without MD5 and the workers', async () => {
  const assets = await readdir(join(site.built, 'assets'))
  const weigh = async (beginning: string) => {
    const name = assets.find((asset) => asset.startsWith(beginning)) ?? ''
    return gzipSync(await readFile(join(site.built, 'assets', name))).length
  }
  expect(await weigh('src-')).toBeLessThanOrEqual(13_600)
  expect(await weigh('checksum-worker')).toBeLessThan(2_000)
  expect(await weigh('checksum-md5-worker')).toBeLessThan(4_000)
})
