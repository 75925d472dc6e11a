import { auditScreen } from '../fixtures/accessibility-audit.ts'
import {
  downloadAll,
  expect,
  linkFor,
  mailedCode,
  makeFile,
  newAddress,
  sendByCalls,
  sha256,
  test,
} from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

// Most of these journeys wait for several mails.
test.describe.configure({ timeout: 300_000 })

/** Sends a note to somebody, and expires its link. */
async function sendExpired(waybill: WaybillServer, folder: string) {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  await waybill.expire(link)
  return { ada, asha, note, link }
}

/** Where the newest mail leads in which somebody asks `address` for something. */
async function askedOf(waybill: WaybillServer, address: string): Promise<string> {
  const paths = async () =>
    (await waybill.allMails()).flatMap(({ to, text }) =>
      to === address ? (/\/extension\/[\w-]{22}/.exec(text)?.[0] ?? []) : [],
    )
  await expect.poll(async () => (await paths()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return (await paths())[0] ?? ''
}

const subjectTo = async (waybill: WaybillServer, address: string) =>
  (await waybill.allMails()).find(({ to }) => to === address)?.subject

test('A recipient requests an extension, the sender grants it with one click, and the link downloads again', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { ada, asha, note, link } = await sendExpired(waybill, folder)
  const reader = await newVisitor()
  expect((await reader.goto(link))?.status()).toBe(410)
  expect(await auditScreen(reader, 'expired')).toEqual([])
  await reader.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(reader.getByText('The sender has been asked')).toBeVisible()
  expect(await auditScreen(reader, 'asked')).toEqual([])
  const sender = await newVisitor()
  await sender.goto(await askedOf(waybill, ada))
  await expect(sender.getByRole('heading', { name: `${asha} asks for more time` })).toBeVisible()
  expect(await auditScreen(sender, 'asks for more time')).toEqual([])
  await reader.reload()
  await expect(reader.getByText('The sender has been asked')).toBeVisible()
  await sender.getByRole('button', { name: 'Extend by 48 hours' }).click()
  await expect(sender.getByRole('heading', { name: 'Link Extended for 48 hours' })).toBeVisible()
  await expect(sender.getByText('New expiry date')).toBeVisible()
  await expect(sender.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/login')
  expect(await auditScreen(sender, 'extended')).toEqual([])
  await expect.poll(() => subjectTo(waybill, asha), { timeout: 30_000 }).toBe(`${ada} gave you more time`)
  const [mail] = await waybill.mailsTo(asha)
  expect(mail?.text).toContain('Your link works again until:')
  await reader.goto(/\/d\/\w{7}\/[\w-]{22}/.exec(mail?.text ?? '')?.[0] ?? '')
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(note))
  await sender.goto('/extension/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(sender.getByRole('heading', { name: 'Link expired' })).toBeVisible()
  await expect(sender.getByText('Nothing to see here')).toBeVisible()
  expect(await auditScreen(sender, 'link expired')).toEqual([])
})

test('A recipient requests an extension without scripts, on a phone in Chinese', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { ada, asha, link } = await sendExpired(waybill, folder)
  const phone = { javaScriptEnabled: false, locale: 'zh-CN', viewport: { width: 360, height: 740 } }
  const reader = await newVisitor(phone)
  await reader.goto(link)
  await reader.getByRole('button', { name: '请求延长有效期' }).click()
  await expect(reader.getByText('已向发件人提出请求')).toBeVisible()
  const sender = await newVisitor(phone)
  await sender.goto(await askedOf(waybill, ada))
  await sender.getByRole('button', { name: '延长 48 小时' }).click()
  await expect(sender.getByRole('heading', { name: '链接已延长 48 小时' })).toBeVisible()
  await expect.poll(() => subjectTo(waybill, asha), { timeout: 30_000 }).toBe(`${ada} 为您延长了有效期`)
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: ada })).toBeVisible()
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('A visitor of an open link requests an extension with a verified address', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { ada, link } = await sendExpired(waybill, folder)
  const bare = await waybill.makeOpenLink(link)
  const ida = newAddress('ida')
  const reader = await newVisitor()
  await reader.goto(bare)
  const code = await mailedCode(waybill, ida, async () => {
    await reader.getByLabel('Your email address').fill(ida)
    await reader.getByRole('button', { name: 'Email me a code' }).click()
    await expect(reader.getByLabel('Code')).toBeVisible()
  })
  expect(await auditScreen(reader, 'code')).toEqual([])
  await reader.getByLabel('Code').fill('22222')
  await reader.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(reader.getByRole('alert')).toHaveText('That code is wrong.')
  await reader.getByLabel('Code').fill(code)
  await reader.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(reader.getByText('The sender has been asked')).toBeVisible()
  await reader.goto(await askedOf(waybill, ada))
  await reader.getByRole('button', { name: 'Extend by 48 hours' }).click()
  await expect.poll(() => subjectTo(waybill, ida), { timeout: 30_000 }).toBe(`${ada} gave you more time`)
})

