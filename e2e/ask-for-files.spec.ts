import type { Locator, Page } from '@playwright/test'
import { callAs, signUp } from './account-journey.ts'
import { tabTo } from './browser-hands.ts'
import { notices } from './dash-journey.ts'
import { expect, newAddress, test } from './journey.ts'
import { faultsOf } from './looks.ts'

test.describe.configure({ timeout: 480_000 })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const rows = (page: Page): Locator => page.locator('.request-row[data-state]')
const form = (page: Page): Locator =>
  page.getByRole('form', { name: /^(New request|Change request|新建请求|修改请求)$/ })
const items = (page: Page): Locator => form(page).getByRole('textbox', { name: /^(Name of the item|此项名称)$/ })

/** Opens what can be done with the one row of this title, and chooses of it. */
async function choose(page: Page, title: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `What to do with ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('a checklist for three suppliers is asked for, found again, changed, repeated and let go', async ({
  page,
  waybill,
}) => {
  const people = [newAddress('asha'), newAddress('wei'), newAddress('li')]
  const [asha = ''] = people
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada Lovelace' })
  await callAs(page, 'POST', '/contacts', { email: asha, name: 'Asha Rao', company: 'Rao Forge' })
  await page.getByRole('link', { name: 'Requests' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing asked for yet' })).toBeVisible()
  await expect(page.getByText('0 of 10 requests this month')).toBeVisible()
  const faults = await faultsOf(page, 'requests, none')
  await page.getByRole('link', { name: 'New request' }).first().click()
  await expect(page).toHaveURL(/\/dash\/requests\?new=/)

  await test.step('nothing is sent that is not whole', async () => {
    await page.getByRole('button', { name: 'Make the link' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByText('Give it a title.')).toBeVisible()
    await page.getByLabel('Title').fill('Shipping papers 4711')
    await page.getByLabel('Message').fill('See https://evil.example/now')
    await expect(page.getByText('Links are reserved for premium accounts')).toBeVisible()
    await page.getByLabel('Message').fill('As agreed on the phone.')
    await page.getByLabel('Title').press('Enter')
    await expect(page).toHaveURL(/\?new=/)
  })

  await test.step('items are written, moved and named by keys', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Add an item' }))
    await page.keyboard.press('Enter')
    await expect(items(page)).toBeFocused()
    await page.keyboard.type('Packing list')
    await page.keyboard.press('Enter')
    await expect(items(page).nth(1)).toBeFocused()
    await page.keyboard.type('Photo of the pallet')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(items(page).first()).toHaveValue('Photo of the pallet')
    await expect(items(page).first()).toBeFocused()
    await expect(page.getByText('Photo of the pallet is now 1 of 2.')).toBeAttached()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(items(page).first()).toHaveValue('Packing list')
    const details = page.getByRole('button', { name: 'Details Packing list' })
    await details.focus()
    await page.keyboard.press('Enter')
    await expect(details).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('button', { name: 'PDF', exact: true }).first().click()
    await expect(page.getByLabel('File types').first()).toHaveValue('pdf')
    await page.getByLabel('Files of each supplier').fill('2')
    await page.getByLabel('Size of each file', { exact: true }).fill('20')
    await page.getByLabel('Call files').fill('{supplier}-{slot')
    await expect(page.getByText('A brace is left open or over.')).toBeVisible()
    await page.getByLabel('Call files').fill('{supplier}-{slot}-')
    await page.getByRole('button', { name: /^Number/ }).click()
    await expect(page.getByText('Rao Forge-Packing list-1.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Photo of the pallet' }).click()
    await expect(items(page)).toHaveCount(1)
    await notices(page).getByRole('button', { name: 'Undo' }).click()
    await expect(items(page)).toHaveCount(2)
  })

  await test.step('suppliers come with their names from the contacts, and a deadline of their own', async () => {
    const to = page.getByLabel('Addresses (Enter or comma to separate)')
    await to.fill('asha')
    await page.getByRole('option', { name: /Asha Rao/ }).click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${people[1]}\t魏\t宁波永兴\n${people[2]}`)
    await to.press('Control+v')
    await expect(form(page).getByText('2 of 3 named')).toBeVisible()
    await form(page).getByText('Names, zones and languages').click()
    await expect(page.getByLabel(`Company of ${asha}`)).toHaveValue('Rao Forge')
    await page.getByLabel('Time zone of All of them').selectOption('Asia/Shanghai')
    await page.getByLabel(`Time zone of ${asha}`).selectOption('Asia/Kolkata')
    await page.getByLabel('Deadline', { exact: true }).fill('2032-03-28T18:00')
    await expect(page.getByText('The request ends before its deadline')).toBeVisible()
    await page.getByRole('radio', { name: /^In each supplier’s own time/ }).check()
    await expect(page.getByRole('complementary', { name: 'What suppliers read' })).toContainText(
      /Ada Lovelace asks you for.*Shipping papers 4711.*Due 28 Mar 2032, 18:00, their time.*Packing list.*PDF · at most 2 files · 20 MB each/s,
    )
  })
  faults.push(...(await faultsOf(page, 'new request')))

  await test.step('what is written survives a reload, and is kept as a template', async () => {
    await page.reload()
    await expect(page.getByText('What you wrote before is here again.')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Shipping papers 4711')
    await page.getByRole('button', { name: 'Save as template' }).click()
    const asked = page.getByRole('dialog', { name: 'Save as template' })
    await asked.getByLabel('Name of the template').fill('Shipping')
    await asked.getByRole('button', { name: 'Keep it' }).click()
    await expect(notices(page)).toContainText('The template “Shipping” is kept.')
  })

  await page.getByRole('button', { name: 'Ask 3 suppliers' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping papers 4711' })).toBeFocused()
  await expect(
    page.getByText('3 suppliers are being mailed a link of their own. The open link works too.'),
  ).toBeVisible()
  await page.reload()
  const copy = page.getByRole('button', { name: /^Copy the link/ })
  await copy.click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^http:\/\/localhost:\d+\/r\/\w{7}$/)
  await expect(page.getByRole('img', { name: `QR code leading to ${link}` })).toBeVisible()
  for (const address of people) {
    const mails = async () => (await waybill.allMails()).filter(({ to }) => to === address)
    await expect.poll(async () => (await mails())[0]?.text ?? '', { timeout: 30_000 }).toContain(new URL(link).pathname)
  }
  faults.push(...(await faultsOf(page, 'made')))

  await page.getByRole('link', { name: 'Requests' }).first().click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/2 items · open link.*0 of 3 complete.*3 missing.*Due 28 Mar 2032, 18:00/s)
  await expect(page.getByText('1 of 10 requests this month')).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)

  await test.step('an edit asks before what was changed is lost, and saves what differs', async () => {
    await choose(page, 'Shipping papers 4711', 'Edit')
    await expect(items(page)).toHaveCount(2)
    await page.getByLabel('Title').fill('Shipping papers 4712')
    await page.goBack()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Shipping papers 4712')
    await page.getByRole('button', { name: 'Remove Photo of the pallet' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(rows(page)).toContainText(/Shipping papers 4712.*1 item/s)
    await choose(page, 'Shipping papers 4712', 'Edit')
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Shipping papers 4712')
    await expect(page.getByLabel('Deadline', { exact: true })).toHaveValue('2032-03-28T18:00')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it pauses, goes on, closes and opens again', async () => {
    await choose(page, 'Shipping papers 4712', 'Pause')
    await expect(rows(page).locator('.rubber-stamp')).toHaveText('Paused')
    await notices(page).getByRole('button', { name: 'Undo' }).first().click()
    await expect(rows(page).locator('.rubber-stamp')).toHaveText('Open')
    await choose(page, 'Shipping papers 4712', 'Close')
    await expect(rows(page).locator('.rubber-stamp')).toHaveText('Closed')
    await page.getByRole('link', { name: /^Open \d/ }).click()
    await expect(page.getByText('No request is open.')).toBeVisible()
    await page.getByRole('link', { name: /^Closed 1/ }).click()
    await expect(page).toHaveURL(/view=closed/)
    await choose(page, 'Shipping papers 4712', 'Open again')
    await expect(page.getByText('No request is closed.')).toBeVisible()
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: /^All/ }).click()
  })

  await test.step('it is made once more, and the copy is deleted and brought back', async () => {
    await choose(page, 'Shipping papers 4712', 'Duplicate')
    const asked = page.getByRole('dialog', { name: 'Ask the same once more?' })
    await expect(asked.getByLabel(/^Ask the same 3 people too/)).not.toBeChecked()
    await asked.getByRole('button', { name: 'Duplicate' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText('Nobody has answered yet')
    await rows(page).first().getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: '1 selected' })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rows(page)).toHaveCount(1)
    await notices(page).filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).last().click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search titles and numbers' }).fill('no such title')
    await expect(page.getByText('Nothing matches “no such title”.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search titles and numbers' }).fill('4712')
    await expect(rows(page)).toHaveCount(2)
  })
  await rows(page).first().getByRole('checkbox').check()
  faults.push(...(await faultsOf(page, 'requests')))

  await test.step('a template fills the next one', async () => {
    await page.getByRole('button', { name: 'Begin with a template' }).click()
    await page.getByRole('menuitem', { name: 'Shipping' }).click()
    await expect(items(page)).toHaveCount(2)
    await page.getByRole('link', { name: 'Requests' }).first().click()
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByRole('button', { name: 'Start afresh' }).click()
    await expect(items(page)).toHaveCount(0)
    await form(page).getByText('Begin with a template').click()
    await page.getByRole('button', { name: 'Use Shipping' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Shipping papers 4711')
    await expect(items(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Delete Shipping' }).click()
    await expect(page.getByRole('button', { name: 'Use Shipping' })).toHaveCount(0)
    await notices(page).filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByRole('button', { name: 'Use Shipping' })).toHaveCount(1)
  })
  expect(faults).toEqual([])
})

test.describe('in Chinese', () => {
  test.use({ viewport: { width: 360, height: 800 } })

  test('on a phone an open link with a password is made, shown as a QR code, and the month ends', async ({
    page,
    waybill,
  }) => {
    await signUp(page, waybill, { email: newAddress('wei'), name: '魏' })
    await page.goto('/dash/requests?new')
    await page.getByLabel('切换到中文').click()
    await page.getByLabel('标题').fill('宁波工厂资料')
    await page.getByRole('button', { name: '添加一项' }).click()
    await page.evaluate(() => navigator.clipboard.writeText('装箱单\n发票\n\n原产地证书'))
    await items(page).press('Control+v')
    await expect(items(page)).toHaveCount(3)
    await page.getByRole('radio', { name: /^用验证码证明/ }).check()
    await page.getByLabel('密码', { exact: true }).fill('ningbo-2027')
    const faults = await faultsOf(page, 'zh new request')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByLabel('切换到中文').click()
    await page.getByRole('button', { name: '生成链接' }).click()
    await expect(page.getByRole('heading', { name: '宁波工厂资料' })).toBeFocused()
    const made = await callAs<{ requests: Array<Record<string, unknown>> }>(page, 'GET', '/requests')
    expect(made.requests[0]).toMatchObject({ identity: 'proven', hasPassword: true, slotCount: 3 })

    await page.goto('/dash/requests')
    await page.getByRole('button', { name: '对 宁波工厂资料 的操作' }).click()
    await page.getByRole('menuitem', { name: '二维码' }).click()
    const shown = page.getByRole('dialog', { name: '公开链接的二维码' })
    await expect(shown.getByRole('img')).toBeVisible()
    const saving = page.waitForEvent('download')
    await shown.getByRole('button', { name: '保存为 SVG' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^\w{7}\.svg$/)
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()

    for (let made = 2; made <= 10; made += 1) await callAs(page, 'POST', '/requests', { title: `第 ${made} 个` })
    await page.reload()
    await expect(page.getByText('您的方案每月有 10 个文件请求，本月已用完。')).toBeVisible()
    await page.goto('/dash/requests?new')
    await expect(page.getByText('您的方案每月有 10 个文件请求，本月已用完。')).toBeVisible()
    await expect(page.getByRole('button', { name: '生成链接' })).toBeDisabled()
    expect(faults).toEqual([])
  })
})

test('what new requests begin with is set in the account', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await page.goto('/dash/account/sending')
  const part = page.getByRole('region', { name: 'A new request begins with' })
  await part.getByLabel('Who they are, on the open link').selectOption('Must be given')
  await part.getByRole('button', { name: '7 days before' }).click()
  await part.getByLabel('Mails to suppliers in').selectOption('中文')
  await expect(notices(page)).toContainText('Saved.')
  await page.reload()
  await expect(part.getByRole('button', { name: '7 days before' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/dash/requests?new')
  await expect(page.getByRole('radio', { name: /^Must be given/ })).toBeChecked()
  await expect(page.getByRole('button', { name: '7 days before' })).toHaveAttribute('aria-pressed', 'true')
})
