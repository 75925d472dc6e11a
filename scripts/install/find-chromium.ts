import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installDebian } from './install-debian.ts'

/**
 * `whole` has permissions, profiles and access to files; `light` is the same engine without windows, at two thirds of
 * the CPU time.
 */
const DEBIAN = {
  whole: { path: '/usr/bin/chromium', packages: ['chromium', 'fonts-noto-cjk'] },
  light: { path: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell', 'fonts-noto-cjk'] },
} as const

/**
 * The browser that tests drive: CHROMIUM_PATH, Debian's, or Playwright's own; as root on Debian, where there is none,
 * this installs Debian's. A whole browser replaces a light one that is not available. Throws an Error that says what to
 * do when there is none.
 */
export function findChromium(kind: keyof typeof DEBIAN): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist; point it at a Chromium or unset it.`)
  }
  if (existsSync(DEBIAN[kind].path)) return DEBIAN[kind].path
  if (kind === 'light') return installLight() ?? findChromium('whole')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : installWhole()
}

function installLight(): string | null {
  const { path, packages } = DEBIAN.light
  try {
    installDebian(packages, 'The browser journeys go faster with a Chromium without windows')
  } catch (cause) {
    console.log(`${(cause as Error).message} Going on with a whole one.`)
  }
  return existsSync(path) ? path : null
}

function installWhole(): string {
  const need = 'The browser journeys need a Chromium (or CHROMIUM_PATH) and there is none'
  const { path, packages } = DEBIAN.whole
  console.log('Installing Chromium for the browser journeys …')
  installDebian(packages, need)
  if (existsSync(path)) return path
  throw new Error(`${need}: apt-get brought no ${path}.`)
}
