import { expect, newAddress, test } from '../fixtures/journey.ts'
import { linkOf } from '../fixtures/requests.ts'
import { makeAccount } from '../pages/account-pages.ts'
import { pressSend, receiptAt } from '../pages/request-page.ts'
import { askSealed, bytesBy, givePassphrase, PASSPHRASE, question } from '../pages/sealed-request-page.ts'

// Deriving a key from the passphrase is slow on a busy machine.
test.describe.configure({ timeout: 300_000 })

const items = [
  { name: 'Tax number', kind: 'short' as const, section: 'Who you are' },
  { name: 'Reason', kind: 'long' as const, isRequired: false },
  { name: 'Terms', kind: 'choice' as const, options: ['Net 30', 'Prepaid'] },
]
const TAX_NUMBER = '=91-310000'
const REASON = '第一行\nand, "a second"'

test('Answers sealed on a supplier’s phone reach the requester’s table and file, and nobody else', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await page.setViewportSize({ width: 1440, height: 900 })
  await makeAccount(page, waybill, { email: newAddress('mei'), language: 'en', name: 'Mei Chen' })
  await page.goto('/dash/contacts')
  const suppliers = [{ email: asha, name: 'Asha Rao' }]
  const request = await askSealed(page, { title: 'Tax papers', items, suppliers } as never)
  const link = await linkOf(page, request, asha)

  const phone = await newVisitor({ viewport: { width: 360, height: 780 }, locale: 'zh-CN', hasTouch: true })
  const sent: string[] = []
  phone.on('request', (made) => sent.push(made.postData() ?? ''))
  await phone.goto(link)
  await expect(phone.locator('html[data-live]')).toHaveCount(1)
  await phone.getByRole('textbox', { name: 'Tax number' }).fill(TAX_NUMBER)
  await phone.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await phone.getByRole('radio', { name: 'Prepaid' }).check()
  await pressSend(phone)
  await receiptAt(phone, /3 (个|条|项)?回答/)
  expect(sent.filter((body) => body.includes(TAX_NUMBER) || body.includes('Prepaid'))).toEqual([])
  const stored = await waybill.query<{ answer: string[] }>(
    'select answer from submission_answers where request_id = $1',
    [request._id],
  )
  expect(stored).toHaveLength(3)
  expect(JSON.stringify(stored)).not.toMatch(/91-310000|Prepaid|second/)

  await page.goto(`/dash/requests/${request.slug}?view=answers`)
  await expect(page.getByText('The answers are sealed. Unlock this request to read them.')).toBeVisible()
  await expect(page.getByRole('cell', { name: TAX_NUMBER })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Unlock', exact: true }).first().click()
  await givePassphrase(page, PASSPHRASE)
  await expect(question(page)).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('cell', { name: TAX_NUMBER })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Prepaid' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '第一行' })).toBeVisible()

  const saved = await bytesBy(page, page.getByRole('button', { name: 'Download the answers (CSV)' }))
  expect(saved.name).toBe('answers.csv')
  const [heading, ...lines] = saved.bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(heading).toBe('Email,Name,Company,Heading,Question,Answer,State,Answered at')
  const who = `${asha},Asha Rao,`
  expect(lines.map((line) => line.replace(/,[^,]*$/, ''))).toEqual([
    `${who},Who you are,Tax number,'${TAX_NUMBER},to review`,
    `${who},,Reason,"第一行\nand, ""a second""",to review`,
    `${who},,Terms,Prepaid,to review`,
  ])
})
