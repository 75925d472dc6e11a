import { codeIn, expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'

test('A chosen language is kept over reloads, for pages and mails', async ({ page, waybill, folder, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, '报价.pdf', 1_000)

  await page.goto('/')
  await page.locator('input[type=file]').first().setInputFiles(note)
  await page.getByRole('button', { name: '切换到中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('region', { name: '要发送的文件' })).toContainText('报价.pdf')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  await page.locator('input[type=file]').first().setInputFiles(note)
  await page.getByLabel('收件人邮箱').fill(asha)
  await page.getByLabel('您的邮箱').fill(ada)
  await page.getByRole('button', { name: /^发送/ }).click()
  await expect(page.getByRole('heading', { name: '请查看邮箱' })).toBeVisible()
  const [codeMail] = await waybill.mailsTo(ada)
  expect(codeMail?.subject).toMatch(/\p{Script=Han}/u)
  await page.getByLabel('验证码').fill(codeIn(codeMail))
  await page.getByRole('button', { name: '验证', exact: true }).click()
  await expect(page.getByRole('heading', { name: '全部完成' })).toBeVisible()
  const [arrived] = await waybill.mailsTo(asha)
  expect(arrived?.subject).toMatch(/\p{Script=Han}/u)

  const link = await linkFor(waybill, asha)
  await page.goto(link)
  await expect(page.getByRole('button', { name: /^下载/ })).toBeVisible()

  const reader = await newVisitor({ locale: 'zh-CN' })
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: `${ada} 给您发送了 1 个文件` })).toBeVisible()
  await reader.getByRole('link', { name: 'Switch to English' }).click()
  await expect(reader.getByRole('heading', { name: `${ada} sent you 1 file` })).toBeVisible()
  // A browser stores a cookie a moment after the page sets it; if the click comes before scripts run, the address
  // carries the language.
  const isKept = async () =>
    reader.url().includes('lang=en') || (await reader.context().cookies()).some(({ value }) => value === 'en')
  await expect.poll(isKept).toBe(true)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: `${ada} sent you 1 file` })).toBeVisible()
  await reader.getByRole('link', { name: 'Waybill, home' }).click()
  await expect(reader.getByRole('button', { name: 'Add files' })).toBeVisible()

  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto(link)
  await plain.getByRole('link', { name: '切换到中文' }).click()
  await expect(plain.getByRole('heading', { name: `${ada} 给您发送了 1 个文件` })).toBeVisible()
})
