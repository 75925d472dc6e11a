import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import {
  expect,
  fillSendForm,
  linkFor,
  makeFile,
  newAddress,
  sendAndVerify,
  sha256,
  test,
} from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'

/** The worker is there once an installed app has been opened, or a first share has met none. */
async function openInstalled(page: Page): Promise<void> {
  await page.goto('/?shared=none')
  await expect(page.getByText('Share them once more')).toBeVisible()
  const isThere = () =>
    page.evaluate(async () => {
      const known = await navigator.serviceWorker.getRegistration('/share')
      return [known?.active?.state, known?.scope]
    })
  await expect.poll(isThere).toEqual(['activated', expect.stringMatching(/\/share$/)])
}

/** The form that the device posts for its share sheet, in a page that the worker does not control. */
async function openForm(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share', id: 'share' })
    form.enctype = 'multipart/form-data'
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }))
    document.body.append(form)
  })
}

async function share(page: Page, files: string[]): Promise<void> {
  await page.locator('#share input').setInputFiles(files)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#share')?.submit())
}

/** The shares that the browser holds. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('shares').catch(() => null)
    const names: string[] = []
    for await (const name of folder?.keys() ?? []) names.push(name)
    return names.length
  })

test('A visitor shares files from the phone into a new transfer, and they leave the phone’s store once sent', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, '图 1.jpg', 30_000_000), await makeFile(folder, 'note.txt', 2_000)]
  await openInstalled(page)
  await openForm(page)
  await share(page, files)
  const listed = page.getByRole('list', { name: 'Files' }).or(page.locator('form'))
  await expect(page.getByText('图 1.jpg')).toBeVisible()
  await expect(listed.first()).toContainText('note.txt')
  expect(await kept(page)).toBe(1)
  await fillSendForm(page, { files: [], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await expect.poll(() => kept(page)).toBe(0)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('button', { name: 'Download 图 1.jpg' }).click(),
  ])
  const saved = join(folder, 'saved.jpg')
  await download.saveAs(saved)
  expect(await sha256(saved)).toBe(await sha256(files[0] ?? ''))
})

test('An account finds shared files in its send form, no other tab takes them, and they go with its session', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  await signUp(page, waybill, { email: ada }, '/dash?shared=none')
  await expect(page.getByText('Share them once more')).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/share'))?.active?.state))
    .toBe('activated')
  await openForm(page)
  await share(page, [await makeFile(folder, 'plan.pdf', 5_000)])
  await expect(page).toHaveURL(/\/dash/)
  const slip = page.getByRole('dialog', { name: 'Send files' })
  await expect(slip.getByText('plan.pdf')).toBeVisible()
  // Another tab does not take the same files.
  const other = await page.context().newPage()
  await other.goto('/dash?shared=again')
  await expect(other.getByRole('button', { name: 'Send files' }).first()).toBeVisible()
  await expect(other.getByText('plan.pdf')).toBeHidden()
  await other.close()
  expect(await kept(page)).toBe(1)

  // Once the session has expired, only what has just been shared is still there.
  await page.evaluate(async () => {
    const shares = await (await navigator.storage.getDirectory()).getDirectoryHandle('shares')
    await shares.getDirectoryHandle(`${Date.now() - 600_000}-earlier`, { create: true })
  })
  expect(await kept(page)).toBe(2)
  await waybill.query(
    'update sessions set ended_at = now() where account_id = (select id from accounts where email = $1)',
    [ada],
  )
  await page.goto('/dash')
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => kept(page)).toBe(1)
})

test('A share of 2 GB without a line is kept, says so, and goes on by itself once online', async ({
  waybill,
  folder,
  launchOptions,
}) => {
  // A window that keeps nothing has no room for so much.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...launchOptions,
    baseURL: waybill.origin,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await openInstalled(page)
    const film = join(folder, 'film.mov')
    await writeFile(film, '')
    await truncate(film, 2_000_000_000)
    await openForm(page)
    await context.setOffline(true)
    await share(page, [film, await makeFile(folder, 'note.txt', 2_000)])
    await expect(page.getByText('Taking your files…')).toBeVisible()
    await expect(page.getByText(/^We can’t reach Waybill\. Your files are kept on this device/)).toBeVisible({
      timeout: 90_000,
    })
    await expect(page).toHaveURL(/\/share$/)
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/\?shared=\d/)
    await expect(page.getByText('film.mov')).toBeVisible()
    await expect(page.getByText('note.txt')).toBeVisible()
    await expect(page.locator('main form')).toContainText('2 GB')
    expect(await kept(page)).toBe(1)
  } finally {
    await context.close()
  }
})
