import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { recordOf, signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

const part = (page: Page) => page.getByRole('region', { name: 'Emails to you', exact: true })
const off = (page: Page) => part(page).getByRole('note')
const again = (page: Page) => part(page).getByRole('button', { name: 'Email me again' })

test('An account sets its alerts for all transfers and for one, and turns muted alerts on again', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await signUp(page, waybill, { email: ada, name: 'Ada' }, '/dash/account/sending')
  const forAll = part(page).getByLabel('Email me about my transfers')
  await expect(forAll).toHaveValue('finished')
  await forAll.selectOption('Never')
  await expect(off(page)).toContainText('You get no emails about your transfers.')
  await page.reload()
  await expect(forAll).toHaveValue('none')
  const faults = await auditScreen(page, 'no mails to an account')
  await again(page).click()
  await expect(off(page)).toBeHidden()
  await expect(forAll).toHaveValue('finished')

  await page.goto('/dash/transfers')
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  const forOne = part(page).getByLabel('Email me about this transfer')
  await expect(forOne).toHaveValue('account')
  await expect(forOne.locator('option').first()).toHaveText(/^Same as for all transfers \(When someone has everything/)
  await forOne.selectOption('Also when each recipient first opens it')
  await expect(page.getByText('Saved.')).toBeVisible()
  const slug = page.url().split('/').at(-1) ?? ''
  const chosen = async () => (await recordOf(page, slug)).alerts
  expect(await chosen()).toBe('opened')

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await downloadAll(reader)
  const told = async () =>
    (await waybill.mailsTo(ada)).find(({ subject }) => subject.startsWith(`${asha} downloaded 1 file`))
  await expect.poll(told, { timeout: 30_000 }).toBeDefined()
  const mute = /\/mute\/[\w-]{42}/.exec((await told())?.text ?? '')?.[0] ?? ''
  const atMail = await newVisitor()
  await atMail.goto(mute)
  await atMail.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(off(page)).toContainText('You get no emails about this transfer.')
  faults.push(...(await auditScreen(page, 'no mails about a transfer')))
  await again(page).click()
  await expect(off(page)).toBeHidden()
  expect(await chosen()).toBeNull()
  expect(faults).toEqual([])
})
