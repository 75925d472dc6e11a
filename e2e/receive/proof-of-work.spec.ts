import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, makeFile, newAddress, sendByCalls, sha256, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

const working = 'Checking that a person is opening this link…'

/** Three hundred unknown links, opened from the network that every browser here shares. */
async function tryManyLinks({ origin }: WaybillServer): Promise<void> {
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ slug: '0000000' })
  for (let tried = 0; tried < 300; tried += 20) {
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/increment`, { method: 'POST', headers, body })))
  }
}

/** The browser does not store the cookie that the server sets for the work. */
async function keepNoPass(page: Page): Promise<void> {
  await page.route('**/proof', async (route) => {
    const answer = await route.fetch()
    const { 'set-cookie': _dropped, ...headers } = answer.headers()
    await page.context().clearCookies({ name: 'waybill_proof' })
    await route.fulfill({ response: answer, headers })
  })
}

test('On a network that guesses links, a link without a token needs proof of work and one with a token does not', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const filled = { files: [note], recipients: [asha], sender: ada }
  const heading = { name: `${ada} sent you 1 file` }
  const bare = await waybill.makeOpenLink(await sendByCalls(waybill, filled))
  const personal = await sendByCalls(waybill, filled)

  const early = await newVisitor()
  await early.goto(bare)
  await expect(early.getByRole('heading', heading)).toBeVisible()
  await tryManyLinks(waybill)
  expect(await sha256(await downloadAll(early))).toBe(await sha256(note))

  const late = await newVisitor()
  expect((await late.goto(bare))?.status()).toBe(429)
  await expect(late.getByRole('heading', heading)).toBeVisible()
  expect(await sha256(await downloadAll(late))).toBe(await sha256(note))
  await late.goto('/w/0000000')
  await expect(late.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()

  const named = await newVisitor()
  expect((await named.goto(personal))?.status()).toBe(200)
  await expect(named.getByRole('heading', heading)).toBeVisible()
})

test('The proof-of-work page explains what to do without scripts or cookies and passes the accessibility audit', async ({
  page,
  waybill,
  newVisitor,
}) => {
  await tryManyLinks(waybill)
  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto('/w/0000000')
  await expect(plain.getByRole('heading', { name: working })).toBeVisible()
  await expect(plain.getByText('Turn on JavaScript, or try again in an hour.')).toBeVisible()

  await keepNoPass(page)
  await page.goto('/w/0000000')
  const unkept = page.getByRole('alert')
  await expect(unkept).toHaveText('Your browser did not keep the result. Allow cookies for this site, then try again.')
  // In another language the link is a new page, which asks for the work again.
  const settled = { open: () => expect(unkept).toBeVisible(), close: async () => {} }
  expect(await auditScreen(page, 'proof', settled)).toEqual([])
  await page.unroute('**/proof')
  // The same address loaded again would not ask for the work within a minute.
  await page.goto('about:blank')
  await page.goto('/w/0000000')
  await expect(page.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()
})
