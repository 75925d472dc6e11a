/** The sealing components on a separate page, built as the web app builds them and served under its content policy. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { assetPolicy } from '../../apps/server/src/platform/http/guards/security-headers.ts'
import type { PageSteps } from '../../apps/web/src/shared/sealing/test/page/page-steps.ts'

declare global {
  var pageSteps: PageSteps
  var show: (shown: object) => Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export class SealingPage {
  readonly #built: string

  private constructor(built: string) {
    this.#built = built
  }

  static async open(): Promise<SealingPage> {
    const outDir = await mkdtemp(join(tmpdir(), 'waybill-sealing-page-'))
    await build({
      root: fileURLToPath(new URL('../../apps/web/src/shared/sealing/test/page', import.meta.url)),
      configFile: false,
      logLevel: 'error',
      html: { cspNonce: '__CSP_NONCE__' },
      build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    })
    return new SealingPage(outDir)
  }

  close(): Promise<void> {
    return rm(this.#built, { recursive: true })
  }

  /** Serves the page at `/sealing` of the real server, in the visitor's language, and opens it. */
  async visit(page: Page): Promise<void> {
    const policy = (await page.request.get('/login')).headers()['content-security-policy'] ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    await page.context().route('**/sealing', async (route) => {
      const html = (await readFile(join(this.#built, 'index.html'), 'utf8')).replaceAll('__CSP_NONCE__', nonce)
      const { cookie = '' } = await route.request().allHeaders()
      const language = cookie.includes('waybill_language=zh') ? 'zh-CN' : 'en'
      const body = html.replace('<html', `<html lang="${language}"`)
      await route.fulfill({ body, contentType: types['.html'] ?? '', headers: { 'content-security-policy': policy } })
    })
    await page.context().route('**/assets/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const body = await readFile(join(this.#built, pathname)).catch(() => null)
      if (body === null) return route.continue()
      const own = assetPolicy(pathname) ?? "default-src 'none'; frame-ancestors 'none'"
      const contentType = types[extname(pathname)] ?? 'application/octet-stream'
      await route.fulfill({ body, contentType, headers: { 'content-security-policy': own } })
    })
    await page.goto('/sealing')
    await page.waitForFunction(() => 'pageSteps' in globalThis)
  }
}
