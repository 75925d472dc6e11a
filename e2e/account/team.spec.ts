import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { PASSWORD, sendFilesButton, signIn, signUp } from '../pages/account-pages.ts'
import { inviteLink } from '../pages/invite-link.ts'
import { rows, sendFromDashboard } from '../pages/transfers-page.ts'

const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

test('A team of three, from the invitations to the removal', async ({ page, waybill, folder, newVisitor }) => {
  const [ada, bob, eve] = [newAddress('ada'), newAddress('bob'), newAddress('eve')]
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' }, '/dash/teams')
  await expect(page).toHaveURL(/\/dash\/account\/teams$/)
  await expect(part(page, 'Seats').getByText('Your plan has no seats.')).toBeVisible()
  await expect(part(page, 'Seats').getByRole('link', { name: 'See plans' })).toBeVisible()

  await waybill.setPlan(ada, { role: 'pro' })
  await page.reload()
  await expect(part(page, 'Seats').getByText('0 of 2 seats used')).toBeVisible()
  await expect(part(page, 'Members').getByText('Nobody has joined yet')).toBeVisible()
  await page.getByLabel('Email addresses').fill(`Bob <${bob}>, ${eve}`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(part(page, 'Seats').getByText('2 of 2 seats used')).toBeVisible()
  await expect(part(page, 'Open invitations').getByRole('listitem')).toHaveCount(2)

  const faults = await auditScreen(page, 'team')

  // Somebody without an account.
  const atBob = await newVisitor()
  await atBob.goto(await inviteLink(waybill, bob))
  faults.push(...(await auditScreen(atBob, 'invitation')))
  expect(faults).toEqual([])
  await expect(atBob.getByText(`${ada} invites you to their team.`)).toBeVisible()
  await expect(atBob.getByLabel('Email address')).toHaveValue(bob)
  await expect(atBob.getByLabel('Email address')).toHaveAttribute('readonly')
  await atBob.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await atBob.getByRole('button', { name: 'Join the team' }).click()
  await expect(atBob).toHaveURL(/\/dash$/)
  await sendFromDashboard(atBob, folder, { files: ['plan.pdf'], recipients: [newAddress('reader')], message: '' })
  await expect(rows(atBob).filter({ hasText: 'plan.pdf' })).toHaveCount(1)
  await atBob.goto('/dash/account/profile')
  await expect(atBob.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  for (const hidden of ['Team', 'Billing', 'Plans']) {
    await expect(atBob.getByRole('link', { name: hidden, exact: true })).toHaveCount(0)
  }
  await atBob.goto('/dash/account/teams')
  await expect(part(atBob, 'Seats')).toHaveCount(0)
  await atBob.goto('/pricing')
  await expect(atBob.getByText('The admin of your team chooses its plan.')).toBeVisible()
  await expect(atBob.getByRole('button', { name: /Try for a week|Switch|Buy/ })).toHaveCount(0)

  // Somebody with a free account.
  const atEve = await newVisitor()
  await signUp(atEve, waybill, { email: eve }, await inviteLink(waybill, eve))
  await expect(atEve.getByText('Your account moves into the team with everything it holds:')).toBeVisible()
  await atEve.getByRole('button', { name: 'Join the team' }).click()
  await expect(atEve).toHaveURL(/\/dash$/)
  // The button of the mail is pressed once more.
  await atEve.goto(await inviteLink(waybill, eve))
  await expect(atEve.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  await atEve.getByRole('link', { name: 'Open the dashboard' }).press('Enter')
  await expect(atEve).toHaveURL(/\/dash$/)

  await page.reload()
  const member = (email: string) => part(page, 'Members').getByRole('listitem', { name: email })
  await expect(member(bob)).toContainText('1 transfer this month')
  await expect(member(eve)).toContainText('0 transfers this month')
  await member(bob).getByRole('button', { name: 'Make manager' }).click()
  await expect(member(bob)).toContainText('Manager')

  await member(bob).getByRole('button', { name: 'Remove' }).click()
  const ask = page.getByRole('dialog', { name: `Remove ${bob}?` })
  await ask.getByLabel('Who takes over what they made').selectOption({ label: ada })
  await ask.getByRole('button', { name: 'Remove' }).click()
  await expect(member(bob)).toHaveCount(0)
  await expect(part(page, 'Seats').getByText('1 of 2 seats used')).toBeVisible()

  // What he sent is the admin's; he is signed out, and continues alone.
  await page.goto('/dash')
  await expect(rows(page).filter({ hasText: 'plan.pdf' })).toHaveCount(1)
  await atBob.goto('/dash')
  await expect(atBob).toHaveURL(/\/login/)
  await signIn(atBob, bob)
  await expect(sendFilesButton(atBob)).toBeVisible()
  await expect(rows(atBob)).toHaveCount(0)
})

/** Makes the team of this admin have more members than seats since so many days ago. */
const setOverSeats = (waybill: WaybillServer, admin: string, { daysAgo }: { daysAgo: number }) =>
  waybill.query(
    `update workspaces set over_seats_since = now() - make_interval(days => $2::int)
     where id = (select workspace_id from accounts where email = $1)`,
    [admin, String(daysAgo)],
  )

test('A plan below the members is explained to each of them, in both languages', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, bob, wei] = [newAddress('ada'), newAddress('bob'), newAddress('wei')]
  await signUp(page, waybill, { email: ada })
  await waybill.setPlan(ada, { role: 'pro' })
  await page.goto('/dash/account/teams')
  await page.getByLabel('Email addresses').fill(`${bob}, ${wei}`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(part(page, 'Open invitations').getByRole('listitem')).toHaveCount(2)
  const [atBob, atWei] = [await newVisitor(), await newVisitor({ locale: 'zh-CN' })]
  for (const [at, email, password, join] of [
    [atBob, bob, 'Password', 'Join the team'],
    [atWei, wei, '密码', '加入团队'],
  ] as const) {
    await at.goto(await inviteLink(waybill, email))
    await at.getByLabel(password, { exact: true }).fill(PASSWORD)
    await at.getByRole('button', { name: join }).click()
    await expect(at).toHaveURL(/\/dash$/)
  }

  await waybill.setPlan(ada, { role: 'personal' })
  await setOverSeats(waybill, ada, { daysAgo: 0 })
  await page.goto('/dash')
  await expect(page.getByText('The members who joined last can send until')).toBeVisible()
  await atBob.goto('/dash/contacts')
  await expect(atBob.getByText('You have a seat, so nothing changes for you.')).toBeVisible()
  await atWei.goto('/dash/library')
  await expect(atWei.getByText('您加入较晚，没有席位，可以发送至')).toBeVisible()
  expect(await auditScreen(atBob, 'over seats')).toEqual([])

  await setOverSeats(waybill, ada, { daysAgo: 15 })
  await atBob.reload()
  await expect(atBob.getByText('The members who joined last can no longer send.')).toBeVisible()
  await atWei.reload()
  await expect(atWei.getByText('没有席位，已无法发送')).toBeVisible()
  await page.goto('/dash')
  await page.getByRole('link', { name: 'See your team' }).press('Enter')
  const member = (email: string) => part(page, 'Members').getByRole('listitem', { name: email })
  await expect(member(wei)).toContainText('No seat')
  await expect(member(bob)).not.toContainText('No seat')
})

test('The admin hands the place over, in Chinese on a phone', async ({ newVisitor, waybill }) => {
  const [lin, wei] = [newAddress('lin'), newAddress('wei')]
  const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN' }
  const [page, other] = [await newVisitor(phone), await newVisitor(phone)]
  await signUp(page, waybill, { email: lin }, null)
  await waybill.setPlan(lin, { role: 'business' })
  await page.goto('/dash/account/teams')
  await page.getByLabel('邮箱地址').fill(wei)
  await page.getByRole('button', { name: '发送邀请' }).click()
  await expect(part(page, '待接受的邀请').getByText(wei)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await signUp(
    other,
    waybill,
    { email: wei },
    (await inviteLink(waybill, wei)).replace('/invite/', '/accept-invite?invite='),
  )
  await expect(other).toHaveURL(/\/invite\/[\w-]{22}$/)
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await other.getByRole('button', { name: '加入团队' }).click()
  await expect(other).toHaveURL(/\/dash$/)

  await page.reload()
  await page.getByRole('button', { name: '设为管理员' }).click()
  const ask = page.getByRole('dialog')
  await ask.getByLabel('您的密码').fill(PASSWORD)
  await ask.getByRole('button', { name: '发出请求' }).click()
  await expect(page.getByText(`已请 ${wei} 接任管理员。`)).toBeVisible()
  await other.goto('/dash/account/profile')
  await other.getByRole('button', { name: '接任管理员' }).click()
  await expect(other.getByRole('link', { name: '团队' })).toBeVisible()
  await other.goto('/dash/account/teams')
  await expect(part(other, '成员').getByRole('listitem', { name: lin })).toContainText('经理')
})
