import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { downloadAll, expect, makeFile, newAddress, sendInBrowser, test } from '../fixtures/journey.ts'

test('A sender unsubscribes from the mails about one transfer', async ({ page, waybill, folder, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'housing.dwg', 20_000)]
  const link = await sendInBrowser(page, waybill, { files, recipients: [asha], sender: ada })
  const reader = await newVisitor()
  await reader.goto(link)
  await downloadAll(reader)
  const told = async () =>
    (await waybill.mailsTo(ada)).find(({ subject }) => subject.startsWith(`${asha} downloaded 1 file`))
  await expect.poll(told, { timeout: 30_000 }).toBeDefined()
  const mute = /\/mute\/[\w-]{42}/.exec((await told())?.text ?? '')?.[0] ?? ''

  const sender = await newVisitor()
  await sender.goto(mute)
  await expect(sender.getByRole('heading', { name: 'Stop emails about this transfer?' })).toBeVisible()
  const faults = await auditScreen(sender, 'mute')
  await sender.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(sender.getByRole('heading', { name: 'You won’t get these emails any more' })).toBeVisible()
  await expect(sender.getByRole('button')).toHaveCount(0)
  expect(faults).toEqual([])
})
