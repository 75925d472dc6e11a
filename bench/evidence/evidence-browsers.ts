/** Real browsers that download, pause, resume and cancel, and the files on their disks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '../../apps/server/test/app/free-port.ts'
import { findChromium } from '../../scripts/install/find-chromium.ts'
import { Marionette } from './marionette.ts'

export const browserNames = ['Chromium', 'Firefox'] as const
export type BrowserName = (typeof browserNames)[number]

/** The browser of one person, with one download. */
export interface Browser extends AsyncDisposable {
  begin(url: string): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  cancel(): Promise<void>
  /** Kills the browser, and starts it again with its profile. */
  crash(): Promise<void>
  /** The file's size, under its current temporary or final name. */
  bytesOnDisk(): Promise<number>
}

export const openBrowser = async (name: BrowserName): Promise<Browser> => {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-browser-'))
  for (const folder of ['profile', 'downloads']) await mkdir(join(dir, folder))
  const browser = name === 'Chromium' ? new ChromiumBrowser(dir) : new FirefoxBrowser(dir)
  await browser.start()
  return browser
}

/** The largest file of the folder: a browser may put an empty one beside it. */
async function largestIn(dir: string): Promise<number> {
  const sizes = (await readdir(dir)).map(async (name) => (await stat(join(dir, name)).catch(() => null))?.size ?? 0)
  return Math.max(0, ...(await Promise.all(sizes)))
}

class ChromiumBrowser implements Browser {
  readonly #dir: string
  #context: BrowserContext | null = null
  #list: Page | null = null

  constructor(dir: string) {
    this.#dir = dir
  }

  async start(): Promise<void> {
    const options = { executablePath: findChromium('whole'), headless: true, acceptDownloads: true }
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--ignore-certificate-errors']
    this.#context = await chromium.launchPersistentContext(join(this.#dir, 'profile'), { ...options, args })
    this.#list = await this.#context.newPage()
    const session = await this.#context.newCDPSession(this.#list)
    const downloadPath = join(this.#dir, 'downloads')
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath })
    await this.#list.goto('chrome://downloads')
  }

  async begin(url: string): Promise<void> {
    const page = await this.#context?.newPage()
    // A navigation that becomes a download ends with an error.
    await page?.goto(url).catch(() => {})
  }

  pause = () => this.#press('pause-or-resume')
  resume = () => this.#press('pause-or-resume')
  cancel = () => this.#press('cancel')

  async crash(): Promise<void> {
    const closed = new Promise((resolve) => this.#context?.once('close', resolve))
    const session = await this.#context?.browser()?.newBrowserCDPSession()
    await session?.send('Browser.crash').catch(() => {})
    await closed
    await this.start()
  }

  bytesOnDisk = () => largestIn(join(this.#dir, 'downloads'))

  /** Presses the button on the downloads page, as a person does. */
  async #press(id: string): Promise<void> {
    await this.#list?.waitForFunction((name) => {
      const manager = document.querySelector('downloads-manager')?.shadowRoot
      const button = manager?.querySelector('downloads-item')?.shadowRoot?.querySelector<HTMLElement>(`#${name}`)
      if (!button || button.hidden) return false
      button.click()
      return true
    }, id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context?.close()
    await rm(this.#dir, { recursive: true, force: true })
  }
}

/** What the buttons of Firefox's own download list do. */
const FIREFOX_ACTS = {
  pause: 'download.cancel()',
  resume: 'download.start().catch(() => {})',
  cancel: 'download.finalize(true)',
} as const

class FirefoxBrowser implements Browser {
  readonly #dir: string
  #child: ChildProcess | null = null
  #marionette: Marionette | null = null

  constructor(dir: string) {
    this.#dir = dir
  }

  async start(): Promise<void> {
    const profile = join(this.#dir, 'profile')
    const port = await freePort()
    const settings = {
      'marionette.port': port,
      'browser.download.folderList': 2,
      'browser.download.dir': join(this.#dir, 'downloads'),
      'browser.download.useDownloadDir': true,
      'browser.download.always_ask_before_handling_new_types': false,
      'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream,video/quicktime',
      'browser.shell.checkDefaultBrowser': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
    }
    const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    await writeFile(join(profile, 'user.js'), `${lines.join('\n')}\n`)
    const args = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile]
    this.#child = spawn('firefox-esr', args, { stdio: 'ignore', env: { ...process.env, HOME: this.#dir } })
    this.#marionette = await Marionette.connect(port)
    await this.#call('WebDriver:NewSession', { acceptInsecureCerts: true, pageLoadStrategy: 'none' })
    await this.#call('Marionette:SetContext', { value: 'chrome' })
  }

  async begin(url: string): Promise<void> {
    await this.#call('Marionette:SetContext', { value: 'content' })
    await this.#call('WebDriver:Navigate', { url }).catch(() => {})
    await this.#call('Marionette:SetContext', { value: 'chrome' })
  }

  pause = () => this.#act('pause')
  resume = () => this.#act('resume')
  cancel = () => this.#act('cancel')

  async crash(): Promise<void> {
    await this.#kill('SIGKILL')
    await this.start()
  }

  bytesOnDisk = () => largestIn(join(this.#dir, 'downloads'))

  async #act(act: keyof typeof FIREFOX_ACTS): Promise<void> {
    const script = `
      const [done] = [arguments[arguments.length - 1]];
      const { Downloads } = ChromeUtils.importESModule('resource://gre/modules/Downloads.sys.mjs');
      (async () => {
        const list = await Downloads.getList(Downloads.ALL);
        for (let tries = 0; tries < 100; tries++) {
          const download = (await list.getAll()).at(-1);
          if (download) { ${act === 'resume' ? '' : 'await'} ${FIREFOX_ACTS[act]}; return 'done'; }
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return 'There is no download';
      })().then(done, (error) => done(String(error)));`
    const answer = (await this.#call('WebDriver:ExecuteAsyncScript', { script, args: [] })) as { value: string }
    if (answer.value !== 'done') throw new Error(answer.value)
  }

  async #call(command: string, parameters: object): Promise<unknown> {
    return this.#marionette?.call(command, parameters)
  }

  async #kill(signal: NodeJS.Signals): Promise<void> {
    const gone = new Promise((resolve) => this.#child?.once('exit', resolve))
    this.#marionette?.close()
    this.#child?.kill(signal)
    await gone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kill('SIGTERM')
    await rm(this.#dir, { recursive: true, force: true })
  }
}
