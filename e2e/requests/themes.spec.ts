/** A request, at both of its ends, in every theme. */
import { expect } from '@playwright/test'
import { at, checkScreens } from '../fixtures/every-theme.ts'
import { newAddress, test } from '../fixtures/journey.ts'
import { answerBy, askFor, linkOf } from '../fixtures/requests.ts'
import { callAs, makeAccount } from '../pages/account-pages.ts'

// Each screen is checked in eight themes.
test.describe.configure({ timeout: 300_000 })

const items = [
  { name: 'Commercial invoice', section: 'Papers of the goods' },
  { name: 'Certificate of origin', section: 'Papers of the goods', isRequired: false },
  { name: 'Port of loading', kind: 'short' as const, section: 'The voyage' },
  { name: 'Loaded on', kind: 'date' as const, section: 'The voyage' },
  { name: 'Terms', kind: 'choice' as const, options: ['Free on board', 'Delivered duty paid'], section: 'The voyage' },
]
const own = [
  ...items.flatMap(({ name, section, options = [] }) => [name, section, ...options]),
  'Papers for order 7731',
  'Mei Chen',
  'Asha Rao',
  'Rao Precision Forge',
  'Which stamp is it',
  'Kochi harbour',
]

test('A request, its templates, its answers and the supplier’s page, in every theme', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await makeAccount(page, waybill, { email: newAddress('mei'), language: 'en', name: 'Mei Chen' })
  await page.goto('/dash/contacts')
  const suppliers = [{ email: asha, name: 'Asha Rao', company: 'Rao Precision Forge' }, { email: newAddress('chen') }]
  const request = await askFor(page, { title: 'Papers for order 7731', items, suppliers } as never)
  const link = await linkOf(page, request, asha)
  const idOf = (name: string) => request.items.find((item) => item.name === name)?._id ?? ''
  const answers = [
    { item: idOf('Port of loading'), answer: ['Kochi harbour'] },
    { item: idOf('Loaded on'), answer: ['2032-03-28'] },
    { item: idOf('Terms'), answer: ['Free on board'] },
  ]
  const content = Buffer.from('%PDF-1.7\n'.padEnd(40_000, 'x'))
  await answerBy(waybill, request, link, {
    files: [{ item: 'Commercial invoice', path: 'invoice.pdf', content }],
    said: { answers },
  })
  const { suppliers: asked } = await callAs(page, 'listRequestSuppliers', { params: { request: request._id } })
  const supplier = asked.find(({ email }) => email === asha)?._id ?? ''
  await callAs(page, 'writeComment', {
    params: { request: request._id, supplier, item: idOf('Commercial invoice') },
    body: { text: 'Which stamp is it' },
  })

  const record = `/dash/requests/${request.slug}`
  await checkScreens(page, own, [
    { name: 'requests', open: at('/dash/requests', `a[href*="${request.slug}"]`) },
    { name: 'templates', open: at('/dash/requests?new=gallery', 'details summary') },
    { name: 'form', open: at('/dash/requests?new=', 'form') },
    { name: 'request', open: at(record, `a[href*="${supplier}"], button`) },
    { name: 'answers', open: at(`${record}?view=answers`, 'dl dd, table td') },
    { name: 'inbox', open: at(`${record}?view=inbox`, 'article, .submission, main li') },
    { name: 'supplier', open: at(`${record}?supplier=${supplier}`, '.supplier .thread') },
  ])
  const phone = await newVisitor()
  await phone.goto('/robots.txt')
  await checkScreens(phone, own, [
    { name: 'supplier’s page', open: at(link, 'html[data-live] .item') },
    {
      name: 'supplier’s thread',
      async open(visitor) {
        await at(`${link}#comments-${idOf('Commercial invoice')}`, 'html[data-live] .thread[open]')(visitor)
        await expect(visitor.getByRole('log')).toContainText('Which stamp is it')
      },
    },
  ])
})
