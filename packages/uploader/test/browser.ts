/** A real Chromium with the engine's page in it, bundled as the web app bundles it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { build } from 'vite'
import { openFile } from '../src/transport/node-transport.ts'
import type { TestPage } from './page/main.ts'
import type { PartServer } from './part-server.ts'
import { file } from './sources.ts'

declare const page: TestPage

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const isRoot = process.getuid?.() === 0

export class PageSite {
  /** The Content-Security-Policy of every answer. */
  policy = ''
  readonly built: string
  readonly #server: http.Server

  private constructor(built: string) {
    this.built = built
    this.#server = http.createServer((request, response) => void this.#answer(request.url ?? '', response))
  }

  static async open(): Promise<PageSite> {
    const site = new PageSite(await mkdtemp(join(tmpdir(), 'waybill-page-')))
    await build({
      root: fileURLToPath(new URL('./page', import.meta.url)),
      logLevel: 'error',
      build: { outDir: site.built, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    })
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve))
    return site
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.built, { recursive: true })
  }

  async #answer(url: string, response: http.ServerResponse): Promise<void> {
    const path = url === '/' ? '/index.html' : url
    const content = await readFile(join(this.built, path)).catch(() => null)
    const type = types[extname(path)] ?? 'application/octet-stream'
    response.writeHead(content ? 200 : 404, { 'Content-Type': type, 'Content-Security-Policy': this.policy })
    response.end(content)
  }
}

/** One browser, its profile and the person's files in a temporary folder. */
export class Browser {
  readonly folder: string
  readonly context: BrowserContext
  readonly tab: Page

  private constructor(folder: string, context: BrowserContext, tab: Page) {
    this.folder = folder
    this.context = context
    this.tab = tab
  }

  static async open(): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-person-'))
    const context = await chromium.launchPersistentContext(join(folder, '.profile'), {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: isRoot ? ['--no-sandbox'] : [],
    })
    return new Browser(folder, context, context.pages()[0] ?? (await context.newPage()))
  }

  async close(): Promise<void> {
    await this.context.close()
    await rm(this.folder, { recursive: true })
  }

  async onDisk(path: string, content: number | string): Promise<string> {
    const location = join(this.folder, path)
    await mkdir(dirname(location), { recursive: true })
    await writeFile(location, typeof content === 'string' ? content : file(path, content).content)
    return location
  }

  /** Opens the page; `server` answers its calls. */
  async visit(site: PageSite, server?: PartServer): Promise<void> {
    if (server) {
      const api = server.api()
      await this.context.exposeFunction('serverCall', (name: keyof typeof api, body: never) => api[name](body))
    }
    await this.tab.goto(site.origin)
    await this.tab.waitForFunction(() => 'page' in globalThis)
  }

  /** Picks the files and begins to send them. */
  async send(server: PartServer, locations: string[]): Promise<void> {
    const plan = await planFor(server, locations)
    await this.tab.setInputFiles('#files', locations)
    await this.tab.evaluate((plan) => page.start(plan, page.picked('#files').files), plan)
  }

  async drop(locations: string[]): Promise<void> {
    const session = await this.context.newCDPSession(this.tab)
    const data = { items: [], files: locations, dragOperationsMask: 1 }
    const { x, y } = (await this.tab.locator('#drop').boundingBox()) ?? { x: 0, y: 0 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: x + 10, y: y + 10, data })
    }
  }

  ending() {
    return this.tab.evaluate(() => page.ending())
  }

  told() {
    return this.tab.evaluate(() => page.told)
  }

  async acknowledged(moreThan: number): Promise<void> {
    const isThere = (bytes: number) => (page.upload?.state().bytesAcknowledged ?? 0) > bytes
    await this.tab.waitForFunction(isThere, moreThan, { polling: 20 })
  }
}

export async function planFor(server: PartServer, locations: string[]): Promise<UploadPlan> {
  return server.plan(
    await Promise.all(locations.map((location) => openFile(location, location.split('/').at(-1) ?? ''))),
  )
}
