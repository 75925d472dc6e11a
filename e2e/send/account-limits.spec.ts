import type { Page } from '@playwright/test'
import { pathOf } from '@waybill/contract/core/routes'
import { expect, fillSendForm, makeFile, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, openSendForm, sendFilesButton, signUp } from '../pages/account-pages.ts'

const heading = (page: Page, name: string) => page.getByRole('dialog').getByRole('heading', { name })
const adder = (page: Page) => page.getByRole('button', { name: 'Add files' })

/** The operator's changes to the account, and to the plan of its workspace. */
const change = (waybill: WaybillServer, email: string, set: string) =>
  waybill.query(`update accounts set ${set} where email = $1`, [email])
const changePlan = (waybill: WaybillServer, email: string, set: string) =>
  waybill.query(
    `update subscriptions set ${set} where workspace_id = (select workspace_id from accounts where email = $1)`,
    [email],
  )

async function store(waybill: WaybillServer, email: string, bytes: number): Promise<void> {
  await waybill.query(
    `insert into allowances (key, used_bytes) select 'workspace:' || workspace_id, $2::bigint from accounts where email = $1
     on conflict (key) do update set used_bytes = excluded.used_bytes`,
    [email, bytes],
  )
}

async function useUpMonth(waybill: WaybillServer, email: string, sends: number): Promise<void> {
  await waybill.query(
    `insert into allowances (key, sends)
     select 'sends:' || workspace_id || ':' || to_char(now() at time zone 'UTC', 'YYYY-MM'), $2 from accounts where email = $1
     on conflict (key) do update set sends = excluded.sends`,
    [email, sends],
  )
}

test('Each limit replaces the form, the most severe first, until its cause is gone', async ({ page, waybill }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  const look = async () => {
    await page.reload()
    await sendFilesButton(page).click()
  }
  await store(waybill, ada, 9_200_000_000)
  await look()
  await expect(page.getByText('Your storage is almost full: you have used 9.2 GB of 10 GB.')).toBeVisible()
  await expect(adder(page)).toBeVisible()

  await useUpMonth(waybill, ada, 10)
  await look()
  await expect(heading(page, 'Great things have limits')).toBeVisible()
  await expect(page.getByText('You have sent 10 of 10 transfers this month.')).toBeVisible()
  await expect(adder(page)).toHaveCount(0)

  await store(waybill, ada, 10_000_000_000)
  await look()
  await expect(heading(page, 'Your storage is now full')).toBeVisible()
  await expect(page.getByText('You have used 10 GB of 10 GB.')).toBeVisible()

  await changePlan(waybill, ada, `status = 'past_due'`)
  await look()
  await expect(heading(page, 'Your trial has expired - Please add a payment method to re-activate')).toBeVisible()

  await change(waybill, ada, `suspended_at = now()`)
  await look()
  await expect(heading(page, 'your account is currently suspended')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Email support@localhost' })).toBeVisible()

  await change(waybill, ada, `suspended_at = null`)
  await changePlan(waybill, ada, `status = 'trialing', role = 'pro'`)
  await look()
  await expect(adder(page)).toBeVisible()
  await expect(page.getByText('0 of 50')).toBeVisible()
})

test('A limit reached elsewhere shows when Send is clicked, and the draft stays', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  // The page reads the account when its live stream opens: it must learn of the limit from the refusal alone.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${pathOf('readAccount')}`, async (route) => {
    await released
    await route.continue()
  })
  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'note.txt', 1_000))
  await page.getByLabel('Email to (Enter or , to seperate)').fill(`${newAddress('asha')},`)
  await useUpMonth(waybill, ada, 10)
  // Until the server has refused it, the plan may change under a send that is on its way.
  const refused = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 403)
  await page.getByRole('button', { name: /^Send 1/ }).click()
  await refused
  release()
  await expect(heading(page, 'Great things have limits')).toBeVisible()
  await changePlan(waybill, ada, `role = 'pro'`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await sendFilesButton(page).click()
  await expect(page.getByText('note.txt')).toBeVisible()
  await page.getByRole('button', { name: /^Send 1/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
})

test('A paid role allows longer expiries and more recipients', async ({ page, waybill, folder }) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada })
  await changePlan(waybill, ada, `role = 'personal'`)
  await page.reload()
  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'program.exe', 1_000))
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('radio', { name: 'Never expire' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  const people = Array.from({ length: 21 }, (_none, index) => `person-${index}@example.com`).join('; ')
  const to = page.getByLabel('Email to (Enter or , to seperate)')
  await to.fill(people)
  await expect(page.getByText('21 of 21')).toBeVisible()
  await page.getByLabel('Message').fill('See https://example.com/plans')
  await page.getByRole('button', { name: /^Send 1/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Never expires')).toBeVisible()
})

test('Contacts are suggested while typing and chosen by keyboard', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  for (const [email, name] of [
    ['asha@rao-forge.in', 'Asha Rao'],
    ['aslan@narnia.org', 'Aslan'],
    ['chen@szmold.cn', 'Chen Wei'],
  ] as const) {
    await callAs(page, 'addContact', { body: { email, name } })
  }
  await openSendForm(page)
  const to = page.getByRole('combobox', { name: 'Email to (Enter or , to seperate)' })
  await to.pressSequentially('as')
  const offered = page.getByRole('listbox', { name: 'Contacts' }).getByRole('option')
  await expect(offered).toHaveCount(2)
  await expect(to).toHaveAttribute('aria-expanded', 'true')
  await to.press('ArrowDown')
  await expect(offered.first()).toHaveAttribute('aria-selected', 'true')
  await to.press('Enter')
  const chips = page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
  await expect(chips).toHaveText(['asha@rao-forge.in'])
  await to.pressSequentially('as')
  await expect(offered).toHaveText([/Aslan/])
  await to.press('Escape')
  await expect(offered).toHaveCount(0)
  await expect(to).toBeFocused()
  await to.fill('wei')
  await offered.click()
  await expect(chips).toHaveText(['asha@rao-forge.in', 'chen@szmold.cn'])
})

test('Too many recipients without a plan offer a trial with one click', async ({ page, folder }) => {
  await page.goto('/')
  const people = Array.from({ length: 7 }, (_none, index) => `person-${index}@example.com`)
  const files = [await makeFile(folder, 'note.txt', 10)]
  await fillSendForm(page, { files, recipients: [people.join('; ')], sender: 'ada@example.com' })
  await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Get 7-day trial' }).click()
  await expect(page).toHaveURL(/\/pricing\?limit=recipients&need=7&/)
  await expect(page.getByRole('heading', { name: 'Try free for a week' })).toBeVisible()
  const personal = page.getByRole('listitem', { name: 'Personal', exact: true })
  await expect(personal.getByText('Lifts your limit of 6 recipients')).toBeInViewport()
  await page.goBack()
  await expect(page.getByText('person-6@example.com')).toBeVisible()
})
