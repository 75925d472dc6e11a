import { limitSpeed } from '../fixtures/browser-actions.ts'
import { expect, fillSendForm, makeFile, newAddress, sendAndVerify, test } from '../fixtures/journey.ts'

test('An unknown path shows a 404 page with a link home, and /index.html is the home page', async ({ page }) => {
  expect((await page.goto('/no/such/page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  expect((await page.goto('/index.html'))?.status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
})

test('A draft survives navigation inside the app, and leaving the site asks first', async ({ page, folder }) => {
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  const files = [await makeFile(folder, 'note.txt', 1_000)]
  await fillSendForm(page, { files, recipients: ['asha@example.com'], sender: 'ada@example.com', message: 'Not yet.' })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
  await page.getByRole('link', { name: 'Waybill, home' }).click()
  await expect(page.getByText('note.txt')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Not yet.')

  // The words beside the form stand still while its list of files grows.
  const words = page.locator('main h1')
  const before = await words.boundingBox()
  const form = await page.locator('main .slip').first().boundingBox()
  const more = Array.from({ length: 12 }, (_, nth) => `plan-${nth}.txt`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(more.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await expect(page.getByText('plan-11.txt')).toBeVisible()
  expect((await page.locator('main .slip').first().boundingBox())?.height).toBeGreaterThan(form?.height ?? Infinity)
  expect(await words.boundingBox()).toEqual(before)

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByText('note.txt')).toBeVisible()
})

test('A running upload continues across the app’s pages, and leaving the site asks first', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await fillSendForm(page, {
    files: [await makeFile(folder, 'film.mov', 40_000_000)],
    recipients: [newAddress('asha')],
    sender: ada,
  })
  const openLine = await limitSpeed(page, 4_000_000)
  await sendAndVerify(page, waybill, ada)
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This page isn’t here' })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.goForward()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await openLine()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
})

test('Code that fails to load is requested again', async ({ page }) => {
  let asked = 0
  await page.route('**/assets/options-drawer-*.js', (route) => (++asked <= 3 ? route.abort() : route.continue()))
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Options' }).click()
  const drawer = page.getByRole('dialog', { name: 'Options' })
  await expect
    .poll(async () => {
      await page.clock.runFor(3_000)
      return drawer.isVisible()
    })
    .toBe(true)
  // Three failed requests, the one that succeeded, and the import itself, which comes from the cache where no route
  // intercepts.
  expect(asked).toBe(5)
})
