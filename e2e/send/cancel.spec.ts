import { limitSpeed } from '../fixtures/browser-actions.ts'
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
import { bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'

test('Cancel asks first and keeps the uploaded parts, and Send resumes from there', async ({
  page,
  context,
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const film = await makeFile(folder, 'film.mov', 60_000_000)
  const { begun } = await recordParts(context)
  await page.goto('/')
  const openLine = await limitSpeed(page, 8_000_000)
  await fillSendForm(page, { files: [film], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 4_000_000)

  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Stop this transfer?' })
  await expect(question.getByText('You can resume this transfer within 7 days')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep sending' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'You can resume this transfer within 7 days',
  )
  await expect(page.getByText('film.mov')).toBeVisible()
  await waybill.waitForParts()
  const kept = await waybill.keptParts(ada)
  const begunBefore = begun.length

  await openLine()
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  expect(bytesSentAgain(begun.slice(begunBefore), kept)).toBe(0)
  const reader = await newVisitor()
  await reader.goto(await linkFor(waybill, asha))
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(film))
})

test('An upload waits while offline and resumes by itself', async ({ page, context, waybill, folder }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await page.goto('/')
  const openLine = await limitSpeed(page, 8_000_000)
  const files = [await makeFile(folder, 'film.mov', 60_000_000)]
  await fillSendForm(page, { files, recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 4_000_000)
  await context.setOffline(true)
  const waiting = page.getByText('You are offline. Sending continues by itself once you are back online.')
  await expect(waiting).toBeVisible()
  // Nothing moves, so there is no speed and no time left.
  await expect(page.getByText('0 B/s', { exact: true })).toBeVisible()
  await expect(page.getByText('Waiting for the connection', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep sending' }).click()
  await openLine()
  await context.setOffline(false)
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
})

test('After a reload the sender can discard an unfinished transfer for a new one', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  await page.goto('/')
  await limitSpeed(page, 8_000_000)
  const files = [await makeFile(folder, 'film.mov', 60_000_000)]
  await fillSendForm(page, { files, recipients: [newAddress('asha')], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 4_000_000)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You have an unfinished transfer' })).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  await expect.poll(() => waybill.keptParts(ada)).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
})
