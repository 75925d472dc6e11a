import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, PASSWORD, signUp } from '../pages/account-pages.ts'

const feedbackButton = (page: Page) => page.getByRole('button', { name: 'Feedback', exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Contact Us' })

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** From a page other than that of the conversation. */
async function openPanel(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === '/contact') await page.goto('/signup')
  await page.getByRole('button', { name: /^(Feedback|反馈)$/ }).waitFor()
  await page.getByRole('link', { name: /^(Contact Us|联系我们)$/ }).click()
  await expect(page.getByRole('log')).toBeVisible()
}

/** The id of the conversation with this message. */
async function idOf(waybill: WaybillServer, message: string): Promise<string> {
  const listed = await waybill.command('conversation', 'list')
  return (
    listed
      .split('\n')
      .find((line) => line.includes(message))
      ?.split('\t')[0] ?? ''
  )
}

test('A visitor gives feedback, asks a question, and reads the answer in the same browser', async ({
  page,
  waybill,
}) => {
  const guest = newAddress('guest')
  await page.goto('/')
  await feedbackButton(page).click()
  const form = page.getByRole('dialog', { name: 'Feedback' })
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.keyboard.press('Escape')
  const faults = await auditScreen(page, 'feedback', {
    open: async () => {
      await page.getByRole('button', { name: /^(Feedback|反馈)$/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    close,
  })
  await feedbackButton(page).click()
  await form.getByText('Fantastic').click()
  await form.getByLabel('Your comment').fill('Quick and plain.')
  await form.getByLabel('Email (optional)').fill('nobody')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await form.getByLabel('Email (optional)').fill(guest)
  await form.getByRole('button', { name: 'Send' }).click()
  const thanks = page.getByRole('dialog', { name: 'We got your feedback!' })
  await expect(thanks.getByText('We will get back to you, Thank you.')).toBeVisible()
  await expect(thanks).toBeHidden()

  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(panel(page).getByText('Rating: Fantastic')).toBeVisible()
  const field = panel(page).getByLabel('Your message')
  await field.fill('Where is <b>my</b> file?')
  await field.press('Control+Enter')
  await expect(panel(page).getByRole('log')).toContainText('Where is <b>my</b> file?')
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  expect(page.url()).toMatch(/\/$/)

  await waybill.command('conversation', 'answer', await idOf(waybill, 'Where is <b>my</b>'), 'In your library.')
  await page.goto('/contact')
  await expect(page.getByRole('log')).toContainText('In your library.')
  faults.push(
    ...(await auditScreen(page, 'contact page')),
    ...(await auditScreen(page, 'conversation', { open: openPanel, close })),
  )
  expect(faults).toEqual([])
})

test('An account is shown an answer while its dashboard is open, and gets it by mail when away', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada, name: 'Ada' })
  await feedbackButton(page).waitFor()
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await panel(page).getByLabel('Your message').fill('How long are files kept?')
  await panel(page).getByRole('button', { name: 'Send' }).click()
  await expect(panel(page).getByRole('log')).toContainText('How long are files kept?')
  const id = await idOf(waybill, 'How long are files kept?')
  await waybill.command('conversation', 'answer', id, 'As long as you say.')
  await expect(panel(page).getByRole('log')).toContainText('As long as you say.')
  await page.keyboard.press('Escape')

  await waybill.command('conversation', 'answer', id, 'And no longer.')
  await page.getByRole('button', { name: '1 new answer' }).click()
  await expect(panel(page).getByRole('log')).toContainText('And no longer.')
  await page.goto('/robots.txt')
  await waybill.command('conversation', 'answer', id, 'Ask us anything.')
  await waybill.query(`update graphile_worker._private_jobs set run_at = now() where key like 'tell-customer/%'`)
  const told = async () => (await waybill.mailsTo(ada)).find(({ subject }) => subject === 'We answered your message')
  await expect.poll(told, { timeout: 30_000 }).toBeDefined()
  expect((await told())?.text).toContain('Ask us anything.')
  expect((await told())?.text).not.toContain('And no longer.')
  const link = /https?:\/\/\S+\/contact/.exec((await told())?.text ?? '')?.[0] ?? ''
  // Another browser has another conversation.
  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByText('No messages yet.')).toBeVisible()
})

test('An operator answers a visitor at the desk, by keyboard, with a saved answer', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await visitor.goto('/contact')
  await visitor.getByLabel('Your message').fill('Do you ship to Bengaluru?')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('log')).toContainText('Bengaluru')

  const olu = newAddress('olu')
  await signUp(page, waybill, { email: olu }, null)
  await waybill.command('operator', 'make', olu)
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })
  await page.goto('/operator/conversations')
  const row = page.getByRole('button', { name: /Do you ship to Bengaluru/ })
  await expect(row).toBeVisible()
  const faults = await auditScreen(page, 'desk conversations')
  await page.locator('body').click({ position: { x: 5, y: 300 } })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('Yours')).toBeVisible()
  // An address of its own, which the operator's mail has too.
  await expect(page).toHaveURL(/\/operator\/conversations\?conversation=/)
  await page.reload()
  await expect(page.getByText('Yours')).toBeVisible()
  const answer = page.getByLabel('Your answer')
  await answer.fill('We ship everywhere.')
  await page.getByText('Saved answers').first().click()
  await page.getByLabel('Title').fill('Shipping')
  await page.getByRole('button', { name: 'Save this answer' }).click()
  await answer.fill('')
  await page.getByRole('button', { name: 'Shipping', exact: true }).click()
  await expect(answer).toHaveValue('We ship everywhere.')
  faults.push(...(await auditScreen(page, 'desk conversation')))
  await answer.press('Control+Enter')
  await expect(page.getByRole('log')).toContainText('We ship everywhere.')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByText('Nobody is waiting for an answer.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('log')).toContainText('We ship everywhere.')
  expect(faults).toEqual([])
})
