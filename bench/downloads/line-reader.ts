/**
 * A real Chromium at the near end of the line: downloads a file from the recipient's page and reports how long it took
 * from the click to the file. argv[2] is a ReadTask as JSON; stdout is a ReadResult as JSON. Runs inside the near end's
 * network namespace.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/install/find-chromium.ts'

export interface ReadTask {
  page: string
  button: 'Download' | 'Fast download'
}

export interface ReadResult {
  seconds: number
  sha256: string
}

const PATIENCE_MS = 1_800_000

const task: ReadTask = JSON.parse(process.argv[2] ?? '')
const { origin } = new URL(task.page)
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As over https: only then may a page store a file.
  `--unsafely-treat-insecure-origin-as-secure=${origin}`,
]
const browser = await chromium.launch({ executablePath: findChromium('whole'), args })
try {
  const page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(PATIENCE_MS)
  // A test cannot answer the browser's question where to save: the file lands among the downloads.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await page.goto(task.page)
  const button = page.getByRole('button', { name: new RegExp(`^${task.button}`) }).last()
  await button.waitFor()
  const beganAt = performance.now()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const path = await download.path()
  const seconds = (performance.now() - beganAt) / 1_000
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  const result: ReadResult = { seconds, sha256 }
  console.log(JSON.stringify(result))
} finally {
  await browser.close()
}
