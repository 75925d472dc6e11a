/**
 * A long lossy line that leads to a Waybill, with a browser at its near end. Where the machine lets us (Linux, root,
 * /dev/net/tun) it is a real one (scripts/slow-link), which can fall silent as lines do; elsewhere the browser plays it.
 */
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startProcess } from '../bench/servers.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { slowLine } from './browser-hands.ts'
import { leadHere } from './far-end.ts'
import { watchPages } from './watch-pages.ts'
import type { WaybillServer } from './waybill-server.ts'

const FAR = '10.99.0.1'
const RTT_MS = 200
const LOSS_PERCENT = 1
const RATE_MBIT = 4

export interface BadLine {
  /** A page of a browser of its own, at the near end. */
  open(options: BrowserContextOptions): Promise<Page>
  /** Nothing goes through any more, and nobody says so. */
  fallSilent(page: Page): Promise<void>
  comeBack(page: Page): Promise<void>
  close(): Promise<void>
}

const isReal = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/net/tun')

/** Lines of several processes stand beside each other: each has a name of its own. */
export async function openBadLine(folder: string, waybill: WaybillServer): Promise<BadLine> {
  const name = `wb-${process.pid}`
  const line = isReal ? await lay(name, folder) : null
  const leave = isReal ? await leadHere(`${name}-far`, FAR, await portsOf(waybill)) : () => {}
  const browser = await launch(name, folder)
  const watches: Array<() => string[]> = []
  return {
    async open(options) {
      const context = await browser.newContext({ baseURL: waybill.origin, ...options })
      watches.push(watchPages(context))
      const page = await context.newPage()
      if (!isReal) await slowLine(page, (RATE_MBIT * 1e6) / 8)
      return page
    },
    async fallSilent(page) {
      if (line) process.kill(line.pid, 'SIGSTOP')
      else await page.context().setOffline(true)
    },
    async comeBack(page) {
      if (line) process.kill(line.pid, 'SIGCONT')
      else await page.context().setOffline(false)
    },
    async close() {
      const seen = watches.flatMap((one) => one())
      await browser.close()
      leave()
      // One that fell silent ends no sooner than it comes back.
      if (line) process.kill(line.pid, 'SIGCONT')
      await line?.[Symbol.asyncDispose]()
      if (seen.length > 0) throw new Error(seen.join('\n'))
    },
  }
}

function lay(name: string, folder: string) {
  const options = ['--rtt', String(RTT_MS), '--loss', String(LOSS_PERCENT), '--rate', String(RATE_MBIT)]
  const command = ['python3', 'scripts/slow-link', ...options, '--queue', '1000', '--name', name, 'up']
  return startProcess({ command, readyText: 'up:', port: 0, dir: join(folder, 'line') })
}

/** Its own, and those its pages may send parts to. */
async function portsOf({ origin }: WaybillServer): Promise<number[]> {
  const policy = (await fetch(origin)).headers.get('content-security-policy') ?? ''
  const beside = [...policy.matchAll(/localhost:(\d+)/g)].map(([, port]) => Number(port))
  return [...new Set([Number(new URL(origin).port), ...beside])]
}

/** The browser that stands at the near end: started there, driven from here, and led to the far end by every name of ours. */
async function launch(name: string, folder: string): Promise<Browser> {
  const whole = findChromium('whole')
  const program = join(folder, 'chromium-near')
  await writeFile(program, `#!/bin/sh\nexec ${isReal ? `ip netns exec ${name}-near ` : ''}${whole} "$@"\n`)
  await chmod(program, 0o755)
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  const names = isReal ? [`--host-resolver-rules=MAP localhost ${FAR}`] : []
  return chromium.launch({ executablePath: program, args: [...quiet, ...names] })
}
