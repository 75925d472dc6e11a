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

  await signUp(page, waybill, { email: ada })
  await page.goto('/operator/accounts')
  await expect(page.getByRole('main')).toHaveText(said, { useInnerText: true })
  expect(await waybill.command('operator', 'make', ada)).toContain(`${ada} is an operator.`)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Add a second factor first' })).toBeVisible()
  await page.getByRole('link', { name: 'Open security settings' }).click()
  await expect(page).toHaveURL(/\/dash\/account\/security/)
  const { secret } = await callAs(page, 'beginTotp', { body: { password: PASSWORD } })
  await callAs(page, 'confirmTotp', { body: { code: totpCode(secret) } })

  await page.goto('/operator')
  await expect(page.getByText('Everything that the server needs works')).toBeVisible()
  expect(await auditScreen(page, 'desk-health')).toEqual([])
  await shot(page, 'desk-health')
})
