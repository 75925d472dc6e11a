import type { Page } from '@playwright/test'
import { answering, HttpsReceiver, isSignedWith, type Received } from '../../apps/server/test/http/https-receiver.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, linkFor, newAddress } from '../fixtures/journey.ts'
import { withOwnServer } from '../fixtures/own-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, sendAsAccount } from '../pages/transfers-page.ts'

/** A Waybill that may send webhooks to the test's receiver and trusts its certificate. */
const test = withOwnServer(async () => {
  const receiver = await HttpsReceiver.open()
  const env = { WEBHOOK_ALLOW_HOSTS: receiver.host, NODE_EXTRA_CA_CERTS: receiver.certFile }
  return { receiver, env, close: () => receiver.close() }
})
test.describe.configure({ timeout: 300_000 })

const either = (english: string, chinese: string) => new RegExp(`^(${english}|${chinese})`)
const hooks = (page: Page) => page.locator('.webhook')
const logRows = (page: Page) => page.locator('.webhook-log-row')

/** Adds a webhook by keyboard alone; returns the secret that the page shows. */
async function addHook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await expect(form.getByLabel('URL')).toBeFocused()
  await page.keyboard.type(url)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('region', { name: `Secret for ${url}`, exact: true })
  const secret = /whsec_[\w-]+/.exec(await shown.innerText())?.[0] ?? ''
  expect(secret).toHaveLength(49)
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}

/** Waits for a test delivery that is not among `known`. */
async function newTest(receiver: HttpsReceiver, known: ReadonlyArray<string | undefined>): Promise<Received> {
  const find = () => receiver.received.find(({ kind, id }) => kind === 'test' && !known.includes(id))
  await expect.poll(() => find() !== undefined).toBe(true)
  return find() as Received
}

test('An account adds and tests a webhook, receives a download, redelivers, renews the secret and deletes it', async ({
  page,
  waybill,
  around: { receiver },
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const faults: string[] = []
  receiver.answer = answering(204)
  await signUp(page, waybill, { email: ada }, '/dash/account/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'none yet')))

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert').first()).toHaveText('Enter a URL that starts with https://')
  await expect(form.getByLabel('URL')).toBeFocused()
  await form.getByLabel('URL').fill('https://127.0.0.1/hook')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert').first()).toContainText('needs an https URL with a public host name')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toBeFocused()
  const secret = await addHook(page, receiver.url)

  const hook = hooks(page).filter({ hasText: receiver.url })
  await hook.getByRole('button', { name: 'Send a test' }).click()
  await expect(notices(page)).toContainText('The test is on its way.')
  await expect(logRows(page)).toContainText([/Test.*Delivered.*Status 204.*attempt \d/s])
  const [tested] = receiver.received
  expect(tested && isSignedWith(secret, tested)).toBe(true)

  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await downloadAll(reader)
  await expect.poll(() => receiver.received.map(({ kind }) => kind), { timeout: 30_000 }).toContain('finished')
  const finished = receiver.received.find(({ kind }) => kind === 'finished')
  expect(JSON.parse(finished?.body ?? '')).toMatchObject({
    recipient: { email: asha },
    file: { name: 'housing.dwg', count: 1 },
  })
  expect(finished && isSignedWith(secret, finished)).toBe(true)

  receiver.answer = answering(500)
  await hook.getByRole('button', { name: 'Send a test' }).click()
  const newest = logRows(page).first()
  await expect(newest).toContainText(/Test.*Waiting.*Status 500.*attempt \d.*next attempt/s)
  faults.push(...(await auditScreen(page, 'log')))
  receiver.answer = answering(200)
  await newest.getByRole('button', { name: 'Send again' }).click()
  await expect(newest).toContainText(/Delivered.*Status 200/s)
  const second = await newTest(receiver, [tested?.id])
  expect(receiver.received.filter(({ id }) => id === second.id).length).toBeGreaterThanOrEqual(2)

  await hook.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  const shown = page.getByRole('region', { name: `Secret for ${receiver.url}`, exact: true })
  const renewed = /whsec_[\w-]+/.exec(await shown.innerText())?.[0] ?? ''
  faults.push(...(await auditScreen(page, 'secret')))
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(hook).toContainText('The previous secret also signs until')
  await hook.getByRole('button', { name: 'Send a test' }).click()
  const both = await newTest(receiver, [tested?.id, second.id])
  expect([secret, renewed].map((one) => isSignedWith(one, both))).toEqual([true, true])

  await hook.getByRole('button', { name: 'Pause' }).click()
  await expect(hook).toContainText('Paused')
  await expect(hook.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await hook.getByRole('button', { name: 'Resume' }).click()
  await expect(hook.locator('.webhook-standing strong')).toHaveText('On')
  await hook.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Edit webhook' })
  for (const kind of ['First opened', 'Link forwarded']) await change.getByLabel(kind).uncheck()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(hook.locator('.webhook-standing')).not.toContainText('First opened')
  await expect(hook.getByRole('button', { name: 'Edit' })).toBeFocused()

  await hook.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: 'Keep' }).click()
  await expect(asked).toBeHidden()
  await hook.getByRole('button', { name: 'Delete' }).click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  expect(faults).toEqual([])
})

test('The webhook form passes the accessibility audit, and an account has at most five webhooks', async ({
  page,
  waybill,
  around: { receiver },
}) => {
  await signUp(page, waybill, { email: newAddress('ada') }, '/dash/account/webhooks')
  const form = {
    open: () => page.getByRole('button', { name: either('Add a webhook', '添加 Webhook') }).click(),
    close: () => page.keyboard.press('Escape'),
  }
  const faults = await auditScreen(page, 'form', form)
  for (let made = 1; made <= 5; made++) {
    await addHook(page, `${receiver.url}/${made}`)
    await expect(hooks(page)).toHaveCount(made)
  }
  await expect(page.getByRole('button', { name: 'Add a webhook' })).toBeDisabled()
  await expect(page.getByText('You have reached the limit of 5 webhooks.')).toBeVisible()
  faults.push(...(await auditScreen(page, 'five')))
  expect(faults).toEqual([])
})
