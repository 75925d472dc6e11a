import type { BrowserContext, Page } from '@playwright/test'
import { OPERATOR_TOKEN } from '../../apps/server/test/app/operator-token.ts'
import { type DocumentFacts, documents } from '../../apps/server/test/pages/documents.ts'
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
  await signUp(page, waybill, { email })
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
