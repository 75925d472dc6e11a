import type { Page } from '@playwright/test'
import { halves } from '../../apps/server/test/storage/picture-files.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const picture = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await halves(480, 120).png().toBuffer(),
})

test('A company’s name, logo and colour, from the settings to the recipient', async ({ page, waybill, newVisitor }) => {
  const [ada, reader] = [newAddress('ada'), newAddress('reader')]
  await signUp(page, waybill, { email: ada, name: 'Ada Lovelace' }, '/dash/customize')
  await expect(page).toHaveURL(/\/dash\/account\/customize$/)
  await expect(part(page, 'Your own branding').getByRole('link', { name: 'See plans' })).toBeVisible()
  await page.goto('/dash/powered-by')
  await expect(page.getByText('Your plan shows our mark and “Sent with Waybill”.')).toBeVisible()

  await waybill.setPlan(ada, { role: 'business' })
  await page.goto('/dash/account/customize')
  await page.getByLabel('Company name').fill('Lovelace Engines')
  await page.getByLabel('Welcome line').fill('Good to have you here.')
  await page.getByLabel('Accent colour').fill('#7fc4ff')
  await expect(page.getByText('This colour is hard to read on light pages.')).toBeVisible()
  await expect(part(page, 'Preview').getByText('Lovelace Engines')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page
    .getByLabel('On light pages and in emails')
    .locator('input[type=file]')
    .setInputFiles(await picture())
  await expect(part(page, 'Preview').getByRole('img', { name: 'Lovelace Engines' })).toBeVisible()
  await part(page, 'Preview').getByRole('tab', { name: 'Email' }).click()
  await expect(part(page, 'Preview').getByRole('img', { name: 'Lovelace Engines' })).toBeVisible()
  const faults = await auditScreen(page, 'customize')

  await page.goto('/dash/account/powered-by')
  await page.getByLabel('Show “Sent with Waybill”.').uncheck()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  faults.push(...(await auditScreen(page, 'powered-by')))

  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [reader] })
  const mailed = async () => (await waybill.allMails()).find(({ to }) => to === reader)
  await expect.poll(mailed, { timeout: 30_000 }).toBeTruthy()
  const mail = await mailed()
  expect(mail?.html).toMatch(/<img src="[^"]+\/brand\/[\w-]+\/mail"[^>]+alt="Lovelace Engines"/)
  expect(mail?.text).not.toContain('Sent with Waybill')

  const atReader = await newVisitor()
  await atReader.goto(/\/d\/\w+\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  const shown = atReader.getByRole('img', { name: 'Lovelace Engines' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  await expect(atReader.getByText('Good to have you here.')).toBeVisible()
  await expect(atReader).toHaveTitle(/· Lovelace Engines$/)
  await expect(atReader.getByText('Waybill', { exact: true })).toHaveCount(0)
  const face = atReader.getByRole('button', { name: /^Download/ }).last()
  expect(await face.evaluate((button) => getComputedStyle(button).backgroundColor)).not.toBe('rgb(200, 55, 27)')
  faults.push(...(await auditScreen(atReader, 'branded page')))

  // This browser's next login.
  await page.reload()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('img', { name: 'Lovelace Engines' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'branded login')))
  expect(faults).toEqual([])
})

test('The same in Chinese on a phone, with a background', async ({ waybill, newVisitor }) => {
  const [lin, reader] = [newAddress('lin'), newAddress('reader')]
  const phone = { viewport: { width: 360, height: 740 }, locale: 'zh-CN' }
  const page = await newVisitor(phone)
  await signUp(page, waybill, { email: lin }, null)
  await waybill.setPlan(lin, { role: 'business' })
  await page.goto('/dash/account/customize')
  await page.getByLabel('公司名称').fill('洛夫莱斯引擎')
  await page.getByLabel('欢迎语').fill('欢迎您')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存。').first()).toBeVisible()
  await page
    .getByLabel('背景图片')
    .locator('input[type=file]')
    .setInputFiles(await picture())
  await expect(page.getByRole('group', { name: '背景图片' }).getByRole('img')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [reader] })
  const mailed = async () => (await waybill.allMails()).find(({ to }) => to === reader)
  await expect.poll(mailed, { timeout: 30_000 }).toBeTruthy()
  const atReader = await newVisitor(phone)
  await atReader.goto(/\/d\/\w+\/[\w-]+/.exec((await mailed())?.text ?? '')?.[0] ?? '')
  await expect(atReader.getByText('洛夫莱斯引擎')).toBeVisible()
  await expect(atReader.getByText('欢迎您')).toBeVisible()
  await expect(atReader.getByRole('link', { name: '通过 Waybill 发送' })).toBeVisible()
  expect(await atReader.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
