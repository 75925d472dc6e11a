import type { Page } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { answerBy, askFor, linkOf } from '../fixtures/requests.ts'
import { openSendForm } from '../pages/account-pages.ts'
import { makeTeam } from '../pages/team-pages.ts'
import { actFor, rows } from '../pages/transfers-page.ts'

interface Labels {
  dialog: string
  options: string
  to: string
  send: RegExp
  done: string
  close: string
  optionsDone: string
  shareWith: string
}

/** Sends a file, shared with a member. */
async function sendShared(
  page: Page,
  file: string,
  { to, member, labels }: { to: string; member: string; labels: Labels },
) {
  await openSendForm(page)
  const slip = page.getByRole('dialog', { name: labels.dialog })
  await slip.locator('input[type=file]').first().setInputFiles(file)
  await slip.getByLabel(labels.to).fill(to)
  await slip.getByLabel(labels.to).press('Enter')
  await slip.getByRole('button', { name: labels.options }).click()
  const options = page.getByRole('dialog', { name: labels.options })
  await options.getByRole('group', { name: labels.shareWith }).getByRole('checkbox', { name: member }).check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await options.getByRole('button', { name: labels.optionsDone }).click()
  await slip.getByRole('button', { name: labels.send }).click()
  await expect(slip.getByRole('heading', { name: labels.done })).toBeVisible({ timeout: 60_000 })
  await slip.getByRole('button', { name: labels.close }).click()
}

test('A transfer is shared, tracked by another member, and seen by the admin', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { admin, members, people } = await makeTeam(waybill, newVisitor, ['Ada Lovelace', 'Bob Babbage', 'Eve Stone'])
  const [atBob, atEve] = members as [Page, Page]
  const [, , eve] = people as [unknown, unknown, (typeof people)[number]]
  const reader = newAddress('reader')
  const labels = {
    dialog: 'Send files',
    options: 'Options',
    to: 'Email to (Enter or , to seperate)',
    send: /^Send \d/,
    done: 'All done',
    close: 'Close',
    optionsDone: 'Done',
    shareWith: 'Share with',
  }
  await sendShared(atBob, await makeFile(folder, 'gearbox.dwg', 60_000), { to: reader, member: 'Eve Stone', labels })

  // The member is told, finds it, and follows it; nothing on the page changes it.
  await atEve.goto('/dash/transfers')
  await expect(atEve.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible({ timeout: 30_000 })
  await expect(rows(atEve)).toHaveCount(0)
  await atEve.getByRole('link', { name: /^Shared with me/ }).click()
  await expect(rows(atEve)).toHaveCount(1)
  await expect(rows(atEve)).toContainText('Sent by Bob Babbage')
  await rows(atEve).getByRole('checkbox').check()
  const bar = atEve.getByRole('region', { name: '1 selected' })
  await expect(bar.getByRole('button', { name: 'Download as zip' })).toBeVisible()
  for (const act of ['Delete', 'Remind', 'Change expiry']) {
    await expect(bar.getByRole('button', { name: act })).toHaveCount(0)
  }
  await rows(atEve).getByRole('checkbox').uncheck()
  const mail = async () =>
    (await waybill.allMails()).filter(({ to, text }) => to === eve.email && text.includes('gearbox.dwg')).length
  await expect.poll(mail, { timeout: 30_000 }).toBe(1)
  await rows(atEve)
    .getByRole('link', { name: /gearbox/ })
    .click()
  await expect(atEve.getByText('Only Bob Babbage and the admin of your team can change this transfer.')).toBeVisible()
  for (const act of ['Delete', 'Pause the link', 'Add files', 'Edit'] as const) {
    await expect(atEve.getByRole('button', { name: act, exact: true })).toHaveCount(0)
  }
  const faults = await auditScreen(atEve, 'shared transfer')
  const atReader = await newVisitor()
  await atReader.goto(await linkFor(waybill, reader))
  await downloadAll(atReader)
  const recipient = atEve.locator('.record-row').filter({ hasText: reader })
  await expect(recipient).toContainText(/Delivered|Handed over/, { timeout: 60_000 })
  const [receipt] = await Promise.all([
    atEve.waitForEvent('download'),
    actFor(atEve, reader, 'Delivery receipt (JSON)'),
  ])
  expect(receipt.suggestedFilename()).toMatch(/receipt.*\.json$/)
  const [copy] = await Promise.all([
    atEve.waitForEvent('download'),
    atEve.getByRole('button', { name: 'Download file', exact: true }).click(),
  ])
  expect(copy.suggestedFilename()).toBe('gearbox.dwg')

  // The admin sees everyone, or one member, and changes it as its sender.
  await admin.goto('/dash/transfers')
  await expect(rows(admin)).toHaveCount(1)
  await expect(rows(admin)).toContainText('Sent by Bob Babbage')
  faults.push(...(await auditScreen(admin, 'transfers of everyone')))
  expect(faults).toEqual([])
  await admin.getByLabel('Sent by').selectOption({ label: 'Me' })
  await expect(rows(admin)).toHaveCount(0)
  await admin.getByLabel('Sent by').selectOption({ label: 'Bob Babbage' })
  await expect(rows(admin)).toHaveCount(1)
  await rows(admin)
    .getByRole('link', { name: /gearbox/ })
    .click()
  await admin.getByRole('button', { name: 'Pause the link' }).click()
  await expect(admin.getByRole('button', { name: 'Resume the link' })).toBeVisible()
  await expect(admin.locator('.ledger')).toContainText('The admin of the team')

  // Once the sender takes it back, it is gone from the member's page.
  await atBob.goto('/dash/transfers')
  await expect(atBob.getByLabel('Sent by')).toHaveCount(0)
  await rows(atBob)
    .getByRole('link', { name: /gearbox/ })
    .click()
  const sharing = atBob.getByRole('region', { name: 'Share with' })
  await expect(sharing.getByRole('checkbox', { name: /Eve Stone/ })).toBeChecked()
  await sharing.getByRole('checkbox', { name: /Eve Stone/ }).uncheck()
  await expect(atBob.getByText('Sharing changed.')).toBeVisible()
  await expect(atEve.getByText('Only Bob Babbage and the admin of your team')).toHaveCount(0, { timeout: 30_000 })
  await atEve.goto('/dash/transfers?view=shared')
  await expect(atEve.getByText('Transfers that members of your team share with you appear here.')).toBeVisible()
})

