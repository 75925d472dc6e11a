import { tabTo } from '../fixtures/browser-actions.ts'
import { waitForOverlaysToClose } from '../fixtures/calm-navigation.ts'
import { expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, rows, sendAsAccount, sendFromDashboard } from '../pages/transfers-page.ts'

test('A sender finds transfers by text and by status, and the URL keeps the filter', async ({
  page,
  waybill,
  folder,
}) => {
  const [ada, asha, chen] = [newAddress('ada'), newAddress('asha'), newAddress('chen')]
  await signUp(page, waybill, { email: ada })
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await sendFromDashboard(page, folder, { files: ['housing.dwg', 'quote.pdf'], recipients: [asha] })
  await expect(rows(page)).toHaveText([/housing\.dwg and 1 more/])
  await sendFromDashboard(page, folder, { files: ['plan.pdf'], recipients: [chen] })
  await expect(rows(page)).toHaveText([/plan\.pdf/, /housing\.dwg/])
  await expect(rows(page).first()).toContainText('Unseen')

  const search = page.getByRole('searchbox', { name: 'Search files, people, numbers' })
  await search.fill('QUOTE')
  await expect(rows(page)).toHaveText([/housing\.dwg/])
  await expect(page).toHaveURL(/q=QUOTE/)
  await page.reload()
  await expect(search).toHaveValue('QUOTE')
  await expect(rows(page)).toHaveText([/housing\.dwg/])
  await search.fill(chen.slice(0, 12))
  await expect(rows(page)).toHaveText([/plan\.pdf/])
  await search.fill((await linkFor(waybill, asha)).split('/')[2] ?? '')
  await expect(rows(page)).toHaveText([/housing\.dwg/])
  await search.fill('nowhere')
  await expect(page.getByText('Nothing matches “nowhere”.')).toBeVisible()
  await search.fill('')
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await expect(rows(page)).toHaveText([/housing\.dwg/, /plan\.pdf/])

  await waybill.expire(await linkFor(waybill, chen))
  await page.goto('/dash')
  const views = page.getByRole('navigation', { name: 'Show' })
  await views.getByRole('link', { name: 'Expired 1' }).click()
  await expect(rows(page)).toHaveText([/plan\.pdf.*Expired/])
  await page.getByRole('link', { name: /plan\.pdf/ }).click()
  await expect(page.getByRole('heading', { name: 'plan.pdf' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/view=expired/)
  await expect(rows(page)).toHaveText([/plan\.pdf/])
  await views.getByRole('link', { name: 'Active 1' }).click()
  await expect(rows(page)).toHaveText([/housing\.dwg/])
})

test('Several transfers are deleted at once, restored within ten seconds and extended', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, asha, chen] = [newAddress('ada'), newAddress('asha'), newAddress('chen')]
  await signUp(page, waybill, { email: ada })
  await sendAsAccount(page, { files: ['first.txt'], recipients: [asha] })
  await sendAsAccount(page, { files: ['second.txt'], recipients: [chen] })
  await sendAsAccount(page, { files: ['third.txt'], recipients: [chen] })
  await expect(rows(page)).toHaveCount(3)
  const pick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await pick('third.txt').focus()
  await page.keyboard.press('Space')
  await pick('first.txt').click({ modifiers: ['Shift'] })
  const chosen = page.getByRole('region', { name: '3 selected' })
  await expect(chosen).toBeVisible()
  await chosen.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 3 transfers?' })
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(rows(page)).toHaveCount(3)
  await chosen.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText('3 transfers deleted.')
  await expect(rows(page)).toHaveCount(0)
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(3)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  await expect(reader.getByRole('listitem').getByText('first.txt')).toBeVisible()
  await pick('first.txt').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(2)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible()

  const paid = `update subscriptions set role = 'personal'
    where workspace_id = (select workspace_id from accounts where email = $1)`
  await waybill.query(paid, [ada])
  await page.reload()
  await pick('second.txt').check()
  await page.getByRole('button', { name: 'Change expiry' }).click()
  await page.getByRole('menuitem', { name: 'Never expire' }).click()
  await expect(notices(page)).toContainText('Expiry changed.')
  await expect(rows(page).filter({ hasText: 'second.txt' })).toContainText('Never expires')
  await expect(rows(page).filter({ hasText: 'third.txt' })).not.toContainText('Never expires')
})

test('A sender sends from any dashboard page by keyboard alone', async ({ page, waybill, folder }) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') })
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
  await page.keyboard.press('n')
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, slip.getByRole('button', { name: 'Add files' }))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([await makeFile(folder, 'housing.dwg', 200_000)])
  await tabTo(page, slip.getByRole('combobox', { name: 'Email to (Enter or , to seperate)' }))
  await page.keyboard.type(asha)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(slip).toBeHidden()
  // A field keeps the focus for a moment after its form is hidden, and takes the next key.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') ?? null)).toBeNull()
  await waitForOverlaysToClose(page)
  await page.keyboard.press('n')
  await expect(slip.getByText('housing.dwg')).toBeVisible()
  await tabTo(page, slip.getByRole('button', { name: /^Send \d/ }))
  await page.keyboard.press('Enter')
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeFocused()
  await page.keyboard.press('Escape')
  await waybill.waitForJobs()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Contacts' })).toContainText(asha)
  expect(await linkFor(waybill, asha)).toMatch(/^\/d\//)
})

test('On a small screen in Chinese, rows become cards and nothing overflows', async ({ newVisitor, waybill }) => {
  const page = await newVisitor({ viewport: { width: 360, height: 740 } })
  await signUp(page, waybill, { email: newAddress('ada') })
  const name = 'a-very-long-name-without-any-place-to-break-it-2026-11-20-final-final.mov'
  await sendAsAccount(page, { files: [name], recipients: [newAddress('asha')] })
  await page.getByLabel('切换到中文').click()
  await expect(page.getByRole('heading', { name: '传输' })).toBeVisible()
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overhang()).toBe(0)
  await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除这 1 次传输？' }).getByRole('button', { name: '删除' }).click()
  await expect(notices(page)).toContainText('已删除 1 次传输。')
  await notices(page).getByRole('button', { name: '撤销' }).click()
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { name: '收件人' })).toBeVisible()
  expect(await overhang()).toBe(0)
  await page.getByRole('navigation', { name: '控制台' }).getByRole('link', { name: '联系人' }).click()
  await expect(page.getByRole('heading', { name: '联系人' })).toBeVisible()
  expect(await overhang()).toBe(0)
})
