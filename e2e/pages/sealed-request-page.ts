/**
 * Sentences about sealed requests: suppliers who seal as their browsers do, and requesters who enter the passphrase.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { makeFileSeal, makeSealing, sealRange } from '@waybill/sealing'
import { deriveHere } from '@waybill/sealing/derive-here'
import { shot } from '../fixtures/browser-actions.ts'
import { type Answer, answerBy, askFor } from '../fixtures/requests.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import type { RequestBody } from './account-pages.ts'

export const PASSPHRASE = 'copper gantry at low tide'
export const FINGERPRINT = /^([\da-f]{4} ){7}[\da-f]{4}$/

/** The key that seals the files of a request, as the requester sees it. */
export const key = (page: Page): Locator => page.locator('.request-key code')

/** A browser without save and folder dialogs. */
export const withoutPickers = () => {
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
  Reflect.deleteProperty(globalThis, 'showDirectoryPicker')
}

/** Takes pictures in both colour schemes, at this width from here on. */
export async function shoot(page: Page, name: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  if (!process.env.SHOTS) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await shot(page, `sealed-${name}-${width}-${colorScheme}`)
  }
}

/** Makes a sealed request as the page's account. */
export const askSealed = async (page: Page, body: RequestBody): Promise<RequestRecord> =>
  askFor(page, { ...body, sealing: await makeSealing(PASSPHRASE, deriveHere) })

async function seal({ publicKey }: Pick<Sealing, 'publicKey'>, content: Buffer): Promise<Buffer> {
  const blob = new Blob([new Uint8Array(content)])
  const plain = { bytes: content.length, slice: (start: number, end: number) => blob.slice(start, end) }
  const made = await makeFileSeal(publicKey, content.length)
  return Buffer.from(await (await sealRange(made, plain, 0, sealedBytesOf(content.length))).arrayBuffer())
}

/** Seals files for the request's key and submits them through a link, with the claimed checksums of their contents. */
export async function answerSealed(
  waybill: WaybillServer,
  request: RequestRecord,
  link: string,
  { files, ...answer }: Answer,
): Promise<void> {
  const { sealing } = request
  if (sealing === null) throw new Error(`${request.slug} is not sealed`)
  const sealed = files.map(async ({ content, ...file }) => ({
    ...file,
    content: await seal(sealing, content),
    claim: createHash('sha256').update(content).digest('hex'),
  }))
  await answerBy(waybill, request, link, { ...answer, files: await Promise.all(sealed) })
}

/** The prompt for the passphrase. */
export const question = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(This request is sealed|此请求已端到端加密)$/ })

export async function givePassphrase(page: Page, passphrase: string): Promise<void> {
  await question(page).locator('input').fill(passphrase)
  await question(page)
    .getByRole('button', { name: /^(Unlock|解锁)$/ })
    .click()
}

/** What the browser saves after a click on this button. */
export async function bytesBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
