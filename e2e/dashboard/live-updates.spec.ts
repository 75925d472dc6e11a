import type { Locator, Page, Route } from '@playwright/test'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, linkFor, makeFile, newAddress, test } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { recordOf, sendFilesButton, signUp } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 300_000 })

const FILE_BYTES = 48_000_000
const LINE_BYTES_PER_SECOND = 3_000_000
/** A visitor in Hong Kong, according to a proxy in front of the server. */
const inHongKong = { extraHTTPHeaders: { 'x-forwarded-for': '47.75.18.65' } }

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const toasts = (page: Page): Locator => part(page, 'New notifications')
const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications, / })

/** Sends one file of `bytes` from the dashboard, and opens the transfer's page. */
async function sendOne(page: Page, folder: string, to: string, bytes: number): Promise<void> {
  await sendFilesButton(page).click()
  const slip = page.getByRole('dialog', { name: 'Send files' })
  const file = await makeFile(folder, 'factory-tour.mov', bytes)
  await slip.locator('input[type=file]').first().setInputFiles(file)
  const address = slip.getByLabel('Email to (Enter or , to seperate)')
  await address.fill(to)
  await address.press('Enter')
  await slip.getByRole('button', { name: /^Send \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  await slip.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /factory-tour\.mov/ }).click()
  await expect(page.getByRole('heading', { name: /factory-tour\.mov/ })).toBeVisible()
}

/** The percentages in the recipient's row, each once, until there are `count`. */
async function seePercents(person: Locator, count: number): Promise<number[]> {
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        const percent = /(\d+)% of factory-tour\.mov delivered/.exec((await person.textContent()) ?? '')?.[1]
        if (percent !== undefined && percent !== '0') seen.add(Number(percent))
        return seen.size
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThanOrEqual(count)
  return [...seen]
}

/** The server loses its connection for news: pages load everything again. */
const loseNews = (waybill: WaybillServer) =>
  waybill.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waybill-live'`)

/** A visitor who opens a page seconds after its mail counts as a person once they move the pointer. */
async function beThere(reader: Page): Promise<void> {
  await reader.mouse.move(120, 300)
  await reader.mouse.move(180, 340, { steps: 4 })
}

/**
 * Downloads everything over a slow connection, by the same calls as the button: a browser's own downloads cannot be
 * slowed.
 */
async function takeOverSlowLine(reader: Page, link: string): Promise<string> {
  await limitSpeed(reader, LINE_BYTES_PER_SECOND)
  const [, , slug, user] = link.split('/')
  return reader.evaluate(
    async (whose) => {
      const ask = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const { grant } = await ask('/increment', { ...whose, files: 'all' })
      const { url } = await ask('/zip', { grant, files: 'all' })
      void fetch(url)
        .then((answer) => answer.body?.pipeTo(new WritableStream()))
        .catch(() => undefined)
      return new URL(url, location.href).href
    },
    { slug, user },
  )
}

