/** What lies over a page: overlays, messages, and what stays in the page when something fails. */
import type { Locator, Page } from '@playwright/test'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { askFor } from '../fixtures/requests.ts'
import { makeAccount, openSendForm } from '../pages/account-pages.ts'
import { notices, sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 120_000 })

/** Opens one overlay over the page that shows; what it covers is closed. */
interface Opened {
  overlay: Locator
  /** What has the focus once it is closed; absent: nothing on the page opened it. */
  opener?: Locator
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

async function press(opener: Locator, overlay: Locator): Promise<Opened> {
  await opener.click()
  return { overlay, opener }
}

/** A key does nothing while the overlay before it fades. */
async function type(page: Page, key: string, overlay: Locator): Promise<Opened> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press(key)
  return { overlay }
}

/** Every kind of overlay that a press opens, by the page on which it is. */
const walks: Array<{ path: string; opens: Record<string, (page: Page) => Promise<Opened>> }> = [
  {
    path: '/dash/contacts',
    opens: {
      sheet: (page) => press(button(page, 'Send files'), dialog(page, 'Send files')),
      'account menu': (page) => press(button(page, 'Your account'), page.getByRole('menu')),
      notifications: (page) => press(button(page, /^Notifications/), dialog(page, 'Notifications')),
      feedback: (page) => press(button(page, 'Feedback'), dialog(page, 'Feedback')),
      form: (page) => press(button(page, 'Add'), dialog(page, 'New contact')),
      keys: (page) => type(page, '?', dialog(page, 'Keyboard shortcuts')),
      palette: (page) => type(page, 'Control+k', dialog(page, /./)),
    },
  },
  {
    path: '/dash/transfers',
    opens: {
      'selection’s menu': (page) => press(button(page, 'Change expiry'), page.getByRole('menu')),
      'selection’s question': (page) => press(button(page, 'Delete'), dialog(page, /^Delete/)),
    },
  },
  {
    path: 'record',
    opens: {
      'record’s menu': (page) => press(button(page, /^Actions for/), page.getByRole('menu')),
      question: (page) => press(button(page, 'Delete'), dialog(page, /^Delete/)),
    },
  },
  {
    path: '/dash/requests',
    opens: {
      'row’s menu': (page) => press(button(page, 'Actions for Papers'), page.getByRole('menu')),
      'menu’s dialog': async (page) => {
        await button(page, 'Actions for Papers').click()
        await page.getByRole('menuitem', { name: 'Duplicate' }).click()
        return { overlay: dialog(page, /^Duplicate/), opener: button(page, 'Actions for Papers') }
      },
    },
  },
  {
    path: '/dash/account/webhooks',
    opens: { 'settings form': (page) => press(button(page, 'Add a webhook'), dialog(page, /webhook/i)) },
  },
]

/** The first row of a list, chosen, where the list has boxes: its bar has overlays too. */
async function chooseRow(page: Page): Promise<void> {
  const box = page.locator('.transfer-row input[type=checkbox]').first()
  await box.check()
  await expect(button(page, 'Change expiry')).toBeVisible()
}

test('Every overlay closes by Escape and by Back, keeps the page, and gives the focus back', async ({
  page,
  waybill,
}) => {
  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en', name: 'Ada' })
  await page.goto('/dash/transfers')
  await sendAsAccount(page, { files: ['housing.dwg'], recipients: [newAddress('asha')] })
  const items = [{ name: 'Invoice', isRequired: true }]
  await askFor(page, { title: 'Papers', items, suppliers: [] } as never)
  await page.reload()
  const record = await page.getByRole('link', { name: /housing\.dwg/ }).getAttribute('href')
  for (const { path, opens } of walks) {
    const address = path === 'record' ? (record ?? '') : path
    await page.goto(address)
    if (address === '/dash/transfers') await chooseRow(page)
    for (const [name, open] of Object.entries(opens)) {
      await test.step(`${name} on ${path}`, async () => {
        const { overlay, opener } = await open(page)
        await expect(overlay).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(overlay).toBeHidden()
        if (opener) await expect(opener).toBeFocused()
        await open(page)
        await expect(overlay).toBeVisible()
        await page.goBack()
        await expect(overlay).toBeHidden()
        await expect(page).toHaveURL(address)
        if (opener) await expect(opener).toBeFocused()
      })
    }
  }

  // After a reload the page is without it, and one Back leads to the page before.
  await page.goto('/dash/contacts')
  await page.goto('/dash/library')
  await expect(page.getByRole('heading', { name: 'Library', exact: true })).toBeVisible()
  await openSendForm(page)
  await page
    .getByRole('dialog', { name: 'Send files' })
    .getByRole('button', { name: /Options/ })
    .click()
  await expect(dialog(page, 'Options')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Library', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => history.state?.waybillOverlay ?? null)).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL('/dash/contacts')
})

const refusal = (code: string) => ({
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `urn:waybill:problem:${code}`, title: code, status: 403, code, facts: {} }),
})

