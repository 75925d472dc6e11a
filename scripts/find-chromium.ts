import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/**
 * The browser that tests drive: CHROMIUM_PATH, Debian's, or Playwright's own; where this runs as root on Debian and
 * there is none, Debian's is installed. Throws an Error that says what to do when there is none to be had.
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist; point it at a Chromium or unset it.`)
  }
  const found = [DEBIAN_CHROMIUM, chromium.executablePath()].find((path) => existsSync(path))
  return found ?? installChromium()
}

function installChromium(): string {
  const advice = 'install Chromium (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH'
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`The browser journeys need a Chromium and there is none: ${advice}.`)
  }
  console.log('Installing Chromium for the browser journeys …')
  const install = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']
  for (const args of [['update'], install]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    if (status !== 0) throw new Error(`The browser journeys need a Chromium, and apt-get ${args[0]} failed: ${advice}.`)
  }
  if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM
  throw new Error(`apt-get brought no ${DEBIAN_CHROMIUM}: ${advice}.`)
}
