import { copyFile, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dropFiles, limitSpeed } from '../fixtures/browser-actions.ts'
import {
  downloadAll,
  expect,
  fillSendForm,
  linkFor,
  makeFile,
  newAddress,
  sendAndVerify,
  sha256,
  test,
} from '../fixtures/journey.ts'
import { bytesOf, bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'

test.describe.configure({ timeout: 300_000 })

const MB = 1_000_000
const LINE_BYTES_PER_SECOND = 30 * MB

test('A 1 GB upload resumes with one click after its tab closed, and by itself after the server was killed', async ({
  page,
  context,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const image = await makeFile(folder, 'disk-image.raw', 1_000 * MB)
  const { begun, answered } = await recordParts(context)

  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  await dropFiles(page, [image])
  await fillSendForm(page, { files: [], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 400 * MB)
  // A second tab of the site keeps the browser's permission to read the file.
  const second = await context.newPage()
  await second.goto('/index.html')
  await expect(second.getByRole('button', { name: 'Add files' })).toBeVisible()
  await page.close()
  await waybill.waitForParts()
  const keptAtClose = await waybill.keptParts(ada)
  const begunAtClose = begun.length

  const again = await context.newPage()
  await again.goto('/')
  await expect(again.getByRole('heading', { name: 'You have an unfinished transfer' })).toBeVisible()
  await again.getByRole('button', { name: 'Resume' }).click()
  await waybill.keeps(ada, 700 * MB)
  await waybill.kill()
  const [begunAtKill, answeredAtKill] = [begun.length, [...answered]]
  await waybill.start()
  await expect(again.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 90_000 })

  expect(bytesOf(keptAtClose)).toBeLessThan(1_000 * MB)
  expect(bytesSentAgain(begun.slice(begunAtClose), keptAtClose)).toBe(0)
  expect(begun.length).toBeGreaterThan(begunAtKill)
  expect(bytesSentAgain(begun.slice(begunAtKill), answeredAtKill)).toBe(0)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(image))
})

test('Without file permission the sender chooses the files again, and a changed file is explained', async ({
  page,
  context,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const drawing = await makeFile(folder, 'housing.dwg', 150 * MB)
  const { begun } = await recordParts(context)

  await page.goto('/')
  await limitSpeed(page, LINE_BYTES_PER_SECOND)
  await fillSendForm(page, { files: [drawing], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 20 * MB)
  await page.close()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(ada)
  const begunBefore = begun.length

  const again = await context.newPage()
  await again.goto('/')
  await expect(again.getByRole('button', { name: 'Choose the files again' })).toBeVisible()
  const input = again.getByLabel('Choose the files again').and(again.locator('input'))

  await mkdir(join(folder, 'later'))
  const shorter = join(folder, 'later', 'housing.dwg')
  await writeFile(shorter, 'something else')
  await input.setInputFiles(shorter)
  await expect(
    again.getByText('housing.dwg is a different size now. It is not the file you started with.'),
  ).toBeVisible()

  await copyFile(drawing, shorter)
  await utimes(shorter, new Date(), new Date('2026-01-05T08:00:00Z'))
  await input.setInputFiles(shorter)
  await expect(again.getByText('housing.dwg has been changed. It is not the file you started with.')).toBeVisible()

  await input.setInputFiles(drawing)
  await expect(again.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  expect(bytesSentAgain(begun.slice(begunBefore), kept)).toBe(0)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(drawing))
})

test('The same sender resumes in another browser with the same file', async ({ page, waybill, folder, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const drawing = await makeFile(folder, 'housing.dwg', 150 * MB)

  await page.goto('/')
  await limitSpeed(page, LINE_BYTES_PER_SECOND)
  await fillSendForm(page, { files: [drawing], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 20 * MB)
  await page.close()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(ada)

  const atHome = await newVisitor()
  const { begun } = await recordParts(atHome.context())
  await atHome.goto('/')
  await fillSendForm(atHome, { files: [drawing], recipients: [asha], sender: ada })
  await sendAndVerify(atHome, waybill, ada)
  await expect(atHome.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  expect(begun.length).toBeGreaterThan(0)
  expect(bytesSentAgain(begun, kept)).toBe(0)

  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(drawing))
})