/** Whether the two boxes share a point of the screen. */
async function overlaps(some: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([some.boundingBox(), other.boundingBox()])
  if (a === null || b === null) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Windows of a tablet in landscape, of laptops and of a large screen. */
const DESKS = [
  { width: 900, height: 700 },
  { width: 1_024, height: 768 },
  { width: 1_280, height: 720 },
  { width: 1_440, height: 900 },
]

/** Where the message has room next to everything; elsewhere it is a bar below the dashboard and below a dialog. */
const isWide = ({ width }: { width: number }) => width > 1_180

/** What can be used and lies under a message; in a part that scrolls, what may come to lie there. */
const coveredByMessages = (page: Page, scrolling: string) =>
  page.evaluate((part) => {
    const box = document.querySelector('#messages .notice')?.getBoundingClientRect()
    if (!box) return ['no message']
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea')]
    const covered = controls.filter((control) => {
      if (control.closest('#messages') || !control.checkVisibility()) return false
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const scrolls = part !== '' && control.closest(part) !== null
      return left < box.right && box.left < right && (scrolls || (top < box.bottom && box.top < bottom))
    })
    return covered.map((control) => control.outerHTML.slice(0, 120))
  }, scrolling)

test('On a computer a message covers no form and no button', async ({ page, waybill }) => {
  const check = async (part: string) => {
    await shot(page, `desk-message-${page.viewportSize()?.width}`)
    expect([page.viewportSize(), await coveredByMessages(page, part)]).toEqual([page.viewportSize(), []])
  }
  /** The last of its controls is scrolled clear of the bar. */
  const checkEnd = async (end: Locator) => {
    await end.evaluate((control) => control.scrollIntoView({ block: 'end' }))
    await expect.poll(() => overlaps(notices(page).locator('.notice'), end)).toBe(false)
  }
  await page.goto('/?shared=none')
  await expect(notices(page)).toContainText('Share them once more')
  await expect(button(page, 'Add files')).toBeVisible()
  for (const size of DESKS) {
    await page.setViewportSize(size)
    await check('main .slip')
  }

  await makeAccount(page, waybill, { email: newAddress('ada'), language: 'en', name: 'Ada' })
  await page.goto('/dash/account/profile?shared=none')
  await expect(notices(page)).toContainText('Share them once more')
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible()
  for (const size of DESKS) {
    await page.setViewportSize(size)
    if (isWide(size)) await check('.dash-page')
    else await checkEnd(page.locator('.dash-page :is(button, a):visible').last())
    for (const way of await page.locator('.dash-side :is(a, button)').all())
      expect(await overlaps(notices(page).locator('.notice'), way)).toBe(false)
  }
  await openSendForm(page)
  const send = dialog(page, 'Send files').getByRole('button', { name: /^Send/ }).last()
  for (const size of DESKS) {
    await page.setViewportSize(size)
    await checkEnd(send)
    if (isWide(size)) await check('[role=dialog]')
  }
})

for (const language of ['en', 'zh'] as const) {
  test(`On a phone a message lies on nothing, and what failed stays where it failed (${language})`, async ({
    newVisitor,
    waybill,
  }) => {
    const scheme = language === 'zh' ? 'dark' : 'light'
    const phone = await newVisitor({
      viewport: { width: 360, height: 740 },
      colorScheme: scheme,
      hasTouch: true,
      locale: language,
    })
    await makeAccount(phone, waybill, { email: newAddress('ada'), language, name: 'Ada' })
    await phone.goto('/dash/account/profile')
    const name = phone.getByRole('textbox', { name: /^(Full name|姓名)$/ })
    const save = phone
      .locator('form')
      .filter({ has: name })
      .getByRole('button', { name: /^(Save|保存)$/ })
    await name.fill('Ada Lovelace')
    await save.click()
    const notice = notices(phone).locator('.notice')
    await expect(notice).toBeVisible()
    for (const other of [name, save, phone.locator('.dash-nav'), phone.locator('.top-bar')])
      expect(await overlaps(notice, other)).toBe(false)
    // A field at the bottom of the screen moves out from under it, and the page's end can be seen beside it.
    await phone.keyboard.press('End')
    const room = await phone.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--messages'))
    expect(Number.parseFloat(room)).toBeGreaterThan(40)
    await shot(phone, `message-${language}`)

    await phone.goto('/dash/transfers')
    await sendAsAccount(phone, { files: ['housing.dwg', 'plan.pdf'], recipients: [newAddress('asha')] })
    await phone.reload()
    await phone.getByRole('link', { name: /housing\.dwg/ }).click()
    const pause = phone.getByRole('button', { name: /^(Pause the link|暂停链接)$/ })
    await phone.route('**/transfers/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(refusal('account-suspended')) : route.fallback(),
    )
    await pause.click()
    const failed = phone.locator('.row').filter({ has: pause }).getByRole('alert')
    await expect(failed).toBeVisible()
    await expect(notices(phone)).toBeEmpty()
    await shot(phone, `failed-${language}`)
    await phone.unrouteAll()
    await pause.click()
    await expect(phone.getByRole('button', { name: /^(Resume the link|恢复链接)$/ })).toBeVisible()
    await expect(failed).toBeHidden()

    // From a menu: in the row of its button, until it is dismissed.
    await phone.route('**/SendTransferEmail', (route) => route.fulfill(refusal('account-suspended')))
    await phone
      .getByRole('button', { name: /^(Actions for|对 )/ })
      .first()
      .click()
    await phone.getByRole('menuitem', { name: /^(Email again|重新发送邮件)$/ }).click()
    const row = phone.locator('.record-person').first()
    await expect(row.getByRole('alert')).toBeVisible()
    await shot(phone, `failed-row-${language}`)
    await row
      .getByRole('alert')
      .getByRole('button', { name: /^(Close|关闭)$/ })
      .click()
    await expect(row.getByRole('alert')).toBeHidden()
  })
}
