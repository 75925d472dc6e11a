import { expect, makeFile, newAddress, sendByCalls, test } from '../fixtures/journey.ts'

test('A recipient reports a transfer without scripts, and an operator blocks its content', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha, lin] = [newAddress('ada'), newAddress('asha'), newAddress('lin')]
  const file = await makeFile(folder, 'invoice.bin', 2_000)
  const link = await sendByCalls(waybill, { files: [file], recipients: [asha], sender: ada })
  const slug = link.split('/')[2] ?? ''

  const reader = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await reader.goto(link)
  await expect(reader.getByText('Not scanned for viruses')).toBeVisible()
  await reader.getByRole('link', { name: 'Report this transfer' }).click()
  await reader.getByRole('radio', { name: 'Phishing or fraud' }).check()
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByRole('heading', { name: 'Thank you for your report' })).toBeVisible()
  await reader.getByRole('link', { name: 'Back to the transfer' }).click()
  await expect(reader.getByRole('button', { name: 'Download' })).toBeVisible()

  expect(await waybill.command('report', 'list')).toContain(`${slug}\t1\tphishing 1\t${ada}`)
  // A job reads the file a moment after it was sent.
  await expect
    .poll(() => waybill.command('report', 'decide', slug, 'block-content').catch((error: Error) => error.message))
    .toContain('Files withdrawn: 1')
  expect((await reader.goto(link))?.status()).toBe(404)
  await expect(sendByCalls(waybill, { files: [file], recipients: [lin], sender: newAddress('eve') })).rejects.toThrow(
    'file-blocked',
  )
  await expect
    .poll(async () => (await waybill.mailsTo(ada)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('Your transfer was blocked'))
})

test('From the email it takes three clicks to report a transfer, on a phone, without scripts, account or opening it', async ({
  waybill,
  folder,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const file = await makeFile(folder, 'invoice.bin', 2_000)
  const link = await sendByCalls(waybill, { files: [file], recipients: [asha], sender: ada })
  const slug = link.split('/')[2] ?? ''
  const [mail] = await waybill.mailsTo(asha)

  const reader = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await reader.setContent(mail?.html ?? '')
  // Three clicks, and nothing else.
  await reader.getByRole('link', { name: 'Report this transfer' }).click()
  await reader.getByRole('radio', { name: 'Phishing or fraud' }).click()
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByRole('heading', { name: 'Thank you for your report' })).toBeVisible()
  expect(await waybill.command('report', 'list')).toContain(`${slug}\t1\tphishing 1\t${ada}`)
  const opened = await waybill.query(
    `select 1 from events e join transfers t on t.id = e.transfer_id
    where t.slug = $1 and e.kind in ('opened', 'granted')`,
    [slug],
  )
  expect(opened).toHaveLength(0)
})
