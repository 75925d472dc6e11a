import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installDebian } from './install-debian.ts'

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
  const need = 'The browser journeys need a Chromium (or CHROMIUM_PATH) and there is none'
  console.log('Installing Chromium for the browser journeys …')
  installDebian(['chromium', 'fonts-noto-cjk'], need)
  if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM
  throw new Error(`${need}: apt-get brought no ${DEBIAN_CHROMIUM}.`)
}