test('A request is shared, assigned to another member, and seen by the admin', async ({ waybill, newVisitor }) => {
  const { admin, members, people } = await makeTeam(waybill, newVisitor, ['Ada Lovelace', 'Bob Babbage', 'Eve Stone'])
  const [atBob, atEve] = members as [Page, Page]
  const eve = people[2]?.email ?? ''
  const supplier = newAddress('supplier')
  const item = 'Drawings'
  const request = await askFor(atBob, {
    title: 'Papers for the gearbox',
    items: [{ name: item }],
    suppliers: [{ email: supplier }],
  })

  // The requester shares it and hands it over.
  await atBob.goto(`/dash/requests/${request.slug}`)
  const sharing = atBob.getByRole('region', { name: 'Share with' })
  await sharing.getByRole('checkbox', { name: /Eve Stone/ }).check()
  await expect(atBob.getByText('Sharing changed.')).toBeVisible()
  await sharing.getByLabel('Assigned to').selectOption({ label: 'Eve Stone' })
  await expect(atBob.getByText('Assignment changed.')).toBeVisible()
  const faults = await auditScreen(atBob, 'sharing a request')

  // The member is told, and of what comes; nothing on the page changes it.
  await answerBy(waybill, request, await linkOf(atBob, request, supplier), {
    files: [{ item, path: 'gearbox.pdf', content: Buffer.from('gearbox') }],
  })
  const mails = async (text: string) =>
    (await waybill.allMails()).filter((mail) => mail.to === eve && `${mail.subject} ${mail.text}`.includes(text)).length
  await expect.poll(() => mails('was assigned to you'), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => mails('gearbox.pdf'), { timeout: 60_000 }).toBe(1)
  await atEve.goto('/dash/requests')
  await atEve.getByRole('link', { name: /^Assigned to me/ }).click()
  const row = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(row(atEve)).toContainText('Created by Bob Babbage · Assigned to you')
  await expect(row(atEve).getByRole('checkbox')).toHaveCount(0)
  await row(atEve).getByRole('link', { name: 'Papers for the gearbox' }).click()
  await expect(atEve.getByText('Only Bob Babbage and the admin of your team can change this request.')).toBeVisible()
  for (const act of ['Remind', 'Edit', 'Delete'] as const) {
    await expect(atEve.getByRole('button', { name: act, exact: true })).toHaveCount(0)
  }
  const [archive] = await Promise.all([
    atEve.waitForEvent('download'),
    atEve.getByRole('button', { name: 'Download all' }).click(),
  ])
  expect(archive.suggestedFilename()).toBe('Papers for the gearbox.zip')
  await atEve.getByRole('link', { name: /^Submissions/ }).click()
  await expect(atEve.getByText('gearbox.pdf').first()).toBeVisible()
  faults.push(...(await auditScreen(atEve, 'shared request')))

  // The admin sees everyone's, or one member's, and changes it as its requester.
  await admin.goto('/dash/requests')
  await expect(row(admin)).toContainText('Created by Bob Babbage · Assigned to Eve Stone')
  faults.push(...(await auditScreen(admin, 'requests of everyone')))
  expect(faults).toEqual([])
  await admin.getByLabel('Created by').selectOption({ label: 'Me' })
  await expect(row(admin)).toHaveCount(0)
  await admin.getByLabel('Created by').selectOption({ label: 'Bob Babbage' })
  await row(admin).getByRole('link', { name: 'Papers for the gearbox' }).click()
  await admin.getByLabel('Assigned to').selectOption({ label: 'Nobody else' })
  await expect(admin.getByText('Assignment changed.')).toBeVisible()
  await admin.goto('/dash/library')
  await expect(admin.getByText('in Bob Babbage’s library')).toBeVisible()
  await admin.getByLabel('Files of').selectOption({ label: 'Me' })
  await expect(admin.getByText('No files yet')).toBeVisible()
  await atBob.reload()
  await sharing.getByRole('checkbox', { name: /Eve Stone/ }).uncheck()
  await expect(atBob.getByText('Sharing changed.')).toBeVisible()
  await atEve.goto('/dash/requests?view=shared')
  await expect(atEve.getByText('Nobody in your team shares requests with you.')).toBeVisible()
})

