import { auditNow } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signIn, signUp } from '../pages/account-pages.ts'

test('An account reads what is new, and a stranger without scripts finds an answer', async ({
  page,
  waybill,
  browser,
  newVisitor,
}) => {
  const email = newAddress('curious')
  await signUp(page, waybill, { email })
  await page.goto('/dash')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'What’s new, unread' }).click()
  const panel = page.getByRole('dialog', { name: 'What’s new' })
  const entry = panel.getByRole('article').filter({ hasText: 'A help center, and lighter pages' })
  await expect(entry.getByText('Improved')).toBeVisible()
  await expect(entry.getByRole('link', { name: 'help center' })).toHaveAttribute('href', '/support')
  await expect(panel.getByRole('article').filter({ hasText: 'own look' }).getByRole('button')).toHaveCount(0)
  await entry.getByRole('button', { name: 'Read more' }).click()
  await expect(panel.getByRole('heading', { name: 'Four things to try in your first week' })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect(entry).toBeVisible()
  expect(await auditNow(page, 'what is new')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'What’s new', exact: true })).toBeVisible()
  // Its other device knows that too.
  const phone = await newVisitor()
  await phone.goto('/login')
  await signIn(phone, email)
  await phone.getByRole('button', { name: 'Your account' }).click()
  await expect(phone.getByRole('menuitem', { name: 'What’s new', exact: true })).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: waybill.origin, locale: 'zh-CN' })
  const reader = await context.newPage()
  await reader.goto('/zh/support')
  await reader.getByRole('searchbox', { name: '搜索帮助' }).fill('忘记密码')
  await reader.getByRole('button', { name: '搜索' }).click()
  await reader.getByRole('main').getByRole('link', { name: '安全登录' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('安全登录')
  await context.close()
})
