/** A recipient's minute, in every theme. */
import { expect, type Page } from '@playwright/test'
import { halves, pagedPdf } from '../../apps/server/test/storage/picture-files.ts'
import { at, checkPrinted, checkScreens } from '../fixtures/every-theme.ts'
import { linkFor, newAddress, test } from '../fixtures/journey.ts'
import { makeAccount } from '../pages/account-pages.ts'
import { sendChosen } from '../pages/transfers-page.ts'

// Each screen is checked in eight themes.
test.describe.configure({ timeout: 300_000 })

const PDF = 'the-whole-plan-of-the-second-hall-as-built-in-1998.pdf'
const own = ['Ada Lovelace', 'Drawings for the press', 'As agreed on the phone', 'Offer by Friday']

test('The recipient’s page, its viewer and what it says instead, in every theme', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [asha, chen, femi] = [newAddress('asha'), newAddress('chen'), newAddress('femi')]
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en', name: 'Ada Lovelace' })
  await page.goto('/dash/contacts')
  const files = [
    { path: 'front.png', content: await halves(1_200, 800).png().toBuffer() },
    { path: 'back.jpg', content: await halves(600, 900).jpeg().toBuffer() },
    { path: 'left.jpg', content: await halves(400, 400).jpeg().toBuffer() },
    { path: 'right.jpg', content: await halves(500, 400).jpeg().toBuffer() },
    { path: PDF, content: pagedPdf(3) },
    { path: 'notes/offer.txt', content: Buffer.from('Offer by Friday') },
  ]
  const chosen = { title: 'Drawings for the press' }
  await sendChosen(page, { files, emailTo: [asha], message: 'As agreed on the phone' }, chosen)
  await sendChosen(page, { files, emailTo: [chen] }, { ...chosen, password: 'open for chen' })
  await sendChosen(page, { files, emailTo: [femi] }, chosen)
  await waybill.waitForJobs()
  const [open, locked, expired] = [
    await linkFor(waybill, asha),
    await linkFor(waybill, chen),
    await linkFor(waybill, femi),
  ]
  await waybill.expire(expired)

  const preview = (name: string, shown: string) => async (reader: Page) => {
    await at(open, 'html[data-live]')(reader)
    await reader.getByRole('button', { name: new RegExp(`^(Preview|预览) ?${name}$`) }).click()
    await expect(reader.getByRole('dialog').locator(shown).first()).toBeVisible()
  }
  const reader = await newVisitor()
  await reader.goto('/robots.txt')
  await checkScreens(reader, own, [
    { name: 'recipient', open: at(open, '.take-all') },
    { name: 'picture', open: preview('front\\.png', 'img') },
    { name: 'pages', open: preview(PDF.replace('.', '\\.'), 'img') },
    { name: 'text', open: preview('offer\\.txt', 'pre') },
    {
      name: 'gallery',
      async open(visitor) {
        await at(open, 'html[data-live]')(visitor)
        await visitor.getByRole('button', { name: /^(View all as a gallery|以图库方式查看)$/ }).click()
        await expect(visitor.getByRole('dialog').locator('img').first()).toBeVisible()
      },
    },
    { name: 'locked', open: at(locked, 'input[type=password]') },
    { name: 'expired', open: at(expired, 'h1') },
  ])
  await at(open, '.take-all')(reader)
  await checkPrinted(reader, 'recipient', [PDF, 'front.png', 'Drawings for the press'])
})
