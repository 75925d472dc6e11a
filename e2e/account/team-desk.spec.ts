import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs } from '../pages/account-pages.ts'
import { makeTeam } from '../pages/team-pages.ts'
import { sendFromDashboard } from '../pages/transfers-page.ts'

const people = (page: Page) => page.getByRole('list', { name: /^(Contacts|联系人)$/ }).getByRole('listitem')
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('A team shares contacts, and its admin sees counts and activity of everyone', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { admin, members } = await makeTeam(waybill, newVisitor, ['Ada Lovelace', 'Bob Babbage'])
  const [atBob] = members as [Page]
  const reader = newAddress('reader')

  // A member adds to the shared book; the admin has it suggested, and takes it over.
  await atBob.goto('/dash/contacts')
  await atBob.getByRole('button', { name: 'Add', exact: true }).click()
  const form = atBob.getByRole('dialog', { name: 'New contact' })
  await form.getByLabel('Email').fill(reader)
  await form.getByLabel('Name').fill('Rea Reader')
  await form.getByLabel('Add to').selectOption('shared')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(people(atBob)).toContainText('Shared by you')
  await admin.goto('/dash/contacts?book=shared')
  await expect(people(admin)).toHaveText([/Rea Reader.*Shared by Bob Babbage/])
  await admin.reload()
  await expect(admin.getByLabel('Contacts shown')).toHaveValue('shared')
  const faults = await auditScreen(admin, 'shared book')
  await admin.keyboard.press('n')
  const slip = admin.getByRole('dialog', { name: 'Send files' })
  await slip.getByLabel('Email to (Enter or , to seperate)').fill('rea')
  await expect(slip.getByRole('option', { name: /Rea Reader/ })).toBeVisible()
  await admin.goto('/dash/contacts')
  await people(admin).getByRole('checkbox').check()
  await admin.getByRole('button', { name: 'Move to my contacts' }).click()
  await expect(admin.getByText('1 contact moved to your contacts.')).toBeVisible()
  await expect(people(admin)).not.toContainText('Shared by')
  await atBob.reload()
  await expect(atBob.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()

  // What a member sent is in the admin's activity, and downloads are in the counts of everyone.
  await sendFromDashboard(atBob, folder, { files: ['note.txt'], recipients: [reader] })
  await admin.goto('/dash/account/teams')
  await admin.getByRole('link', { name: 'What your team did' }).click()
  const activity = admin.getByRole('region', { name: 'Team activity' })
  await expect(activity.getByRole('listitem')).toHaveText([
    /Bob Babbage sent 1 file/,
    /Bob Babbage joined as member/,
    /Ada Lovelace invited .* as member/,
  ])
  faults.push(...(await auditScreen(admin, 'team activity')))
  await admin.getByLabel('About').selectOption('people')
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  await admin.getByLabel('Done by').selectOption({ label: 'Bob Babbage' })
  await expect(activity.getByRole('listitem')).toHaveText([/joined as member/])
  await admin.reload()
  await expect(activity.getByRole('listitem')).toHaveText([/joined as member/])
  const [csv] = await Promise.all([
    admin.waitForEvent('download'),
    activity.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('team-activity.csv')
  await admin.goto('/dash/analytics')
  await expect(admin.getByLabel('Sent by')).toHaveValue('everyone')
  await admin.getByLabel('Sent by').selectOption({ label: 'Bob Babbage' })
  await expect(admin).toHaveURL(/member=/)
  await admin.reload()
  await expect(admin.getByLabel('Sent by')).not.toHaveValue('everyone')
  faults.push(...(await auditScreen(admin, 'analytics of a member')))
  expect(faults).toEqual([])

  // A member has neither.
  await atBob.goto('/dash/account/team-activity')
  await expect(atBob.getByRole('heading', { level: 1 })).not.toHaveText('Account')
  await atBob.goto('/dash/analytics')
  await expect(atBob.getByRole('heading', { name: 'Analytics' })).toBeVisible()
  await expect(atBob.getByLabel('Sent by')).toHaveCount(0)
})

test('The same in Chinese, on phones', async ({ waybill, newVisitor }) => {
  const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN' }
  const { admin, members } = await makeTeam(waybill, newVisitor, ['Lin', 'Wei'], phone)
  await callAs(members[0] as Page, 'addContact', { body: { email: newAddress('du'), name: '杜', book: 'shared' } })
  await admin.goto('/dash/contacts')
  await expect(people(admin)).toContainText('由 Wei 共享')
  expect(await fits(admin)).toBe(true)
  await admin.goto('/dash/account/team-activity')
  await expect(admin.getByRole('region', { name: '团队动态' }).getByRole('listitem')).toContainText([
    'Wei 加入团队，角色为成员',
    '邀请',
  ])
  expect(await fits(admin)).toBe(true)
  await admin.goto('/dash/analytics')
  await expect(admin.getByLabel('发件人')).toHaveValue('everyone')
  expect(await fits(admin)).toBe(true)
})
