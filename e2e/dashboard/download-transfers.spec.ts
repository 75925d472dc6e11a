import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { auditNow, chooseLanguage } from '../fixtures/accessibility-audit.ts'
import { shot } from '../fixtures/browser-actions.ts'
import { expect, newAddress, test } from '../fixtures/journey.ts'
import { signUp } from '../pages/account-pages.ts'
import { notices, rows, sendAsAccount } from '../pages/transfers-page.ts'

const run = promisify(execFile)

test('Several transfers are downloaded as one archive with keys alone, and what is gone is named', async ({
  page,
  waybill,
}) => {
  await signUp(page, waybill, { email: newAddress('ada') })
  await sendAsAccount(page, { files: ['plans/a.dwg', 'plans/b.dwg'], recipients: [newAddress('asha')] })
  await sendAsAccount(page, { files: ['quote.pdf', 'terms.pdf'], recipients: [newAddress('chen')] })
  await waybill.query(
    `update files set withdrawn_at = now(), withdrawn_because = 'infected', scan_state = 'infected'
     where path = $1`,
    ['terms.pdf'],
  )
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: '2 selected' })
  const button = bar.getByRole('button', { name: 'Download as zip' })
  expect(await auditNow(page, 'chosen transfers')).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
  expect(download.suggestedFilename()).toBe('waybill-transfers.zip')
  const { stdout } = await run('unzip', ['-Z1', await download.path()])
  expect(stdout.trim().split('\n').sort()).toEqual(['plans/a.dwg', 'plans/b.dwg', 'quote/quote.pdf'])
  await expect(notices(page)).toContainText('Download started: 3 files')
  await expect(notices(page)).toContainText('Left out: “quote” – terms.pdf (malware found).')

  // The same in Chinese, on a phone with a dark screen.
  await chooseLanguage(page, 'zh')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  for (const box of await rows(page).getByRole('checkbox').all()) await box.check()
  const chosen = page.getByRole('region', { name: '已选 2 项' })
  const packed = chosen.getByRole('button', { name: '打包下载' })
  const [again] = await Promise.all([page.waitForEvent('download'), packed.press('Enter')])
  expect(again.suggestedFilename()).toBe('waybill-transfers.zip')
  await expect(notices(page)).toContainText('terms.pdf')
  await shot(page, 'chosen-download-zh')
  expect(await auditNow(page, 'chosen transfers, zh, dark, 360')).toEqual([])
})
