import type { Page } from '@playwright/test'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { PASSWORD, sendFilesButton, signUp } from '../pages/account-pages.ts'
import { inviteLink } from '../pages/invite-link.ts'

/** Somebody who joins the team of a new admin. */
async function memberOf(waybill: WaybillServer, at: { admin: Page; member: Page }, role: string) {
  const [admin, member] = [newAddress('admin'), newAddress('member')]
  await signUp(at.admin, waybill, { email: admin }, null)
  await waybill.setPlan(admin, { role })
  await at.admin.goto('/dash/account/teams')
  await at.admin.getByLabel(/Email addresses|邮箱地址/).fill(member)
  await at.admin.getByRole('button', { name: /Send invitations|发送邀请/ }).click()
  await at.member.goto(await inviteLink(waybill, member))
  await at.member.getByLabel(/^(Password|密码)$/).fill(PASSWORD)
  await at.member.getByRole('button', { name: /Join the team|加入团队/ }).click()
  await expect(at.member).toHaveURL(/\/dash$/)
  return { admin, member }
}

const store = (waybill: WaybillServer, email: string, bytes: number) =>
  waybill.query(
    `insert into allowances (key, used_bytes) select 'workspace:' || workspace_id, $2::bigint from accounts where email = $1
     on conflict (key) do update set used_bytes = excluded.used_bytes`,
    [email, bytes],
  )

async function look(page: Page) {
  await page.reload()
  await sendFilesButton(page).click()
  return page.getByRole('dialog')
}

test('A member reads that the team has used what it shares, and asks its admin to pay', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const atMember = await newVisitor()
  const { admin, member } = await memberOf(waybill, { admin: page, member: atMember }, 'pro')
  await store(waybill, admin, 190_000_000_000)
  await expect((await look(atMember)).getByText(/your team has used 190 GB of 200 GB/)).toBeVisible()
  await store(waybill, admin, 200_000_000_000)
  await expect((await look(atMember)).getByText(/^Your team has used 200 GB of 200 GB/)).toBeVisible()
  await shot(atMember, 'member-full')
  await store(waybill, admin, 0)
  await waybill.setPlan(admin, { status: 'past_due' })
  const due = await look(atMember)
  await expect(due.getByRole('heading', { name: 'Your team’s plan has expired' })).toBeVisible()
  await expect(due.getByText(/Ask the admin of your team to pay\.$/)).toBeVisible()
  await expect(due.getByRole('link', { name: 'Go to your transfers' })).toBeVisible()
  await expect(due.locator('a[href*="billing"]')).toHaveCount(0)
  await shot(atMember, 'member-due')
  await expect((await look(page)).getByRole('link', { name: 'Pay what is overdue' })).toBeVisible()

  await waybill.setPlan(admin, { status: 'active' })
  await waybill.command('user', 'role', admin, 'free')
  await atMember.goto('/dash')
  await expect(atMember.getByText('Your team has used 0 of 10 transfers this month')).toBeVisible()
  await atMember.goto('/dash/account?tab=data')
  await expect(atMember.getByText(/stays with your team, and its links keep working/)).toBeVisible()
  const end = atMember.getByRole('region', { name: 'Delete your account' })
  await end.getByRole('button', { name: 'Delete your account' }).click()
  await end.getByLabel('Current password').fill(PASSWORD)
  await end.getByLabel(`Type ${member} to confirm`).fill(member)
  await shot(atMember, 'member-delete')
  await end.getByRole('button', { name: 'Delete your account' }).click()
  await expect(atMember).toHaveURL('/')
})

test('A member on a phone reads the same in Chinese', async ({ newVisitor, waybill }) => {
  const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'dark' } as const
  const [page, atMember] = [await newVisitor(phone), await newVisitor(phone)]
  const { admin } = await memberOf(waybill, { admin: page, member: atMember }, 'pro')
  await waybill.setPlan(admin, { status: 'past_due' })
  const due = await look(atMember)
  await expect(due.getByText(/请联系团队管理员付款。$/)).toBeVisible()
  await expect(due.locator('a[href*="billing"]')).toHaveCount(0)
  expect(await atMember.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await shot(atMember, 'member-due-zh-360-dark')
  await atMember.goto('/dash/account?tab=data')
  await expect(atMember.getByText(/内容仍留在团队中，链接继续有效/)).toBeVisible()
  expect(await atMember.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await shot(atMember, 'member-delete-zh-360-dark')
})
