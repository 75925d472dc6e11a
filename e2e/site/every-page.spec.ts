import type { BrowserContext, Page } from '@playwright/test'
import { OPERATOR_TOKEN } from '../../apps/server/test/app/operator-token.ts'
import { type DocumentFacts, documents } from '../../apps/server/test/pages/documents.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, linkFor, makeFile, newAddress, sendByCalls, test } from '../fixtures/journey.ts'
import { askFor } from '../fixtures/requests.ts'
import { STRIPE_FRAME, STRIPE_SCRIPT, serveStripeScript } from '../fixtures/stripe-script.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, signUp } from '../pages/account-pages.ts'

/** Follows which other hosts the pages of a browser ask. */
function followHosts(context: BrowserContext): () => string[] {
  let asked = new Set<string>()
  context.on('request', (request) => {
    const { protocol, origin, hostname } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && hostname !== 'localhost') asked.add(origin)
  })
  return () => {
    const seen = [...asked].sort()
    asked = new Set()
    return seen
  }
}

/** One of everything that has a page, of the account of the page. */
async function makeFacts(page: Page, waybill: WaybillServer, folder: string): Promise<DocumentFacts> {
  const email = newAddress('walker')
  await signUp(page, waybill, { email }, null)
  const to = newAddress('reader')
  const filled = { files: [await makeFile(folder, 'plan.txt', 1_000)], recipients: [to], sender: newAddress('sender') }
  await sendByCalls(waybill, filled)
  const [, , slug = '', recipient = ''] = (await linkFor(waybill, to)).split('/')
  const request = await askFor(page, { title: 'Papers', items: [{ name: 'Licence' }] })
  const { offers } = await callAs(page, 'readBilling')
  const { session } = await callAs(page, 'createCheckoutSession', { body: { price_id: offers[0]?.price ?? '' } })
  return { slug, recipient, request: request.slug, session, operatorToken: OPERATOR_TOKEN }
}

const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The foreign hosts that the policy of a document lets its page ask, the seller's too; the browser asks no others. */
async function allowedHosts(page: Page, address: string, seller: string | null): Promise<string[]> {
  const { 'content-security-policy': policy = '' } = (await page.request.get(address)).headers()
  expect(policy).toContain("default-src 'none'")
  const named = policy.match(/(?:https?|wss?):\/\/[^\s;]+/g) ?? []
  return [...new Set(named.filter((host) => host === seller || !ownNames.includes(new URL(host).hostname)))].sort()
}

// Once for each seller (`playwright.config.ts`): a policy could differ with each of them.
test('No page asks another host, but for that of the panel @stripe', async ({
  page,
  context,
  seller,
  waybill,
  folder,
}) => {
  const facts = await makeFacts(page, waybill, folder)
  const hosts = followHosts(context)
  for (const { pattern, address } of documents) {
    const isPanel = seller.name === 'panel' && pattern === '/pay/:session'
    // Whoever sells, all other pages are the same: their policies show that.
    if (seller.name !== 'sandbox' && !isPanel) {
      expect([pattern, await allowedHosts(page, address(facts), seller.origin)]).toEqual([pattern, []])
      continue
    }
    if (isPanel) await serveStripeScript(context, seller)
    await page.goto(address(facts))
    if (isPanel) await expect(page.frameLocator('iframe').getByLabel('Card number')).toBeVisible()
    else await expect(page.locator('body')).not.toBeEmpty()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    expect([pattern, hosts()]).toEqual([pattern, isPanel ? [STRIPE_FRAME, STRIPE_SCRIPT] : []])
  }
})

/** Those that differ without scripts: under /dash/account/ is one document, and Chinese pages have the same colours. */
const differing = documents.filter(({ pattern }) => !/^\/(?:zh|dash\/account\/)/.test(pattern))

/** What is painted too light, and texts that can hardly be read on it. Runs in the page. */
function faultsInTheDark(): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ground = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return (channels(backgroundColor)[3] ?? 1) < 1 ? ground(element.parentElement) : backgroundColor
  }
  const faults = luminance(ground(document.body)) > 0.1 ? [`paper ${ground(document.body)}`] : []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text === '' || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(ground(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5 && !element.closest(':disabled'))
      faults.push(`${contrast.toFixed(1)} : 1 of "${text.slice(0, 40)}"`)
  }
  return faults
}

test('Without scripts every page is dark on a dark screen, and can be read', async ({
  page,
  browser,
  waybill,
  folder,
}) => {
  const facts = await makeFacts(page, waybill, folder)
  const context = await browser.newContext({ baseURL: waybill.origin, javaScriptEnabled: false, colorScheme: 'dark' })
  const reader = await context.newPage()
  const faults: Record<string, string[]> = {}
  for (const { pattern, address } of differing) {
    const answer = await reader.goto(address(facts))
    if (!answer?.headers()['content-type']?.startsWith('text/html')) continue
    await shot(reader, `dark-${pattern.replaceAll(/\W+/g, '-')}`)
    const found = await reader.evaluate(faultsInTheDark)
    if (found.length > 0) faults[pattern] = found
  }
  expect(faults).toEqual({})
  await context.close()
})
