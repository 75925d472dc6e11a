import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { totpCode } from '../fixtures/totp-code.ts'
import { callAs, PASSWORD, signUp } from '../pages/account-pages.ts'

test('The operator’s desk is an unknown page, until the command line and a second factor open it', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  const visitor = await newVisitor()
  await visitor.goto('/operator')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  const said = await visitor.getByRole('main').innerText()
  await visitor.goto('/no-such-page')
  await expect(visitor.getByRole('main')).toHaveText(said, { useInnerText: true })

  await signUp(page, waybill, { email: ada }, '/operator/accounts')
  await expect(page.getByRole('main')).toHaveText(said, { useInnerText: true })
  expect(await waybill.command('operator', 'make', ada)).toContain(`${ada} is an operator.`)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Add a second factor first' })).toBeVisible()
  await page.getByRole('link', { name: 'Open security settings' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/security/)
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })

  await waybill.query(`insert into health_samples select date_bin('5 min', now(), '2000-01-01') - nth * interval '5 min',
    nth <> 60, case nth when 60 then '{"store":{"ok":false,"milliseconds":9}}' else '{}' end::jsonb, 4, 1, 2, '{}'
    from generate_series(1, 240) nth where nth not between 100 and 112`)
  await page.goto('/operator')
  await expect(page.getByText('Everything that the server needs works')).toBeVisible()
  await expect(page.getByText(/22[67] of 22[78] samples/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').last()).toContainText('File store')
  expect(await auditScreen(page, 'desk-health')).toEqual([])
  await shot(page, 'desk-health')

  // Another account, found and suspended by the keyboard.
  const eve = newAddress('eve')
  const other = await newVisitor()
  await signUp(other, waybill, { email: eve })
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/operator\/accounts$/)
  await expect(page.getByRole('navigation', { name: 'Pages of the desk' }).locator('[aria-current]')).toHaveText(
    'Accounts',
  )
  await expect(page.getByRole('group').filter({ hasText: ada })).toContainText('Operator')
  await page.keyboard.press('/')
  await page.keyboard.type(eve)
  await expect(page).toHaveURL(/q=eve/)
  await expect(page.getByText(ada, { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${eve}?` })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Type a reason.')).toBeVisible()
  await dialog.getByLabel('Reason, for operators only').fill('sells spam')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('sells spam')).toBeVisible()
  expect(await auditScreen(page, 'desk-accounts')).toEqual([])
  await shot(page, 'desk-accounts')
  const ofEve = page.getByRole('group').filter({ hasText: eve })
  await ofEve.getByLabel('Plan of its workspace').selectOption('Pro')
  await page.getByRole('button', { name: 'Set plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set plan' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Set plan' })).toBeDisabled()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('sells spam')).toBeHidden()

  // A job that was given up is tried again.
  await waybill.query(
    `select graphile_worker.add_job('remove-expired', run_at => now() + interval '1 day', job_key => 'j')`,
  )
  await waybill.query(`update graphile_worker._private_jobs set attempts = 25, max_attempts = 25,
    last_error = 'the store is away' where key = 'j'`)
  await page.keyboard.press('3')
  await expect(page.getByText('No transfer is in this state.')).toBeVisible()
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/operator\/jobs$/)
  await page.getByText('remove-expired').click()
  await expect(page.getByText('the store is away')).toBeVisible()
  expect(await auditScreen(page, 'desk-jobs')).toEqual([])
  await shot(page, 'desk-jobs')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No job is in this state.')).toBeVisible()
  await page.keyboard.press('5')
  await expect(page.getByText('No email is in this state.')).toBeVisible()

  // All of it is in the security log.
  await page.keyboard.press('6')
  await page.getByLabel('Event').selectOption('account-suspended')
  await expect(page.getByRole('group')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group').getByText(/by: /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group').getByText(/by: /)).toBeHidden()
  expect(await auditScreen(page, 'desk-security')).toEqual([])
  await shot(page, 'desk-security')

  // Lifetime codes are shown once, and an unused one is ended.
  await page.keyboard.press('8')
  await expect(page.getByText('No code is in this state.')).toBeVisible()
  await page.getByLabel('How many, up to 100').fill('0')
  await page.getByRole('button', { name: 'Make codes' }).click()
  await expect(page.getByText('Type a number from 1 to 100.')).toBeVisible()
  await page.getByLabel('How many, up to 100').fill('2')
  await page.getByLabel('For whom they are').fill('a fair')
  await page.getByRole('button', { name: 'Make codes' }).click()
  await expect(page.getByText(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/)).toBeVisible()
  await expect(page.getByRole('group').filter({ hasText: 'a fair' })).toHaveCount(2)
  expect(await auditScreen(page, 'desk-lifetime')).toEqual([])
  await shot(page, 'desk-lifetime')
  await page.getByRole('group').filter({ hasText: 'a fair' }).first().getByText('a fair').click()
  await page.getByRole('button', { name: 'End this code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End this code' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('group').filter({ hasText: 'a fair' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('group').filter({ hasText: 'a fair' })).toHaveCount(1)
  await expect(page.getByText(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/)).toBeHidden()

  await page.keyboard.press('9')
  await expect(page.getByText('No file is withdrawn because of malware.')).toBeVisible()

  // A content that was blocked by the command line is allowed again.
  await waybill.command('block', 'hash', 'ab'.repeat(32), '--note', 'a forged brand')
  await page.keyboard.press('0')
  await expect(page).toHaveURL(/\/operator\/blocks$/)
  await page.getByText('a forged brand').click()
  expect(await auditScreen(page, 'desk-blocks')).toEqual([])
  await page.getByRole('button', { name: 'Lift the block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the block' }).click()
  await expect(page.getByText('No content is blocked.')).toBeVisible()

  await waybill.command('operator', 'end', ada)
  await page.reload()
  await expect(page.getByRole('main')).toHaveText(said, { useInnerText: true })
})
