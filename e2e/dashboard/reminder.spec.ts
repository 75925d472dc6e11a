import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { openSendForm, signUp } from '../pages/account-pages.ts'
import { rows } from '../pages/transfers-page.ts'

// The test audits each of the three screens in several themes.
test.describe.configure({ timeout: 180_000 })

test('An account reminds recipients who have downloaded nothing, by default, for one transfer or never', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await signUp(page, waybill, { email: ada }, '/dash/account?tab=sending')
  const habit = page.getByRole('checkbox', { name: /^Remind recipients who haven’t downloaded anything/ })
  await expect(habit).not.toBeChecked()
  await habit.check()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.reload()
  await expect(habit).toBeChecked()
  const faults = await auditScreen(page, 'sending tab')

  await page.goto('/dash/transfers')
  await openSendForm(page)
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await slip
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'plan.pdf', 20_000))
  await slip.getByLabel('Email to (Enter or , to seperate)').fill(`${asha},`)
  await slip.getByRole('button', { name: 'Options' }).click()
  const drawer = page.getByRole('dialog', { name: 'Options' })
  const choice = drawer.getByRole('checkbox', { name: /^Remind recipients who haven’t downloaded anything/ })
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await drawer.getByRole('radio', { name: /^Link/ }).check()
  await expect(choice).toHaveCount(0)
  await drawer.getByRole('radio', { name: /^Email/ }).check()
  await expect(choice).not.toBeChecked()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible()
  await slip.getByRole('button', { name: 'Close' }).click()

  await rows(page).getByRole('link').first().click()
  const tick = page.getByRole('checkbox', { name: /^Remind recipients who haven’t downloaded anything/ })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await expect(page.getByText('Changed: whether recipients are reminded')).toBeVisible()
  faults.push(...(await auditScreen(page, 'record')))

  await waybill.query(
    `update transfers set expires_at = now() + interval '2 days' where account_id = (select id from accounts where email = $1)`,
    [ada],
  )
  const link = await linkFor(waybill, asha)
  const setBack = () =>
    waybill.query(
      `update mails set accepted_at = now() - interval '3 days'
       where accepted_at is not null and recipient_id in
         (select recipients.id from recipients join transfers on transfers.id = transfer_id where slug = $1)
       returning mails.id`,
      [link.split('/')[2]],
    )
  await expect.poll(async () => (await setBack()).length, { timeout: 30_000 }).toBe(1)
  await waybill.query(`select graphile_worker.add_job('remind-recipients', '{}')`, [])
  const reminder = async () => (await waybill.mailsTo(asha)).find(({ subject }) => subject.includes('expires'))
  await expect.poll(reminder, { timeout: 30_000 }).toBeDefined()
  await expect(page.getByText('Reminder')).toBeVisible()

  const mail = (await reminder())?.text ?? ''
  const reader = await newVisitor()
  await reader.goto(/\/d\/\w{7}\/[\w-]{22}/.exec(mail)?.[0] ?? '')
  await expect(reader.getByText('plan.pdf').first()).toBeVisible()
  await reader.goto(/\/mute\/[\w-]{42}/.exec(mail)?.[0] ?? '')
  await expect(reader.getByRole('heading', { name: 'Stop reminders' })).toBeVisible()
  faults.push(...(await auditScreen(reader, 'mute')))
  await reader.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(reader.getByRole('heading', { name: 'You won’t get these emails any more' })).toBeVisible()
  expect(faults).toEqual([])
})