test('The sender sees live how the recipient opens, downloads, loses the server and resumes', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada'), name: 'Ada' })
  await sendOne(page, folder, asha, FILE_BYTES)
  const person = part(page, 'Recipients').getByRole('listitem')
  const ledger = part(page, 'Activity')
  await expect(ledger.getByRole('listitem').first()).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  const slug = page.url().split('/').at(-1) ?? ''
  // Nothing on the page may come from a reload: the live stream updates the page, or it stays as it is.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const reader = await newVisitor(inHongKong)
  const link = await linkFor(waybill, asha)
  await reader.goto(link)
  await beThere(reader)
  await expect(person).toContainText('Opened, nothing downloaded yet')
  await expect(person).toContainText('Hong Kong')
  await expect(toasts(page)).toContainText(`${asha} opened the transfer`)
  await expect(toasts(page).getByRole('link')).toHaveAttribute('href', `/dash/transfers/${slug}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')

  const url = await takeOverSlowLine(reader, link)
  const percents = await seePercents(person, 3)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(Math.max(...percents)).toBeLessThan(100)

  await waybill.stop()
  await waybill.start()
  const from = (await recordOf(page, slug)).recipients[0]?.deliveredBytes ?? 0
  expect(from).toBeGreaterThan(0)
  // A client that resumes sends these headers.
  const resumed = { range: `bytes=${from}-`, 'if-unmodified-since': new Date().toUTCString() }
  const rest = await fetch(url, { headers: { ...resumed, 'x-forwarded-for': '47.75.18.65' } })
  expect(rest.status).toBe(206)
  expect((await rest.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(FILE_BYTES - from)

  await expect(person).toContainText('Handed to your proxy', { timeout: 60_000 })
  await expect(ledger.getByRole('list').getByText('Handed over', { exact: true })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new')
  await expect(toasts(page)).toContainText(`${asha} downloaded factory-tour.mov`)

  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel.getByRole('listitem').first()).toContainText(`${asha} downloaded factory-tour.mov`)
  await expect(toasts(page).getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
})

test('On a phone in Chinese, the account menu opens the notifications and nothing overflows', async ({
  newVisitor,
  waybill,
}) => {
  const asha = newAddress('asha')
  const page = await newVisitor({ viewport: { width: 360, height: 740 } })
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  await page.getByRole('link', { name: /housing\.dwg/ }).click()
  await page.getByLabel('切换到中文').click()
  const ledger = part(page, '活动记录')
  await expect(ledger.getByRole('list').getByText('已发送', { exact: true })).toBeVisible()
  const reader = await newVisitor(inHongKong)
  const link = await linkFor(waybill, asha)
  await reader.goto(link)
  await beThere(reader)
  await expect(ledger.getByRole('list').getByText('已打开', { exact: true })).toBeVisible()
  await expect(part(page, '新消息')).toContainText(`${asha} 打开了传输`)

  const menu = page.getByRole('button', { name: '您的账户' })
  await menu.click()
  await page.getByRole('menuitem', { name: '消息，1 条新消息' }).click()
  const panel = page.getByRole('dialog', { name: '消息' })
  await expect(panel.getByRole('listitem')).toContainText(`${asha} 打开了传输`)
  await expect(panel.getByRole('listitem')).toContainText('香港 Hong Kong')
  await panel.getByRole('button', { name: '全部清除' }).click()
  await panel.getByRole('group', { name: '删除全部消息？' }).getByRole('button', { name: '全部删除' }).click()
  await expect(panel.getByText('没有新消息')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()

  await fetch(new URL(link, waybill.origin), { headers: { 'user-agent': 'curl/8.5.0' } })
  await ledger.getByRole('radio', { name: '机器' }).check({ force: true })
  const machines = ledger.getByRole('listitem').first()
  await expect(machines).toContainText('机器查看了 1 次')
  await machines.getByText('1 条记录').click()
  await expect(machines.getByRole('listitem')).toContainText(`机器，通过 ${asha} 的链接`)
  await ledger.getByLabel('事件').selectOption('疑似转发')
  await expect(ledger.getByText('没有这类记录。')).toBeVisible()
  await ledger.getByRole('button', { name: '显示全部' }).click()
  await ledger.getByLabel('什么是活动记录').click()
  await expect(ledger.getByText(/^共有 \d+ 条记录。/)).toBeVisible()
  expect(await auditScreen(page, 'what happened')).toEqual([])
})

test('A tab that was offline shows every missed event once it is online, and what was read stays read', async ({
  page,
  context,
  waybill,
  newVisitor,
}) => {
  const asha = newAddress('asha')
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [asha] })
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  const link = await linkFor(waybill, asha)
  await context.setOffline(true)
  const reader = await newVisitor(inHongKong)
  await reader.goto(link)
  const reported = reader.waitForResponse((answer) => answer.url().endsWith('/opened'))
  await beThere(reader)
  await reported
  await loseNews(waybill)
  await waybill.waitForJobs()
  await context.setOffline(false)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await expect(toasts(page)).toContainText(`${asha} opened the transfer`)

  // A list that the server read before the reader had closed the panel arrives after it knows that they did.
  await bell(page).click()
  const [read, marked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/deleteNotification', async (route) => {
    await read.promise
    await route.continue()
  })
  const holdList = async (route: Route) => {
    const response = await route.fetch()
    read.resolve()
    await marked.promise
    await route.fulfill({ response })
  }
  await page.route('**/notifications', holdList, { times: 1 })
  const [marking, listing] = ['deleteNotification', 'notifications'].map((path) => page.waitForResponse(`**/${path}`))
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  await loseNews(waybill)
  await marking
  marked.resolve()
  await listing
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(bell(page)).toHaveAccessibleName('Notifications, none new')
  await waybill.query(`update sessions set ended_at = now() where ended_at is null`)
  await expect(page).toHaveURL(/\/login/, { timeout: 40_000 })
})
