import type { Page } from '@playwright/test'
import { hashPassword } from '../../apps/server/src/identity/accounts/password-hash.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import {
  downloadAll,
  expect,
  mailedCode,
  makeFile,
  newAddress,
  sendByCalls,
  sha256,
  test,
} from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

const PASSWORD = 'open for asha'
const locked = 'This transfer is locked'
const kept = 'This transfer is for certain people'

interface Restrictions {
  password?: string
  onlyProven?: boolean
  isPaused?: boolean
}

/** Sends a note to somebody and then restricts its link. */
async function sendClosed(waybill: WaybillServer, folder: string, restrictions: Restrictions) {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const note = await makeFile(folder, 'note.txt', 1_000)
  const link = await sendByCalls(waybill, { files: [note], recipients: [asha], sender: ada })
  const hash = restrictions.password === undefined ? null : await hashPassword(restrictions.password)
  await waybill.query(
    `update transfers set password_hash = ${hash === null ? 'null' : `'${hash}'`}, only_proven = ${restrictions.onlyProven === true},
       paused_at = ${restrictions.isPaused ? 'now()' : 'null'} where slug = '${link.split('/')[2]}' returning id`,
  )
  return { ada, asha, note, link }
}

const typeAndPress = async (reader: Page, field: string, text: string) => {
  await reader.getByLabel(field).fill(text)
  await reader.locator('button.take-all').click()
}

test('A password and a code unlock a link step by step, for this browser only', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const restrictions = { password: PASSWORD, onlyProven: true }
  const { ada, asha, note, link } = await sendClosed(waybill, folder, restrictions)
  const reader = await newVisitor()
  expect((await reader.goto(link))?.status()).toBe(403)
  await expect(reader.getByRole('heading', { name: locked })).toBeVisible()
  expect(await reader.content()).not.toContain(ada)
  await typeAndPress(reader, 'Password', 'open for nobody')
  await expect(reader.getByRole('alert')).toHaveText('That password is wrong.')
  await expect(reader.getByLabel('Password')).toBeFocused()
  await typeAndPress(reader, 'Password', PASSWORD)
  await expect(reader.getByRole('heading', { name: kept })).toBeVisible()
  await expect(reader.getByLabel('Your email address')).toBeFocused()
  await typeAndPress(reader, 'Your email address', newAddress('nobody'))
  await expect(reader.getByRole('heading', { name: 'Enter the code from your email' })).toBeVisible()
  await reader.getByRole('link', { name: 'Another address, or a new code' }).click()
  const code = await mailedCode(waybill, asha, async () => {
    await typeAndPress(reader, 'Your email address', asha)
    await expect(reader.getByLabel('Code')).toBeFocused()
  })
  await reader.reload()
  await typeAndPress(reader, 'Code', code.toLowerCase())
  await expect(reader.getByRole('heading', { name: `${ada} sent you 1 file` })).toBeVisible()
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(note))
  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: locked })).toBeVisible()
})

test('A password and a code unlock a link without scripts', async ({ waybill, folder, newVisitor }) => {
  const { ada, asha, link } = await sendClosed(waybill, folder, { password: PASSWORD, onlyProven: true })
  const reader = await newVisitor({ javaScriptEnabled: false })
  await reader.goto(`${link}?lang=zh`)
  await typeAndPress(reader, '密码', 'wrong')
  await expect(reader.getByRole('alert')).toHaveText(/密码/)
  await typeAndPress(reader, '密码', PASSWORD)
  const code = await mailedCode(waybill, asha, () => typeAndPress(reader, '您的邮箱', asha))
  await typeAndPress(reader, '验证码', code)
  await expect(reader.getByRole('heading', { name: ada })).toBeVisible()
})

test('A link that closes while it is open says so, and its screens pass the accessibility audit', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const { ada, asha, link } = await sendClosed(waybill, folder, {})
  const slug = link.split('/')[2]
  const reader = await newVisitor()
  await reader.goto(link)
  await waybill.query(`update transfers set paused_at = now() where slug = '${slug}' returning id`)
  await reader.locator('button.take-all').click()
  await expect(reader.getByRole('heading', { name: 'The sender has paused this link' })).toBeVisible()
  expect(await auditScreen(reader, 'paused')).toEqual([])

  await waybill.query(`update transfers set paused_at = null, only_proven = true where slug = '${slug}' returning id`)
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: kept })).toBeVisible()
  expect(await reader.content()).not.toContain(ada)
  expect(await auditScreen(reader, 'for certain people')).toEqual([])
  await typeAndPress(reader, 'Your email address', asha)
  await expect(reader.getByRole('heading', { name: 'Enter the code from your email' })).toBeVisible()
  expect(await auditScreen(reader, 'code')).toEqual([])
  const hash = await hashPassword(PASSWORD)
  await waybill.query(`update transfers set password_hash = '${hash}' where slug = '${slug}' returning id`)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: locked })).toBeVisible()
  expect(await auditScreen(reader, 'password')).toEqual([])
})