test('The same in Chinese, on phones', async ({ waybill, folder, newVisitor }) => {
  const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN' }
  const { admin, members } = await makeTeam(waybill, newVisitor, ['Lin', 'Wei', 'Fang'], phone)
  const [atWei, atFang] = members as [Page, Page]
  const labels = {
    dialog: '发送文件',
    options: '选项',
    to: '收件人邮箱（按回车或逗号分隔）',
    send: /^发送 \d/,
    done: '全部完成',
    close: '关闭',
    optionsDone: '完成',
    shareWith: '共享给',
  }
  await sendShared(atWei, await makeFile(folder, 'gearbox.dwg', 60_000), {
    to: newAddress('du'),
    member: 'Fang',
    labels,
  })
  await atFang.goto('/dash/transfers?view=shared')
  await expect(rows(atFang)).toContainText('由 Wei 发送')
  await rows(atFang)
    .getByRole('link', { name: /gearbox/ })
    .click()
  await expect(atFang.getByText('只有 Wei 和团队管理员可以修改这次传输。')).toBeVisible()
  await expect(atFang.getByRole('region', { name: '已共享给' })).toContainText('Fang')
  await admin.goto('/dash/transfers')
  await expect(rows(admin)).toContainText('由 Wei 发送')
  for (const page of [admin, atFang]) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})
