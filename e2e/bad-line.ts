/**
 * A long lossy line with a Waybill at its far end and a browser at its near one. Where the machine lets us (Linux, root,
 * /dev/net/tun) it is a real one (scripts/slow-link), which can fall silent as lines do; elsewhere the browser plays it.
 */
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { codeMailedTo } from '../bench/sender.ts'
import { startProcess, startWaybill } from '../bench/servers.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { PASSWORD } from './account-journey.ts'
import { slowLine } from './browser-hands.ts'
import { newAddress } from './journey.ts'
import { watchPages } from './watch-pages.ts'

const FAR = '10.99.0.1'
const RTT_MS = 300
const LOSS_PERCENT = 1
const RATE_MBIT = 4

export interface BadLine {
  /** A page of a browser of its own, at the near end. */
  open(): Promise<Page>
  /** Nothing goes through any more, and nobody says so. */
  fallSilent(page: Page): Promise<void>
  comeBack(page: Page): Promise<void>
  /** What pages did that none of ours may. */
  seen(): string[]
  /** Makes an account from a page; answers its address. */
  signUp(page: Page): Promise<string>
  close(): Promise<void>
}

const isReal = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/net/tun')

export async function openBadLine(folder: string): Promise<BadLine> {
  const line = isReal ? await lay(folder) : null
  const env = { HOST: FAR, PORT: '3000', PUBLIC_URL: `http://${FAR}:3000` }
  const server = await startWaybill(isReal ? { env, through: ['ip', 'netns', 'exec', 'wb-far'] } : {})
  const browser = await launch(folder)
  const watches: Array<() => string[]> = []
  return {
    async open() {
      const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 360, height: 780 } })
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
    seen: () => watches.flatMap((seen) => seen()).filter((one) => !one.startsWith(`asked ${server.origin}`)),
    async signUp(page) {
      const email = newAddress('mei')
      const post = (path: string, body: unknown) =>
        page.evaluate(
          async ([url, text]) => {
            const headers = { 'content-type': 'application/json' }
            const answer = await fetch(url, { method: 'POST', headers, body: text })
            if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
          },
          [path, JSON.stringify(body)] as const,
        )
      await page.goto('/', { waitUntil: 'domcontentloaded', timeout: 90_000 })
      await post('/newsignupverify', { email })
      await post('/newsignupverify', { email, verifyComplete: await codeMailedTo(server, email) })
      await post('/signup2', { email, password: PASSWORD, fullName: 'Mei Chen' })
      return email
    },
    async close() {
      await browser.close()
      await server[Symbol.asyncDispose]()
      await line?.[Symbol.asyncDispose]()
    },
  }
}

function lay(dir: string) {
  const options = ['--rtt', String(RTT_MS), '--loss', String(LOSS_PERCENT), '--rate', String(RATE_MBIT)]
  const command = ['python3', 'scripts/slow-link', ...options, '--queue', '1000', 'up']
  return startProcess({ command, readyText: 'up:', port: 0, dir: join(dir, 'line') })
}

/** The browser that stands at the near end: started there, driven from here. */
async function launch(folder: string): Promise<Browser> {
  const whole = findChromium('whole')
  const program = join(folder, 'chromium-near')
  await writeFile(program, `#!/bin/sh\nexec ${isReal ? 'ip netns exec wb-near ' : ''}${whole} "$@"\n`)
  await chmod(program, 0o755)
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
}
