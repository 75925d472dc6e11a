import type { Locator, Page } from '@playwright/test'
import { queryBeside } from '../../apps/server/test/database/query-beside.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, signUp } from '../pages/account-pages.ts'

const toasts = (page: Page): Locator => page.getByRole('region', { name: /^(New notifications|新消息)$/ })
const bell = (page: Page): Locator => page.getByRole('button', { name: /^(Notifications, |消息，)/ })

interface Asked {
  request: { _id: string; slug: string; items: Array<{ _id: string }> }
}

/** A supplier near Hong Kong submits by the plain form. */
async function answerByForm(origin: string, { request }: Asked, company: string, names: readonly string[]) {
  const form = new FormData()
  form.append('company', company)
  for (const name of names) form.append(request.items[0]?._id ?? '', new Blob([name]), name)
  const headers = { origin, 'x-forwarded-for': '47.75.18.65' }
  const sent = await fetch(new URL(`/r/${request.slug}/files`, origin), {
    method: 'POST',
    headers,
    body: form,
    redirect: 'manual',
  })
  expect(sent.status).toBe(303)
}

test('The requester is notified of submissions as they arrive and opens the request from the bell; late suppliers come first', async ({
  page,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const title = 'Papers for order 7731'
  const suppliers = [{ email: newAddress('asha'), company: 'Rao Forge' }]
  const asked = await callAs(page, 'createRequest', { body: { title, items: [{ name: 'Invoice' }], suppliers } })
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await answerByForm(waybill.origin, asked, 'Ningbo Mill', ['invoice.pdf', 'packing-list.pdf'])
  await expect(toasts(page)).toContainText('Ningbo Mill sent invoice.pdf and 1 more file')
  await expect(toasts(page)).toContainText('Hong Kong')
  await expect(toasts(page).getByRole('link')).toHaveAttribute('href', `/dash/requests/${asked.request.slug}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  const params = { request: asked.request._id }
  const { suppliers: table } = await callAs(page, 'listRequestSuppliers', { params })
  const user =
    table
      .find(({ email }) => email === suppliers[0]?.email)
      ?.link?.split('/')
      .at(-1) ?? ''
  const form = new FormData()
  form.append('user', user)
  form.append(asked.request.items[0]?._id ?? '', new Blob(['x']), 'invoice-r2.pdf')
  const own = { method: 'POST', headers: { origin: waybill.origin }, body: form, redirect: 'manual' } as const
  expect((await fetch(new URL(`/r/${asked.request.slug}/files`, waybill.origin), own)).status).toBe(303)
  await expect(toasts(page)).toContainText('Rao Forge sent invoice-r2.pdf')
  await expect(toasts(page)).toContainText('Everything you asked for is here')

  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('listitem').nth(2)).toContainText(`${title}`)
  await shot(page, 'heard-1440')
  await page.keyboard.press('Escape')

  await callAs(page, 'addRequestSuppliers', { params, body: { suppliers: [{ email: newAddress('li') }] } })
  await queryBeside(
    waybill.dataDir,
    `update request_suppliers set due_at = now() - interval '3 hours'
    where request_id = $1 and completed_at is null`,
    [asked.request._id],
  )
  await page.goto('/dash')
  const late = page.getByRole('region', { name: 'The deadline has passed' })
  await expect(late).toContainText('1 of 3 is late')
  await expect(late.getByRole('link', { name: title })).toHaveAttribute('href', `/dash/requests/${asked.request.slug}`)
  expect(await auditScreen(page, 'who is late')).toEqual([])
  const open = async (shown: Page) => {
    if ((shown.viewportSize()?.width ?? 0) > 800) return bell(shown).click()
    await shown.locator('.account-menu-button').click()
    await shown.getByRole('menuitem', { name: /^(Notifications|消息)/ }).click()
  }
  const close = (shown: Page) => shown.keyboard.press('Escape')
  expect(await auditScreen(page, 'Submissions', { open, close })).toEqual([])
})