test('Somebody with a forwarded link requests and gets a link of their own', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha, ida] = [newAddress('ada'), newAddress('asha'), newAddress('ida')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  const reader = await newVisitor()
  await reader.goto(link)
  await reader.getByRole('link', { name: 'Not you? Ask for your own link' }).click()
  await expect(reader.getByRole('heading', { name: 'Ask for your own link' })).toBeVisible()
  expect(await reader.content()).not.toContain(ada)
  const code = await mailedCode(waybill, ida, async () => {
    await reader.getByLabel('Your email address').fill(ida)
    await reader.getByRole('button', { name: 'Email me a code' }).click()
    await expect(reader.getByLabel('Code')).toBeVisible()
  })
  await reader.getByLabel('Code').fill(code)
  await reader.getByRole('button', { name: 'Ask the sender' }).click()
  await expect(reader.getByRole('heading', { name: 'The sender has been asked' })).toBeVisible()
  const sender = await newVisitor()
  await sender.goto(await askedOf(waybill, ada))
  expect(await auditScreen(sender, 'asks for their own link')).toEqual([])
  await sender.getByRole('button', { name: 'Add them' }).click()
  await expect(sender.getByRole('heading', { name: `${ida} has been added` })).toBeVisible()
  expect(await auditScreen(sender, 'added')).toEqual([])
  await expect.poll(() => subjectTo(waybill, ida), { timeout: 30_000 }).toBe(`${ada} sent you 1 file`)
})

test('A recipient with an incomplete link has the email sent again', async ({ waybill, folder, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  const reader = await newVisitor()
  await reader.goto(link.split('/').slice(0, 3).join('/'))
  expect(await auditScreen(reader, 'lost email')).toEqual([])
  const had = (await waybill.mailsTo(asha)).length
  await reader.getByLabel('Your email address').fill(asha)
  await reader.getByRole('button', { name: 'Send the email again' }).click()
  await expect(reader.getByText('its email is on its way again')).toBeVisible()
  const [mail] = await waybill.mailsTo(asha, had + 1)
  expect(mail?.text).toContain(link)
})

test('A sender with an account is notified of an access request and grants it on the transfer page', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  const link = await linkFor(waybill, asha)
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await waybill.expire(link)
  const reader = await newVisitor()
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(reader.getByText('The sender has been asked')).toBeVisible()
  const asks = page.getByRole('region', { name: 'Requests from recipients' })
  await expect(asks.getByText(asha).first()).toBeVisible({ timeout: 30_000 })
  expect(await auditScreen(page, 'asked in the dashboard')).toEqual([])
  await asks.getByRole('button', { name: 'Extend by 48 hours' }).click()
  await expect(asks).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause the link' })).toBeVisible()
  await expect.poll(() => subjectTo(waybill, asha), { timeout: 30_000 }).toMatch(/gave you more time$/)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Ada sent you 1 file' })).toBeVisible()
})
