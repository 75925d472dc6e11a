import { join } from 'node:path'
import { OPERATOR_TOKEN } from '../../apps/server/test/app/operator-token.ts'
import { auditScreen } from '../fixtures/accessibility-audit.ts'
import { limitSpeed } from '../fixtures/browser-actions.ts'
import { codeIn, expect, fillSendForm, makeFile, newAddress, sendByCalls, test } from '../fixtures/journey.ts'

// The test audits each screen in several themes.
test.describe.configure({ timeout: 300_000 })

const either = (english: string, chinese: string) => new RegExp(`^(${english}|${chinese})`)

test('Every send screen passes the accessibility audit', async ({ page, waybill, folder }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const film = await makeFile(folder, 'factory-tour-with-a-very-long-name-that-needs-room.mov', 50_000_000)
  await makeFile(folder, 'plans/2026/spring/housing.dwg', 400_000)
  const faults: string[] = []

  await page.goto('/')
  faults.push(...(await auditScreen(page, 'home, empty')))
  await fillSendForm(page, {
    files: [film],
    recipients: [asha, 'not-an-address'],
    sender: ada,
    message: 'A few words.',
  })
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(join(folder, 'plans'))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, 'page.html', 10))
  await expect(page.getByText('Insecure file type')).toBeVisible()
  faults.push(...(await auditScreen(page, 'home, filled')))
  await page.getByLabel('Email to').fill('')
  faults.push(
    ...(await auditScreen(page, 'options', {
      open: async () => {
        await page.getByRole('button', { name: either('Options', '选项') }).click()
        await page.getByRole('radio', { name: either('Link', '链接') }).click()
      },
      close: () => page.getByRole('button', { name: either('Done', '完成') }).click(),
    })),
  )

  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByLabel('Code').fill('0000')
  faults.push(...(await auditScreen(page, 'code')))
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const openLine = await limitSpeed(page, 800_000)
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled()
  await waybill.waitForJobs()
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await waybill.waitForJobs()
  // The test asks again within two seconds, so the first code stays valid.
  const [mail] = await waybill.mailsTo(ada)
  await page.getByLabel('Code').fill(codeIn(mail))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Transferring...')).toBeVisible()
  faults.push(...(await auditScreen(page, 'progress')))
  faults.push(
    ...(await auditScreen(page, 'cancel', {
      open: () => page.getByRole('button', { name: either('Cancel', '取消') }).click(),
      close: () => page.getByRole('button', { name: either('Keep sending', '继续发送') }).click(),
    })),
  )
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You have an unfinished transfer' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'unfinished')))
  await openLine()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()

  await fillSendForm(page, { files: [film], recipients: [asha], sender: ada })
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  faults.push(...(await auditScreen(page, 'done')))
  await waybill.useUpFreeSends(ada)
  await page.getByRole('button', { name: 'Send another' }).click()
  await fillSendForm(page, { files: [film], recipients: [asha], sender: ada })
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByRole('heading', { name: 'Great things have limits' })).toBeVisible()
  faults.push(...(await auditScreen(page, 'limit')))
  expect(faults).toEqual([])
})

test('The recipient page, the mailbox and the 404 page pass the accessibility audit', async ({
  page,
  waybill,
  folder,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'housing.dwg', 400_000), await makeFile(folder, 'quote.pdf', 30_000)]
  const message = 'Final housing, please quote by Friday.'
  const link = await sendByCalls(waybill, { files, recipients: [asha], sender: ada, message })
  const faults: string[] = []

  await page.goto(link)
  faults.push(
    ...(await auditScreen(page, 'arrived', {
      open: () => page.locator('.checksums summary').click(),
      close: () => page.locator('.checksums summary').click(),
    })),
  )
  await waybill.expire(link)
  await page.goto(link)
  faults.push(...(await auditScreen(page, 'expired')))
  await page.goto(`/w/${link.split('/')[2]}`)
  faults.push(...(await auditScreen(page, 'unknown')))
  await page.goto('/no/such/page')
  faults.push(...(await auditScreen(page, 'not found')))
  await page.goto(`/-/mailbox?token=${OPERATOR_TOKEN}`)
  await page.getByRole('link', { name: new RegExp(asha) }).click()
  await expect(page.locator('iframe')).toHaveAttribute('title', /.+/)
  faults.push(...(await auditScreen(page, 'mailbox')))
  expect(faults).toEqual([])
})
